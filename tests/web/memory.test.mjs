// What a page has let go of is gone: elements, what they showed, and what modules drew for them.
import assert from "node:assert/strict";
import test from "node:test";
import { create, loaded, surface, text, update } from "./examples/surface.mjs";
import { openStage } from "./support/stage.mjs";

const CHART = [
  { version: "v0.9", createSurface: { surfaceId: "s", catalogId: "declarative-gen-ui-catalog" } },
  {
    version: "v0.9",
    updateComponents: {
      surfaceId: "s",
      components: [{ id: "root", component: "BarChart", title: "Orders", description: "by month", data: [{ label: "May", value: 4 }] }],
    },
  },
];

const MODAL = [
  create(),
  update([
    { id: "root", component: "Modal", trigger: "open", content: "words" },
    { id: "open", component: "Text", text: "Open" },
    { id: "words", component: "Text", text: "**Inside**" },
  ]),
];

const SCROLLED = surface({
  root: { component: "Column", children: ["tabs", "list"] },
  tabs: { component: "Tabs", tabs: Array.from({ length: 30 }, (_, number) => ({ title: `Title number ${number}`, child: "words" })) },
  list: { component: "List", direction: "horizontal", children: Array.from({ length: 30 }, () => "words") },
  words: text("Some words\n\n| a | b |\n|---|---|\n| c | d |"),
});

/** What an element is given before it is taken out of the page. */
const LIVES = {
  "that showed nothing": { messages: [] },
  "that showed a surface": { messages: surface({ root: text("Hello") }) },
  "that showed Markdown in a modal": { messages: MODAL },
  "that showed what scrolls sideways": { messages: SCROLLED },
  "that showed a chart": { messages: CHART },
  "that shows that something is being built": { messages: [], event: { type: "ACTIVITY_SNAPSHOT", messageId: "m", activityType: "a2ui-surface", content: { status: "building" } } },
  "that spoke AG-UI": { messages: surface({ root: text("Hello") }), event: { type: "RUN_STARTED", threadId: "t", runId: "r" } },
};

for (const [life, given] of Object.entries(LIVES)) {
  test(`an element ${life} is collected once nobody holds it`, async (t) => {
    const stage = await openStage(t);
    await loaded(stage);
    await stage.page.evaluate(async ({ messages, event }) => {
      globalThis.gone = [];
      for (let count = 0; count < 5; count++) {
        const easel = document.body.appendChild(document.createElement("a2ui-easel"));
        easel.send(messages);
        if (event) easel.applyEvent(event);
        await new Promise((resolve) => setTimeout(resolve, 50));
        easel.shadowRoot.querySelector("dialog ~ *, button")?.click();
        gone.push(new WeakRef(easel), new WeakRef(easel.shadowRoot.querySelector(".stage")));
        easel.remove();
      }
    }, given);
    const devtools = await stage.page.context().newCDPSession(stage.page);
    const alive = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      return stage.page.evaluate(() => gone.filter((one) => one.deref()).length);
    };
    // What one collection lets go of may be what holds something else.
    let left = await alive();
    for (let round = 0; left > 0 && round < 40; round++) {
      await stage.page.waitForTimeout(100);
      left = await alive();
    }
    assert.equal(left, 0);
  });
}

test("an element that is put back shows what it showed", async (t) => {
  const stage = await openStage(t);
  await stage.send(surface({ root: text("Hello") }));
  await stage.page.getByText("Hello").waitFor();
  const node = await stage.page.evaluateHandle(() => document.querySelector("a2ui-easel").shadowRoot.querySelector("[data-component-id=root]"));
  await stage.page.evaluate(async () => {
    const easel = document.querySelector("a2ui-easel");
    easel.remove();
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.body.append(easel);
  });
  await stage.page.getByText("Hello").waitFor();
  assert.equal(await node.evaluate((node) => node.isConnected), true);
  assert.deepEqual(stage.problems, []);
});
