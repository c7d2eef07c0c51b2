// Charts in the page, through the element, with messages of every version.
import assert from "node:assert/strict";
import fs from "node:fs";
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

async function openChart(t, messages, options, before = async () => {}) {
  const stage = await openStage(t, options);
  await before(stage);
  await stage.page.evaluate(() => {
    document.documentElement.style.setProperty("color-scheme", "light dark");
    document.body.style.setProperty("background", "Canvas");
  });
  await stage.send(messages);
  const marks = stage.page.locator("[data-mark]");
  await marks.first().waitFor({ state: "attached" });
  return { ...stage, marks, table: stage.page.getByRole("table"), active: () => stage.easel((easel) => easel.shadowRoot.activeElement?.getAttribute("aria-label")) };
}

test("the messages in docs/charts.md draw what they say, and nothing is wrong with them", async (t) => {
  const text = fs.readFileSync(new URL("../../docs/charts.md", import.meta.url), "utf8");
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json));
  assert.equal(examples.length, 5);
  const drawn = [];
  for (const messages of examples) {
    const { page, problems, easel } = await openChart(t, messages);
    drawn.push(await page.locator(".chart").getAttribute("data-kind"));
    assert.deepEqual([problems, await easel((easel) => easel.issues)], [[], []]);
  }
  assert.deepEqual(drawn, ["doughnut", "line", "bar", "bar", "doughnut"]);
});

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
  const failed = stage.page.waitForEvent("requestfailed");
  await stage.send(doughnut());
  await stage.page.getByRole("rowheader", { name: "Chairs" }).waitFor();
  await failed;
  await stage.page.unroute("**/charts_bg.wasm");
  await stage.easel((easel) => easel.setAttribute("locale", "fr"));
  await stage.page.locator("[data-mark]").first().waitFor({ state: "attached" });
});

test("nothing is wider than its column, whatever the width and the direction", async (t) => {
  const rates = Array.from({ length: 60 }, (_, at) => 1234567 + 9000 * Math.sin(at));
  const days = rates.map((_, at) => new Date(Date.UTC(2026, 0, 2 + at)).toISOString().slice(0, 10));
  const charts = [
    bars({ values: [1234567.5, 1334567.5, 1434567.5] }),
    show({ component: "LineChart", title: "Rates", labels: days, values: rates }),
    show({ component: "LineChart", title: "Months", labels: ["Accessories", "Extraordinary", "Telecommunications"], values: [1, 3, 2] }),
    doughnut({ chartData: [{ label: "Accessories for telecommunications", value: 123456789 }, { label: "Other", value: 1 }] }),
  ];
  for (const width of [200, 320, 1000]) {
    for (const dir of ["ltr", "rtl"]) {
      const messages = charts.flatMap((messages, at) => JSON.parse(JSON.stringify(messages).replaceAll('"surfaceId":"s"', `"surfaceId":"s${at}"`)));
      const { page, easel } = await openChart(t, [], { viewport: { width, height: 700 } }, async (stage) => {
        await stage.page.evaluate((dir) => (document.documentElement.dir = dir), dir);
        await stage.send(messages);
      });
      await page.waitForFunction((count) => document.querySelector("a2ui-easel").shadowRoot.querySelectorAll(".chart[data-state=drawn]").length === count, charts.length);
      await page.waitForTimeout(100);
      const beyond = await easel((easel) =>
        [...easel.shadowRoot.querySelectorAll(".chart")].flatMap((chart) => {
          const column = chart.parentElement.getBoundingClientRect();
          const outside = [chart, ...chart.querySelectorAll("svg, svg text, svg path, .chart-legend *")].map((element) => [element, element.getBoundingClientRect()]);
          return outside.filter(([, box]) => box.width && (box.left < column.left - 0.5 || box.right > column.right + 0.5)).map(([element]) => `${element.getAttribute("class")} ${element.textContent.slice(0, 20)}`);
        }),
      );
      assert.deepEqual(beyond, [], `${width} ${dir}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} ${dir}`);
    }
  }
});

test("in a narrow legend words stay whole", async (t) => {
  const { page } = await openChart(t, doughnut({ chartData: [{ label: "Accessories and furniture", value: 123456.5 }, { label: "Other", value: 7654321 }] }), { viewport: { width: 200, height: 700 } });
  const lines = await page.locator(".chart-label").first().evaluate((label) => {
    const range = document.createRange();
    const words = [...label.firstChild.data.matchAll(/\S+/g)];
    return words.map(({ index, 0: word }) => {
      range.setStart(label.firstChild, index);
      range.setEnd(label.firstChild, index + word.length);
      return range.getClientRects().length;
    });
  });
  assert.deepEqual(lines, [1, 1, 1]);
});

test("the focus follows its entry, and goes to the nearest when that is gone", async (t) => {
  const rows = (...labels) => labels.map((label) => ({ label, value: 3 }));
  const chart = await openChart(t, show({ component: "BarChart", title: "Orders", description: "d", data: { path: "/rows" } }, { catalogId: "declarative-gen-ui-catalog", data: { rows: rows("a", "b", "c") } }));
  const { page, active, easel } = chart;
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  assert.equal(await active(), "c, 3");
  await chart.send([write("/rows", rows("x", "y", "a", "b", "c"))]);
  assert.equal(await active(), "c, 3", "what came before it moved it");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await active(), "b, 3");
  await chart.send([write("/rows", rows("x", "y", "a"))]);
  assert.equal(await active(), "a, 3", "the nearest");
  await chart.send([write("/rows", [])]);
  assert.equal(await easel((easel) => easel.shadowRoot.activeElement?.textContent), "No data available");
  await chart.send([write("/rows", rows("x", "y"))]);
  assert.match(await active(), /^[xy], 3$/);
  await page.keyboard.press("Tab");
  assert.equal(await easel((easel) => easel.shadowRoot.activeElement?.textContent), "Show table");
  await chart.send([write("/rows", [])]);
  assert.equal(await easel((easel) => easel.shadowRoot.activeElement?.textContent), "No data available");
  assert.deepEqual(chart.problems, []);
});

test("the focus stays in a chart whose open level or breadcrumb goes away", async (t) => {
  const tree = (label) => [{ label: "A", value: 1 }, { label, value: 2, drillDown: [{ label: "b1", value: 1, drillDown: [{ label: "deep", value: 1 }] }] }];
  const chart = await openChart(t, show({ component: "Chart", type: "pie", title: "Sales", chartData: { path: "/sales" } }, { catalogId: RIZZCHARTS, data: { sales: tree("B") } }));
  const { page, active, easel } = chart;
  const words = () => easel((easel) => easel.shadowRoot.activeElement?.textContent);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  assert.equal(await active(), "deep, 1, 100%");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await words(), "B");
  const shallow = tree("B");
  delete shallow[1].drillDown[0].drillDown;
  await chart.send([write("/sales", shallow)]);
  assert.equal(await active(), "b1, 1, 100%", "its breadcrumb is where one is now");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await words(), "Sales");
  await chart.send([write("/sales", tree("B"))]);
  assert.equal(await words(), "Sales");
  await chart.send([write("/sales", tree("C"))]);
  assert.match(await active(), /^C, 2/);
  assert.deepEqual(chart.problems, []);
});

test("an issue names the property and the component as the agent does", async (t) => {
  const stage = await openStage(t);
  await stage.send(show({ component: "BarChart", title: "Orders", labels: ["a", "b"], values: [1, "50%"], color: "url(x)" }));
  await stage.page.locator("[data-mark]").first().waitFor({ state: "attached" });
  const issues = await stage.easel((easel) => easel.issues.map(({ path, message }) => `${path} ${message}`));
  const [color, values] = issues.sort();
  assert.match(color, /^\/components\/0\/color color must be/);
  assert.match(values, /^\/components\/0\/values 1 of the items .* The first is values\/1, "50%"\.$/);
  await stage.page.getByText("1 item could not be shown").waitFor();
  assert.equal(await stage.page.locator("text.chart-gap").textContent(), "50%");

  const other = await openStage(t);
  await other.send(show({ component: "BarChart", title: "Orders", description: "d", data: 5 }, { catalogId: "declarative-gen-ui-catalog" }));
  await other.page.getByText("This data cannot be drawn").waitFor();
  const found = await other.easel((easel) => easel.issues.map(({ path, message }) => `${path} ${message}`));
  assert.deepEqual(found.filter((issue) => /Data[A-Z]/.test(issue)), []);
  assert.ok(found.some((issue) => issue.startsWith("/components/0/data data must be a list")), found.join("\n"));
});

test("bars on a broken axis are torn, and words say where it starts", async (t) => {
  const { page, marks } = await openChart(t, bars({ values: [38, 62, 50] }));
  await page.getByText("The axis starts at 10, not at zero", { exact: false }).waitFor();
  assert.equal(await page.locator(".chart-break").count(), 2);
  const lengths = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().height));
  assert.ok(lengths[1] < 2 * lengths[0] + 1, `${lengths}`);
});

test("a line over categories and bars both begin where reading begins, and keys go along", async (t) => {
  for (const component of ["BarChart", "LineChart"]) {
    const chart = await openChart(t, [], {}, async (stage) => {
      await stage.page.evaluate(() => (document.documentElement.dir = "rtl"));
      await stage.send(bars({ component }));
    });
    const [first, , last] = await chart.marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().left));
    assert.ok(first > last, component);
    await chart.page.keyboard.press("Tab");
    await chart.page.keyboard.press("ArrowLeft");
    assert.equal(await chart.active(), "Tue, 9", component);
  }
});

test("many charts leave the page its turns", async (t) => {
  const stage = await openChart(t, bars());
  const components = Array.from({ length: 100 }, (_, at) => ({ ...bars()[1].updateComponents.components[0], id: `c${at}` }));
  const column = { id: "root", component: "Column", children: components.map(({ id }) => id) };
  const turns = await stage.easel(async (easel, messages) => {
    const seen = new Set();
    easel.send(messages);
    while (!seen.has(100)) {
      await new Promise((resolve) => setTimeout(resolve));
      seen.add(easel.shadowRoot.querySelectorAll("[data-surface-id=many] .chart[data-state=drawn]").length);
    }
    return seen.size;
  }, [{ version: "v0.9", createSurface: { surfaceId: "many", catalogId: CURRENCY } }, { version: "v0.9", updateComponents: { surfaceId: "many", components: [column, ...components] } }]);
  assert.ok(turns > 3, `${turns} turns`);
  assert.deepEqual(stage.problems, []);
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
