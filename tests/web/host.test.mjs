// What a host brings and asks: catalogs with functions, capabilities.
import assert from "node:assert/strict";
import test from "node:test";
import { openStage, painted } from "./support/stage.mjs";
import { loaded } from "./examples/surface.mjs";

const SHOP = "https://example.com/catalogs/shop";
const BASIC = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";

async function withShop(t) {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.easel((easel, id) => {
    easel.catalogs = [
      {
        id,
        functions: {
          greet: { returnType: "string", allowedCallers: "rendererOrAgent", call: ({ name }) => `Welcome, ${name}` },
          fail: { returnType: "string", call: () => { throw new Error("closed"); } },
        },
      },
    ];
  }, SHOP);
  return stage;
}

test("a host's function computes values, and again when its arguments change", async (t) => {
  const stage = await withShop(t);
  const greeting = { "@call": "greet", catalogId: SHOP, args: { name: { "@path": "/who" } } };
  await stage.send([
    { version: "v1.0", createSurface: { surfaceId: "s", catalogId: BASIC, dataModel: { who: "Ada" }, components: [{ id: "root", component: "Text", text: greeting }] } },
  ]);
  assert.equal(await stage.page.getByText("Welcome, Ada").count(), 1);
  await stage.send([{ version: "v1.0", updateDataModel: { surfaceId: "s", path: "/who", value: "Bo" } }]);
  assert.equal(await stage.page.getByText("Welcome, Bo").count(), 1);
  assert.deepEqual(stage.problems, []);
});

test("a host's function that throws costs its own value and is reported", async (t) => {
  const stage = await withShop(t);
  const components = [
    { id: "root", component: "Column", children: ["a", "b"] },
    { id: "a", component: "Text", text: { "@call": "fail", catalogId: SHOP } },
    { id: "b", component: "Text", text: "Still here" },
  ];
  const issues = await stage.send([{ version: "v1.0", createSurface: { surfaceId: "s", catalogId: BASIC, components } }]);
  assert.equal(await stage.page.getByText("Still here").count(), 1);
  assert.deepEqual(issues.map(({ code, componentId }) => [code, componentId]), [["EXPRESSION_ERROR", "a"]]);
});

test("a host's function that answers later has no value and is reported", async (t) => {
  const stage = await withShop(t);
  await stage.easel((easel, id) => (easel.catalogs = [{ id, functions: { later: { returnType: "string", call: async () => "later" } } }]), SHOP);
  const components = [{ id: "root", component: "Text", text: { "@call": "later", catalogId: SHOP } }];
  const issues = await stage.send([{ version: "v1.0", createSurface: { surfaceId: "s", catalogId: BASIC, components } }]);
  assert.deepEqual(issues.map(({ code, componentId }) => [code, componentId]), [["EXPRESSION_ERROR", "root"]]);
  assert.equal(await stage.easel((easel) => easel.shadowRoot.querySelector("[data-component-id=root]").textContent), "");
});

test("while a host's function runs or what has the focus goes, the element can be read and given more", async (t) => {
  const stage = await withShop(t);
  await stage.easel((easel, id) => {
    globalThis.seen = [];
    const look = (when) => seen.push([when, easel.state, easel.issues.length, typeof easel.capabilities("v1.0"), easel.dataModel("s")?.who, easel.healing.open.length, easel.agentState]);
    easel.catalogs = [{ id, functions: { look: { returnType: "string", call: () => (look("function"), "Seen") } } }];
    easel.addEventListener("focusout", () => look("focusout"));
  }, SHOP);
  const create = (components) => [{ version: "v1.0", createSurface: { surfaceId: "s", catalogId: BASIC, dataModel: { who: "Ada" }, components } }];
  await stage.easel((easel) => void easel.capabilities("v1.0"));
  await stage.send(create([{ id: "root", component: "TextField", label: "Name", value: { "@path": "/who" } }]));
  await stage.page.getByRole("textbox").focus();
  await stage.send([{ version: "v1.0", updateComponents: { surfaceId: "s", components: [{ id: "root", component: "Text", text: { "@call": "look", catalogId: SHOP } }] } }]);
  await stage.page.getByText("Seen").waitFor();
  const seen = await stage.page.evaluate(() => globalThis.seen);
  assert.deepEqual(seen.find(([when]) => when === "function"), ["function", "painted", 0, "object", undefined, 0, null]);
  assert.deepEqual(seen.find(([when]) => when === "focusout"), ["focusout", "painted", 0, "object", "Ada", 0, null]);
  assert.deepEqual([await stage.easel((easel) => easel.issues), stage.problems], [[], []]);
});

test("the agent may call a host's function that allows it, and is answered by id", async (t) => {
  const stage = await withShop(t);
  await stage.send([{ version: "v1.0", createSurface: { surfaceId: "s", catalogId: BASIC, components: [{ id: "root", component: "Text", text: "x" }] } }]);
  await stage.send([{ version: "v1.0", callRendererFunction: { functionCallId: "c1", callFunction: { "@call": "greet", catalogId: SHOP, args: { name: "Cy" } } } }]);
  await painted(stage.page);
  const sent = (await stage.events()).filter(({ type }) => type === "a2ui-message").map(({ detail }) => detail);
  assert.deepEqual(sent, [{ version: "v1.0", rendererFunctionResponse: { functionCallId: "c1", value: "Welcome, Cy" } }]);
});

test("capabilities name the built-in catalogs and the host's", async (t) => {
  const stage = await withShop(t);
  const told = await stage.easel((easel) => ["v0.8", "v0.9", "1.0", "v2"].map((version) => easel.capabilities(version) ?? null));
  assert.ok(told[0].a2uiClientCapabilities.supportedCatalogIds.length > 0);
  assert.ok(told[1].a2uiClientCapabilities["v0.9"].supportedCatalogIds.includes(SHOP));
  assert.ok(told[2].a2uiRendererCapabilities["v1.0"].supportedCatalogIds.includes(BASIC));
  assert.equal(told[3], null);
});
