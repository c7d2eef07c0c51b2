// The built entries in a page: what they load, and how they live together.
import assert from "node:assert/strict";
import test from "node:test";
import { openStage } from "./support/stage.mjs";

const CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
const say = (text) => [
  { version: "v0.9", createSurface: { surfaceId: "said", catalogId: CATALOG } },
  { version: "v0.9", updateComponents: { surfaceId: "said", components: [{ id: "root", component: "Text", text }] } },
];

/** The names of the files of the package that a page has loaded. */
const loaded = (page) =>
  page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.match(/\/dist\/(.*)/)?.[1]).filter(Boolean).sort());

test("plain text is painted by the element and one module", async (t) => {
  const stage = await openStage(t);
  await stage.send(say("Plain words"));
  await stage.page.getByText("Plain words").waitFor();
  assert.deepEqual(await loaded(stage.page), ["define.js", "easel_bg.wasm", "index.js"]);
  assert.deepEqual(stage.problems, []);
});

test("Markdown loads its module when a text carries some", async (t) => {
  const stage = await openStage(t);
  await stage.send(say("Some **strong** words"));
  await stage.page.locator("strong", { hasText: "strong" }).waitFor();
  assert.deepEqual(await loaded(stage.page), ["define.js", "easel_bg.wasm", "index.js", "markdown.js", "markdown_bg.wasm"]);
  assert.deepEqual(stage.problems, []);
});

test("the inline entry paints both from one file", async (t) => {
  const stage = await openStage(t, { path: "inline.html" });
  await stage.send(say("Some **strong** words"));
  await stage.page.locator("strong", { hasText: "strong" }).waitFor();
  assert.deepEqual(await loaded(stage.page), ["inline.js"]);
  assert.deepEqual(stage.problems, []);
});

test("two elements share one module, and another tag can be defined beside", async (t) => {
  const stage = await openStage(t);
  await stage.page.evaluate(async () => {
    const { defineEasel } = await import("/dist/define.js");
    const Other = defineEasel("other-easel");
    if (defineEasel("other-easel") !== Other) throw new Error("defined twice");
    document.body.append(document.createElement("a2ui-easel"), document.createElement("other-easel"));
  });
  for (const [at, selector] of ["a2ui-easel >> nth=0", "a2ui-easel >> nth=1", "other-easel"].entries()) {
    await stage.page.locator(selector).evaluate((element, messages) => void (element.messages = messages), say(`Words ${at}`));
  }
  for (const at of [0, 1, 2]) await stage.page.getByText(`Words ${at}`).waitFor();
  assert.equal((await loaded(stage.page)).filter((name) => name === "easel_bg.wasm").length, 1);
  assert.deepEqual(stage.problems, []);
});
