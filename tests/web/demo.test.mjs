// The demo page: every control does what it says, by mouse and by keyboard, and nothing on it keeps anybody out.
import assert from "node:assert/strict";
import test from "node:test";
import { writeExamples } from "../../scripts/support/examples.mjs";
import { audit } from "./support/audit.mjs";
import { openStage, painted } from "./support/stage.mjs";

const EXAMPLE = "demo/#v0.9/01_flight-status";
const TEXT = JSON.stringify({ version: "v0.9", createSurface: { surfaceId: "mine", catalogId: "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json" } });

writeExamples();

async function openDemo(t, options) {
  const stage = await openStage(t, { path: EXAMPLE, viewport: { width: 1400, height: 900 }, ...options });
  await stage.page.locator("#example option").nth(1).waitFor({ state: "attached" });
  return stage;
}

const applied = (page) => page.locator("#applied").textContent();

test("the example that the address names is painted, without a complaint", async (t) => {
  const { page, problems } = await openDemo(t);
  assert.equal(await page.locator("#example").inputValue(), "v0.9/01_flight-status");
  const total = JSON.parse(await page.locator("#source").inputValue()).length;
  assert.equal(await applied(page), `${total} of ${total}`);
  assert.equal(await page.locator("#state").textContent(), "painted");
  assert.deepEqual(problems, []);
});

test("messages can be stepped through one by one, with the keyboard too", async (t) => {
  const { page } = await openDemo(t);
  const total = Number((await applied(page)).split(" of ")[1]);
  await page.locator("#first").click();
  assert.equal(await applied(page), `0 of ${total}`);
  assert.equal(await page.locator("#state").textContent(), "idle");
  await page.locator("#position").press("ArrowRight");
  assert.equal(await applied(page), `1 of ${total}`);
  await page.locator("#forward").press("Enter");
  assert.equal(await applied(page), `2 of ${total}`);
  await page.locator("#back").click();
  assert.equal(await applied(page), `1 of ${total}`);
  await page.locator("#last").click();
  assert.equal(await applied(page), `${total} of ${total}`);
});

test("what is typed is painted when it is JSON or JSONL, and explained when it is not", async (t) => {
  const { page } = await openDemo(t);
  await page.locator("#source").fill(TEXT);
  assert.equal(await applied(page), "1 of 1");
  await page.locator("#source").fill(`${TEXT}\n${TEXT}\n`);
  assert.equal(await applied(page), "2 of 2");
  await page.locator("#source").fill(`${TEXT}\n{"version":`);
  assert.match(await page.locator("#source-error").textContent(), /line 2/);
});

test("a dropped file is painted", async (t) => {
  const { page } = await openDemo(t);
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "agent.jsonl"));
    return data;
  }, TEXT);
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  assert.ok(await page.locator("#drop").isVisible());
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await page.getByText("Dropped: agent.jsonl").waitFor();
  assert.equal(await applied(page), "1 of 1");
});

test("width, colours, direction and locale reach the surface", async (t) => {
  const { page } = await openDemo(t);
  for (const label of ["360", "Dark", "RTL"]) await page.getByText(label, { exact: true }).click();
  await page.locator("[name=locale]").selectOption("de-DE");
  const easel = page.locator("a2ui-easel");
  assert.equal((await page.locator("#frame").boundingBox()).width, 360);
  assert.equal(await easel.getAttribute("color-scheme"), "dark");
  assert.equal(await easel.getAttribute("locale"), "de-DE");
  assert.equal(await easel.evaluate((element) => getComputedStyle(element).direction), "rtl");
});

test("the inspector's tabs move by arrow keys", async (t) => {
  const { page } = await openDemo(t);
  await page.locator("#tab-messages").press("ArrowLeft");
  assert.equal(await page.locator("#tab-data").getAttribute("aria-selected"), "true");
  assert.ok(await page.locator("#panel-data").isVisible());
  await page.locator("#tab-data").press("Home");
  assert.ok(await page.locator("#panel-messages").isVisible());
});

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1400, 380]) {
    test(`axe finds nothing at ${width} pixels, ${colorScheme}`, async (t) => {
      const { page } = await openDemo(t, { colorScheme, viewport: { width, height: 900 } });
      await painted(page);
      assert.deepEqual(await audit(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
    });
  }
}
