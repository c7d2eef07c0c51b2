// Real agents: the client and the middleware of AG-UI, with a scripted generation behind them.
import assert from "node:assert/strict";
import test from "node:test";
import { A2UIMiddleware } from "@ag-ui/a2ui-middleware";
import { AbstractAgent } from "@ag-ui/client";
import { build } from "esbuild";
import { Observable } from "rxjs";
import { ROOT } from "../../scripts/support/process.mjs";
import { AGENT_CSP, agentServer, sse, until } from "./support/agent_server.mjs";
import { surface, text } from "./examples/surface.mjs";
import { openStage } from "./support/stage.mjs";

/** An agent that calls `generate_a2ui`, which makes one attempt after the other, argument by argument. */
class Scripted extends AbstractAgent {
  constructor(attempts, result) {
    super();
    Object.assign(this, { attempts, result });
  }

  run({ threadId, runId }) {
    const { attempts, result } = this;
    return new Observable((subscriber) => {
      const say = (type, more) => subscriber.next({ type, ...more });
      say("RUN_STARTED", { threadId, runId });
      say("TOOL_CALL_START", { toolCallId: "outer", toolCallName: "generate_a2ui", parentMessageId: "m" });
      say("TOOL_CALL_END", { toolCallId: "outer" });
      for (const [index, attempt] of attempts.entries()) {
        const toolCallId = `inner${index}`;
        say("TOOL_CALL_START", { toolCallId, toolCallName: "render_a2ui", parentMessageId: "m" });
        for (const delta of JSON.stringify(attempt).match(/.{1,24}/gs)) say("TOOL_CALL_ARGS", { toolCallId, delta });
        say("TOOL_CALL_END", { toolCallId });
      }
      say("TOOL_CALL_RESULT", { toolCallId: "outer", messageId: "m2", role: "tool", content: JSON.stringify(result) });
      say("RUN_FINISHED", { threadId, runId });
      subscriber.complete();
    });
  }
}

const RENDER = {
  surfaceId: "menu",
  components: [
    { id: "root", component: "Column", children: ["dish", "order"] },
    { id: "dish", component: "Text", text: { path: "/dish" } },
    { id: "order", component: "Button", child: "word", action: { event: { name: "order", context: { dish: { path: "/dish" } } } } },
    { id: "word", component: "Text", text: "Order" },
  ],
  data: { dish: "Süppchen 🍲" },
};
/** Its root names a component that is not there. */
const BROKEN = { ...RENDER, components: [{ ...RENDER.components[0], children: ["dish", "nowhere"] }, ...RENDER.components.slice(1)] };
const BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
const PAINT = {
  a2ui_operations: [
    { version: "v0.9", createSurface: { surfaceId: "menu", catalogId: BASIC } },
    { version: "v0.9", updateComponents: { surfaceId: "menu", components: RENDER.components } },
    { version: "v0.9", updateDataModel: { surfaceId: "menu", path: "/", value: RENDER.data } },
  ],
};
const EXHAUSTED = { code: "a2ui_recovery_exhausted", error: "Failed to generate valid A2UI after 3 attempt(s)", attempts: [1, 2, 3].map((attempt) => ({ attempt, ok: false, errors: [{ code: "unresolved_child", path: "components[0].children[1]", message: "no component 'nowhere'" }] })) };

let client;
/** `@ag-ui/client` as one module for the page. */
const clientModule = () =>
  (client ??= build({ stdin: { contents: 'export { HttpAgent } from "@ag-ui/client";', resolveDir: ROOT }, bundle: true, write: false, format: "esm", platform: "browser", logLevel: "error" }).then(({ outputFiles }) => outputFiles[0].text));

/**
 * A page and a server on loopback that runs the script through the middleware and sends its events token by token, cut
 * anywhere; `stage.inputs` are the runs asked for.
 */
async function openWith(t, attempts, result) {
  const stage = await openStage(t, { csp: AGENT_CSP });
  stage.inputs = [];
  stage.said = [];
  const server = await agentServer(t, async ({ input, say }) => {
    stage.inputs.push(input);
    const agent = new Scripted(attempts, result).use(new A2UIMiddleware());
    const events = [];
    // What the agent says, as its server would send it on.
    agent.messages = input.messages;
    await agent.runAgent(input, { onEvent: ({ event }) => void events.push(event) }).catch((error) => events.push({ type: "RUN_ERROR", message: error.message }));
    stage.said.push(...events);
    // No multiple of a character's length: cuts fall inside the soup.
    await say(events.map((event) => sse(event)).join(""), 37);
  });
  await server.open(stage);
  await stage.page.route("**/client.js", async (route) => route.fulfill({ contentType: "text/javascript", body: await clientModule() }));
  stage.agentUrl = server.url;
  stage.states = async () => (await stage.events()).filter(({ type }) => type === "a2ui-state").map(({ detail }) => detail.to);
  /** Attaches an agent of the real client and runs it. */
  stage.runAgent = () =>
    stage.easel(async (easel, [page, url]) => {
      const { HttpAgent } = await import(`${page}client.js`);
      globalThis.agent = new HttpAgent({ url });
      easel.connect(globalThis.agent);
      // At once: our module for it is still to be loaded.
      await globalThis.agent.runAgent();
    }, [stage.url, server.url]);
  return stage;
}

test("a generation that heals itself paints, and its action comes back as a run", async (t) => {
  const stage = await openWith(t, [BROKEN, RENDER], PAINT);
  await stage.runAgent();
  await stage.page.getByText("Süppchen 🍲").waitFor();
  const states = await stage.states();
  assert.deepEqual([states[0], states.includes("retrying"), states.includes("failed"), states.at(-1)], ["building", true, false, "painted"]);
  await stage.page.getByRole("button", { name: "Order" }).click();
  await stage.page.waitForFunction(() => !globalThis.agent.isRunning);
  await until(() => stage.inputs.length === 2);
  const { userAction } = stage.inputs[1].forwardedProps.a2uiAction;
  assert.deepEqual([userAction.name, userAction.surfaceId, userAction.context], ["order", "menu", { dish: "Süppchen 🍲" }]);
});

test("a generation that exhausts its attempts fails with every attempt in the details", async (t) => {
  const stage = await openWith(t, [BROKEN, BROKEN, BROKEN], EXHAUSTED);
  await stage.runAgent();
  const alert = stage.page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.textContent(), /Couldn't generate the UI/);
  await stage.page.getByText("developer details").click();
  assert.equal(await stage.page.locator(".findings li").count(), 3);
  assert.equal((await stage.states()).at(-1), "failed");
});

test("an agent attached in the middle of its run is followed to the end", async (t) => {
  const stage = await openWith(t, [BROKEN, RENDER], PAINT);
  await stage.easel(async (easel, [page, url]) => {
    const { HttpAgent } = await import(`${page}client.js`);
    const agent = new HttpAgent({ url });
    const over = agent.runAgent();
    await new Promise((resolve) => setTimeout(resolve, 20));
    easel.connect(agent);
    await over;
  }, [stage.url, stage.agentUrl]);
  await stage.page.getByText("Süppchen 🍲").waitFor();
  assert.equal(await stage.easel((easel) => easel.state), "painted");
});

test("an address streams a run, and what people do asks for the next one", async (t) => {
  const stage = await openWith(t, [RENDER], PAINT);
  await stage.easel((easel, url) => easel.connect(url), stage.agentUrl);
  await stage.page.getByText("Süppchen 🍲").waitFor();
  await stage.page.getByRole("button", { name: "Order" }).click();
  await until(() => stage.inputs.length === 2);
  const [first, second] = stage.inputs;
  assert.equal(first.threadId, second.threadId);
  assert.notEqual(first.runId, second.runId);
  assert.equal(second.forwardedProps.a2uiAction.userAction.name, "order");
});

test("the middleware finds the catalog that a host announces with every run", async (t) => {
  const stage = await openWith(t, [RENDER], PAINT);
  const catalog = { catalogId: BASIC, components: { Text: { allOf: [{ required: ["text"] }] } } };
  await stage.easel((easel, [url, announced]) => easel.connect(url, { catalog: announced }), [stage.agentUrl, catalog]);
  await stage.page.getByText("Süppchen 🍲").waitFor();
  const created = () => stage.said.filter(({ content }) => content?.a2ui_operations).map(({ content }) => content.a2ui_operations[0].createSurface.catalogId);
  assert.deepEqual([...new Set(created())], [BASIC], "without the announcement it would be the middleware's own");
  await stage.page.getByRole("button", { name: "Order" }).click();
  await until(() => stage.inputs.length === 2);
  assert.deepEqual(stage.inputs[1].context, stage.inputs[0].context, "every run announces it");
  assert.deepEqual(JSON.parse(stage.inputs[1].context[0].value).components.Text.required, ["text"]);
});

test("a stream may carry bytes, text or events; what is none of them, or cannot be read, fails the run", async (t) => {
  const events = [
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    { type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "a2ui-surface", content: { a2ui_operations: surface({ root: text("Painted") }) } },
    { type: "RUN_FINISHED", threadId: "t", runId: "r" },
  ];
  const all = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  for (const [chunks, isGood] of [[events, true], [[all], true], [[...all], true], [[[...Buffer.from(all)]], true], [[events[0], 5], false], [[events[0], null], false], ["locked", false]]) {
    const stage = await openStage(t);
    await stage.easel((easel, chunks) => {
      const stream = new ReadableStream({
        start(controller) {
          if (chunks === "locked") return;
          for (const chunk of chunks) controller.enqueue(Array.isArray(chunk) ? new Uint8Array(chunk).buffer : chunk);
          controller.close();
        },
      });
      if (chunks === "locked") stream.getReader();
      easel.connect(stream);
    }, chunks);
    if (isGood) await stage.page.getByText("Painted").waitFor();
    else await until(async () => (await stage.easel((easel) => easel.issues)).some(({ code }) => code === "RUN_FAILED"));
    assert.deepEqual(stage.problems, [], JSON.stringify(chunks).slice(0, 80));
  }
});

test("a stream of bytes that breaks off leaves no loader behind", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel) => {
    const event = { type: "ACTIVITY_SNAPSHOT", messageId: "a", activityType: "a2ui-surface", content: { status: "building" } };
    easel.connect(new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
        controller.close();
      },
    }));
  });
  await stage.page.getByRole("alert").waitFor();
  assert.equal(await stage.easel((easel) => easel.state), "failed");
  assert.deepEqual(stage.problems, []);
});
