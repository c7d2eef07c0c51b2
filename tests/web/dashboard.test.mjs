// The dashboard catalog: its parts, their names and states, and what they do.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { openStage } from "./support/stage.mjs";
import { audit } from "./support/audit.mjs";

const SHOP = JSON.parse(fs.readFileSync(new URL("../fixtures/dashboard/shop.json", import.meta.url), "utf8"));
/** The stage's page is bare, and has none of what these ask of a page. */
const PAGE_RULES = Object.fromEntries(["region", "landmark-one-main", "page-has-heading-one", "heading-order"].map((rule) => [rule, { enabled: false }]));
const CATALOG = "declarative-gen-ui-catalog";

const dashboard = (components) => [
  { version: "v0.9", createSurface: { surfaceId: "s", catalogId: CATALOG } },
  { version: "v0.9", updateComponents: { surfaceId: "s", components } },
];
const write = (path, value, surfaceId = "s") => ({ version: "v0.9", updateDataModel: { surfaceId, path, value } });

async function openShop(t, options) {
  const stage = await openStage(t, options);
  await stage.send(SHOP);
  await stage.page.getByRole("button", { name: "Send the report" }).waitFor();
  return stage;
}

test("figures say where they went, in words too", async (t) => {
  const { page, problems } = await openShop(t);
  const figures = await page.getByTestId("declarative-metric").evaluateAll((all) => all.map((one) => one.innerText.replace(/\s+/g, " ").trim()));
  assert.deepEqual(figures, ["SALES THIS WEEK €18,240 Up +9%", "VISITORS 1,204 Unchanged ±0%", "RETURNS 4.1% Down −0.6 pts", "AVERAGE BASKET €38.70"]);
  assert.deepEqual(problems, []);
});

test("a row gives its children equal shares and wraps where there is no room", async (t) => {
  const { page } = await openShop(t, { viewport: { width: 1100, height: 800 } });
  const boxes = () => page.getByTestId("declarative-metric").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const wide = await boxes();
  assert.equal(new Set(wide.map(({ top }) => Math.round(top))).size, 1);
  assert.equal(new Set(wide.map(({ width }) => Math.round(width))).size, 1);
  await page.setViewportSize({ width: 360, height: 800 });
  const narrow = await boxes();
  assert.equal(new Set(narrow.map(({ top }) => Math.round(top))).size, 4);
  assert.ok(narrow.every(({ left, right }) => left >= 0 && right <= 360));
});

test("a table looks cells up by key, aligns numbers and writes them as the locale does", async (t) => {
  const stage = await openShop(t);
  const table = stage.page.getByTestId("declarative-data-table").getByRole("table");
  assert.deepEqual(await table.getByRole("columnheader").allInnerTexts(), ["Good", "Left", "Note"]);
  assert.deepEqual(await table.getByRole("cell").allInnerTexts(), ["Oak shelf", "3", "Next delivery on Tuesday", "Wool rug, grey", "12", "", "Desk lamp", "1,204", "New model"]);
  assert.deepEqual(await table.locator("td.number").allInnerTexts(), ["3", "12", "1,204"]);
  await stage.easel((easel) => easel.setAttribute("locale", "de"));
  assert.equal(await table.locator("td.number").last().innerText(), "1.204");
  await stage.send([write("/stock", [], "shop")]);
  await stage.page.getByText("No data available").waitFor();
});

test("rows that have not come leave a place, and odd ones are no reason to fail", async (t) => {
  const stage = await openStage(t);
  await stage.send(dashboard([{ id: "root", component: "DataTable", columns: ["a", { key: "b" }, 5, null], rows: { path: "/rows" } }]));
  const host = stage.page.locator('[data-component-id="root"]');
  await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").shadowRoot.querySelector("table"));
  assert.equal(await host.getAttribute("data-placeholder"), "pending");
  assert.equal(await host.getAttribute("aria-busy"), "true");
  await stage.send([write("/rows", [{ a: "x", b: { deep: 1 } }, "no row", null, { a: true, __proto__: { b: "y" } }, { constructor: 1 }])]);
  assert.equal(await host.getAttribute("data-placeholder"), null);
  assert.deepEqual(await stage.page.getByRole("cell").allInnerTexts(), ["x", "", "true", "", "", ""]);
  await stage.send([write("/rows", Array.from({ length: 600 }, (_, at) => ({ a: `${at}` })))]);
  assert.equal(await stage.page.locator("tbody tr").count(), 500);
  assert.deepEqual(await stage.easel((easel) => easel.issues.map(({ code, componentId }) => `${code} ${componentId}`)), ["LIMIT_EXCEEDED root"]);
  assert.deepEqual(stage.problems, []);
});

test("a cell shows a beginning of an endless text, and huge numbers by their exponent", async (t) => {
  const stage = await openStage(t);
  const columns = ["huge", "tiny", ...Array(58).fill("long")];
  const row = { huge: 1e308, tiny: 1e-9, long: "word ".repeat(50_000) };
  const started = performance.now();
  await stage.send(dashboard([{ id: "root", component: "DataTable", columns, rows: Array(8).fill(row) }]));
  await stage.page.getByRole("cell").first().waitFor();
  assert.ok(performance.now() - started < 15_000);
  const cells = await stage.page.getByRole("cell").allTextContents();
  assert.ok(cells.length >= 50 && cells.every((text) => text.length <= 1001), `${cells.length}`);
  assert.deepEqual(cells.slice(0, 2), ["1E308", "1E-9"]);
  assert.ok(cells[2].endsWith("…"));
  const issues = await stage.easel((easel) => easel.issues.filter(({ code }) => code === "LIMIT_EXCEEDED").map(({ path }) => path));
  assert.deepEqual(issues.sort(), ["/components/0/columns", "/components/0/rows", "/components/0/rows"]);
});

test("an edit of one cell leaves all others, what is selected in them and the place one has scrolled to", async (t) => {
  const stage = await openStage(t, { viewport: { width: 300, height: 500 } });
  const columns = ["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => ({ key, label: `Column ${key}` }));
  const rows = Array.from({ length: 6 }, (_, at) => Object.fromEntries(columns.map(({ key }) => [key, `${key}${at}`])));
  await stage.send([...dashboard([{ id: "root", component: "DataTable", columns, rows: { path: "/rows" } }]), write("/rows", rows)]);
  await stage.page.getByRole("cell", { name: "a0" }).waitFor();
  await stage.easel((easel) => {
    const frame = easel.shadowRoot.querySelector(".frame");
    frame.scrollLeft = 120;
    globalThis.kept = [...frame.querySelectorAll("td")];
    getSelection().setBaseAndExtent(kept[3].firstChild, 0, kept[3].firstChild, 2);
  });
  const kept = () =>
    stage.easel((easel) => {
      const frame = easel.shadowRoot.querySelector(".frame");
      const cells = [...frame.querySelectorAll("td")];
      return { scroll: frame.scrollLeft, same: globalThis.kept.filter((cell) => cell.isConnected).length, texts: cells.map((cell) => cell.textContent).join(" "), count: cells.length };
    });
  await stage.send([write("/rows/2/b", "changed")]);
  const edited = await kept();
  assert.deepEqual([edited.scroll, edited.same, edited.count], [120, 48, 48]);
  assert.match(edited.texts, /a2 changed c2/);
  await stage.send([write("/rows", [{ a: "new" }, ...rows])]);
  const grown = await kept();
  assert.deepEqual([grown.scroll, grown.count], [120, 56]);
  assert.match(grown.texts, /^new  +a0 b0/);
  await stage.send([write("/rows", rows.slice(0, 2))]);
  const shrunk = await kept();
  assert.equal(shrunk.texts, rows.slice(0, 2).flatMap((row) => Object.values(row)).join(" "));
});

test("a press sends the action with the data as it is now, and an update leaves the focus where it is", async (t) => {
  const stage = await openShop(t);
  const button = stage.page.getByRole("button", { name: "Send the report" });
  await button.focus();
  await stage.send([write("/visitors", "1,300", "shop")]);
  await stage.page.getByText("1,300").waitFor();
  await stage.page.keyboard.press("Enter");
  await button.click();
  const actions = (await stage.events()).filter(({ type }) => type === "a2ui-action").map(({ detail }) => detail.action);
  assert.deepEqual(actions.map(({ name, context }) => ({ name, context })), Array(2).fill({ name: "send_report", context: { visitors: "1,300" } }));
});

test("a badge tells its kind by a sign as well as by its colour", async (t) => {
  const stage = await openStage(t);
  const kinds = ["info", "success", "warning", "error"];
  await stage.send(dashboard([{ id: "root", component: "Column", children: kinds }, ...kinds.map((variant) => ({ id: variant, component: "StatusBadge", text: variant, variant }))]));
  const badges = stage.page.getByTestId("declarative-status-badge");
  await badges.nth(3).locator("svg").waitFor();
  const looks = await badges.evaluateAll((all) => all.map((one) => [one.querySelector("path").getAttribute("d"), getComputedStyle(one.querySelector(".badge")).color]));
  assert.equal(new Set(looks.map(([sign]) => sign)).size, 4);
  assert.equal(new Set(looks.map(([, colour]) => colour)).size, 4);
});

for (const colorScheme of ["light", "dark"]) {
  test(`nothing is wrong with a dashboard for assistive technology (${colorScheme})`, async (t) => {
    const stage = await openShop(t, { colorScheme });
    assert.deepEqual(await audit(stage.page, { rules: PAGE_RULES }), []);
  });
}
