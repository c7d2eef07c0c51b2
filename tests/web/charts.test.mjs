// Charts in the page, through the element, with messages of every version.
import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "./support/audit.mjs";
import { loaded } from "./examples/surface.mjs";
import { openStage } from "./support/stage.mjs";

const RIZZCHARTS = "https://github.com/google/A2UI/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json";
const CURRENCY = "https://a2ui.org/catalog/currency-charts";

const SALES = [
  { label: "Chairs", value: 40, drillDown: [{ label: "Oak", value: 30 }, { label: "Ash", value: 10 }] },
  { label: "Tables", value: 35 },
  { label: "Lamps", value: 25 },
];

const show = (component, { catalogId = CURRENCY, data } = {}) => [
  { version: "v0.9", createSurface: { surfaceId: "s", catalogId } },
  { version: "v0.9", updateComponents: { surfaceId: "s", components: [{ id: "root", ...component }] } },
  ...(data ? [write("/", data)] : []),
];
const write = (path, value) => ({ version: "v0.9", updateDataModel: { surfaceId: "s", path, value } });
const doughnut = (more) => show({ component: "Chart", type: "doughnut", title: "Sales", chartData: SALES, ...more }, { catalogId: RIZZCHARTS });
const bars = (more) => show({ component: "BarChart", title: "Orders", labels: ["Mon", "Tue", "Wed"], values: [4, 9, 6], ...more });

const LIST_RULES = Object.fromEntries(["region", "landmark-one-main", "page-has-heading-one", "heading-order"].map((rule) => [rule, { enabled: false }]));

async function openChart(t, messages, options) {
  const stage = await openStage(t, options);
  await stage.page.evaluate(() => {
    document.documentElement.style.setProperty("color-scheme", "light dark");
    document.body.style.setProperty("background", "Canvas");
  });
  await stage.send(messages);
  const marks = stage.page.locator("[data-mark]");
  await marks.first().waitFor({ state: "attached" });
  return { ...stage, marks, table: stage.page.getByRole("table"), active: () => stage.easel((easel) => easel.shadowRoot.activeElement?.getAttribute("aria-label")) };
}

test("one chart is drawn from the messages of every version", async (t) => {
  const v08 = [
    { beginRendering: { surfaceId: "s", root: "root" } },
    { surfaceUpdate: { surfaceId: "s", components: [{ id: "root", component: { Chart: { type: "doughnut", title: { literalString: "Sales" }, chartData: { path: "/chart.items" } } } }] } },
    { dataModelUpdate: { surfaceId: "s", contents: SALES.flatMap(({ label, value }, at) => [{ key: `chart.items[${at}].label`, valueString: label }, { key: `chart.items[${at}].value`, valueNumber: value }]) } },
  ];
  const v10 = [
    {
      version: "v1.0",
      createSurface: {
        surfaceId: "s",
        catalogId: "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
        components: [{ id: "root", component: "BarChart", catalogId: "https://a2ui.org/catalog/currency-charts/v1/catalog.json", title: "Sales", labels: { "@path": "/l" }, values: { "@path": "/v" } }],
        dataModel: { l: ["Chairs", "Tables", "Lamps"], v: [40, 35, 25] },
      },
    },
  ];
  for (const messages of [v08, doughnut(), v10]) {
    const { marks, page, problems } = await openChart(t, messages);
    assert.equal(await marks.count(), 3);
    assert.equal(await page.getByRole("heading", { name: "Sales" }).count(), 1);
    assert.deepEqual(problems, []);
  }
});

test("data that come late take the place of a skeleton, and go again", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.send(show({ component: "BarChart", title: "Orders", description: "d", data: { path: "/rows" } }, { catalogId: "declarative-gen-ui-catalog" }));
  const host = stage.page.locator('[data-component-id="root"]');
  await host.locator(".chart").waitFor();
  assert.equal(await host.getAttribute("data-placeholder"), "pending");
  const before = (await host.boundingBox()).height;
  assert.ok(before > 150, `${before}`);
  await stage.send([write("/rows", [{ label: "Jan", value: 4 }, { label: "Feb", value: 6 }])]);
  assert.equal(await stage.page.locator("[data-mark]").count(), 2);
  assert.equal(await host.getAttribute("aria-busy"), null);
  await stage.send([write("/rows", [])]);
  assert.equal(await stage.page.locator("[data-mark]").count(), 0);
  await stage.page.getByText("No data available").waitFor();
  assert.deepEqual(stage.problems, []);
});

test("by keyboard alone one goes through slices, into one and back", async (t) => {
  const chart = await openChart(t, doughnut());
  const { page, active } = chart;
  await page.keyboard.press("Tab");
  assert.equal(await active(), "Chairs, 40, 40%, has 2 parts");
  await page.keyboard.press("ArrowRight");
  assert.equal(await active(), "Tables, 35, 35%");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  assert.equal(await active(), "Oak, 30, 75%");
  assert.equal(await chart.easel((easel) => easel.shadowRoot.querySelector(".chart [role=status]").textContent.startsWith("Chairs.")), true);
  await page.keyboard.press("End");
  assert.equal(await active(), "Ash, 10, 25%");
  await page.keyboard.press("Escape");
  assert.equal(await active(), "Chairs, 40, 40%, has 2 parts");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.activeElement.textContent), "Show table");
});

test("a level is opened by pointer and left by its breadcrumb, and survives new values", async (t) => {
  const chart = await openChart(t, show({ component: "Chart", type: "pie", title: "Sales", chartData: { path: "/sales" } }, { catalogId: RIZZCHARTS, data: { sales: SALES } }));
  const { page, marks } = chart;
  await page.locator(".chart-legend").getByText("Chairs").click();
  assert.deepEqual(chart.problems, []);
  assert.equal(await marks.count(), 2);
  await chart.send([write("/sales/0/drillDown/1/value", 30)]);
  assert.equal(await marks.nth(1).getAttribute("aria-label"), "Ash, 30, 50%");
  await page.getByRole("navigation", { name: "Levels" }).getByRole("button", { name: "Sales" }).click();
  assert.equal(await marks.count(), 3);
});

test("the same numbers are in a table, hidden at first from those who see", async (t) => {
  const { page, table } = await openChart(t, doughnut());
  const cells = async () => table.locator("tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").trim()));
  assert.deepEqual(await cells(), ["Category Value Share Parts", "Chairs 40 40% 2", "Tables 35 35%", "Lamps 25 25%"]);
  const seen = () => table.evaluate((element) => element.parentElement.getBoundingClientRect().height > 20);
  assert.equal(await seen(), false);
  const toggle = page.getByRole("button", { name: "Show table" });
  await toggle.click();
  assert.equal(await seen(), true);
  assert.equal(await page.getByRole("button", { name: "Hide table" }).getAttribute("aria-expanded"), "true");
});

test("a tooltip shows what is pointed at and goes with Escape, within the drawing", async (t) => {
  const { page, marks } = await openChart(t, bars(), { viewport: { width: 360, height: 600 } });
  const tip = page.locator(".chart-tip");
  assert.equal(await tip.isVisible(), false);
  for (const at of [0, 2]) {
    await marks.nth(at).hover();
    await tip.waitFor();
    const [box, plot] = [await tip.boundingBox(), await page.locator(".chart-plot").boundingBox()];
    assert.ok(box.x >= plot.x - 1 && box.x + box.width <= plot.x + plot.width + 1);
  }
  assert.equal((await tip.innerText()).replace(/\s+/g, " "), "Wed 6");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  assert.equal(await tip.isVisible(), false);
});

test("numbers and words follow the locale", async (t) => {
  const chart = await openChart(t, doughnut({ chartData: [{ label: "A", value: 1234.5 }, { label: "B", value: 2000 }] }));
  await chart.easel((easel) => {
    easel.words = { chartValue: "Wert", chartShowTable: "Tabelle zeigen" };
    easel.setAttribute("locale", "de");
  });
  await chart.page.getByRole("button", { name: "Tabelle zeigen" }).waitFor();
  assert.match(await chart.marks.first().getAttribute("aria-label"), /^A, 1\.234,5, 38,2\s?%$/);
});

test("an agent's colour is drawn, and one that is none is told and left out", async (t) => {
  for (const [color, drawn] of [["rgb(200, 30, 60)", "rgb(200, 30, 60)"], ["url(https://example.org/x)", null], ["red;background:url(x)", null]]) {
    const chart = await openChart(t, bars({ color }));
    const fill = await chart.marks.first().evaluate((mark) => getComputedStyle(mark).fill);
    if (drawn) assert.equal(fill, drawn);
    const codes = await chart.easel((easel) => easel.issues.map(({ code, componentId }) => `${code} ${componentId}`));
    assert.deepEqual(codes, drawn ? [] : ["VALIDATION_FAILED root"]);
    assert.deepEqual(chart.problems, []);
  }
});

test("a chart follows the room it has", async (t) => {
  const { page, marks } = await openChart(t, bars(), { viewport: { width: 900, height: 700 } });
  const width = () => page.locator(".chart-svg").evaluate((svg) => svg.getBoundingClientRect().width);
  const wide = await width();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.waitForFunction((wide) => document.querySelector("a2ui-easel").shadowRoot.querySelector(".chart-svg").getBoundingClientRect().width < wide - 100, wide);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= 320), true);
  assert.equal(await marks.count(), 3);
});

test("where the module cannot be had the data is a table", async (t) => {
  const stage = await openStage(t);
  await stage.page.route("**/charts_bg.wasm", (route) => route.abort());
  await stage.send(doughnut());
  await stage.page.getByRole("rowheader", { name: "Chairs" }).waitFor();
  await stage.page.unroute("**/charts_bg.wasm");
  await stage.easel((easel) => easel.setAttribute("locale", "fr"));
  await stage.page.locator("[data-mark]").first().waitFor({ state: "attached" });
});

for (const colorScheme of ["light", "dark"]) {
  for (const [name, messages] of [["a doughnut", doughnut()], ["bars", bars()], ["a line", show({ component: "LineChart", title: "Rates", labels: ["2026-01-05", "2026-01-06", "2026-01-07"], values: [1.08, 1.09, 1.07] })]]) {
    test(`nothing is wrong with ${name} for assistive technology (${colorScheme})`, async (t) => {
      const { page } = await openChart(t, messages, { colorScheme });
      await page.getByRole("button", { name: "Show table" }).click();
      assert.deepEqual(await audit(page, { rules: LIST_RULES }), []);
    });
  }
}
