// Attached sources over real connections: what breaks off goes on, what is stopped stops, and what people do goes back in order.
import assert from "node:assert/strict";
import test from "node:test";
import { text, surface } from "./examples/surface.mjs";
import { AGENT_CSP, agentServer, sse, until } from "./support/agent_server.mjs";
import { openStage } from "./support/stage.mjs";

const run = (type, more) => ({ type, threadId: "t", runId: "r", ...more });
const snapshot = (content, messageId = "a2ui-surface-c") => ({ type: "ACTIVITY_SNAPSHOT", messageId, activityType: "a2ui-surface", content });
const count = (number) => ({ type: "STATE_DELTA", delta: [{ op: "add", path: "/-", value: number }] });
const paint = (words, id = "s") => snapshot({ a2ui_operations: surface({ root: text(words) }, undefined, id) });

async function openWith(t, answer, options) {
  const stage = await openStage(t, { csp: AGENT_CSP });
  const server = await agentServer(t, answer);
  await server.open(stage);
  stage.connect = (url = server.url) => stage.easel((easel, [address, given]) => easel.connect(address, given), [url, options]);
  stage.state = () => stage.easel((easel) => easel.state);
  stage.issues = () => stage.easel((easel) => easel.issues.map(({ code }) => code));
  stage.agentState = () => stage.easel((easel) => easel.agentState);
  return { stage, server };
}

test("a stream that breaks off goes on after its last event, and none is lost or taken twice", async (t) => {
  const { stage, server } = await openWith(t, async ({ count: request, say, cut }) => {
    if (request === 1) {
      await say(`retry: 10\n\n${sse(run("RUN_STARTED"), 1)}${sse({ type: "STATE_SNAPSHOT", snapshot: [] }, 2)}${sse(count(1), 3)}${sse(count(2), 4)}`, 11);
      // In the middle of an event, and of a character.
      await say(Buffer.from(sse(paint("Zürich 🌤"), 5)).subarray(0, -20), 9);
      return cut();
    }
    // The next one breaks before it says anything; the one after repeats what is known and ends without an end of the run.
    if (request === 2) return say(": hi\n\n").then(cut);
    if (request === 3) return say(`${sse(count(2), 4)}${sse(count(3), 6)}`, 5);
    return say(`${sse(paint("Zürich 🌤"), 7)}${sse(count(4), 8)}${sse(run("RUN_FINISHED"), 9)}`, 3);
  });
  await stage.connect();
  await stage.page.getByText("Zürich 🌤").waitFor();
  await until(async () => (await stage.agentState())?.length === 4);
  assert.deepEqual(await stage.agentState(), [1, 2, 3, 4]);
  assert.deepEqual(server.requests.map(({ headers }) => headers["last-event-id"]), [undefined, "4", "4", "6"]);
  assert.equal(new Set(server.requests.map(({ input }) => input.runId)).size, 1, "it is the same run");
  assert.deepEqual([await stage.state(), await stage.issues()], ["painted", []]);
});

test("a server that stays away is given up, and one that refuses is not asked again", async (t) => {
  const { stage, server } = await openWith(t, async ({ count: request, say, cut, begin }) => {
    if (request > 1) return begin(503);
    await say(`retry: 5\n\n${sse(run("RUN_STARTED"), 1)}${sse(snapshot({ status: "building" }), 2)}`);
    await cut();
  });
  await stage.connect();
  await stage.page.getByRole("alert").waitFor();
  assert.equal(server.requests.length, 5, "once, and four times more");

  const refused = await openWith(t, ({ begin, say }) => (begin(401, { "content-type": "text/plain" }), say("No entry")));
  await refused.stage.connect();
  await until(async () => (await refused.stage.issues()).includes("RUN_FAILED"));
  assert.equal(refused.server.requests.length, 1);
  assert.match(await refused.stage.easel((easel) => easel.issues[0].message), /^The server answered with 401: No entry$/);

  for (const status of [200, 403]) {
    const page = await openWith(t, ({ begin, say }) => (begin(status, { "content-type": "text/html; charset=utf-8" }), say("<!doctype html><title>Sign in</title>")));
    await page.stage.connect();
    await until(async () => (await page.stage.issues()).includes("RUN_FAILED"));
    assert.deepEqual([await page.stage.issues(), page.server.requests.length], [["RUN_FAILED"], 1]);
    assert.doesNotMatch(await page.stage.easel((easel) => easel.issues[0].message), /</);
  }
});

test("a server that begins another run instead of going on is asked once more and never again", async (t) => {
  for (const end of ["close", "cut"]) {
    const { stage, server } = await openWith(t, async ({ count: request, say, cut }) => {
      await say(`retry: 5\n\n${sse(run("RUN_STARTED"), `${request}-1`)}${sse(paint(`Painted ${request}`), `${request}-2`)}`);
      if (end === "cut") await cut();
    });
    await stage.connect();
    await stage.page.getByText("Painted 2").waitFor();
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(server.requests.length, 2);
    assert.equal(await stage.state(), "painted");
  }
});

test("a server that ends its answers early is not asked without end, however much it says", async (t) => {
  const { stage, server } = await openWith(t, async ({ count: request, say }) => {
    const begin = request === 1 ? sse(run("RUN_STARTED"), 0) : "";
    await say(`retry: 1\n\n${begin}${sse(snapshot({ status: "building", progressTokens: request }), request)}`);
  });
  await stage.connect();
  await until(async () => (await stage.state()) === "failed");
  assert.equal(server.requests.length, 5, "once, and four times more");
});

test("events that share one id are all taken, and nobody asks for what comes after it", async (t) => {
  const { stage, server } = await openWith(t, ({ say }) =>
    say(`${sse(run("RUN_STARTED"), "r")}${sse({ type: "STATE_SNAPSHOT", snapshot: [] }, "r")}${sse(count(1), "r")}${sse(count(1), "r")}${sse(paint("Hello"), "r")}`),
  );
  await stage.connect();
  await stage.page.getByText("Hello").waitFor();
  await new Promise((resolve) => setTimeout(resolve, 800));
  assert.deepEqual([await stage.agentState(), await stage.state(), server.requests.length], [[1, 1], "painted", 1]);
});

test("whoever disconnects or takes the element away stops the request and the loader at once", async (t) => {
  for (const leave of [(easel) => easel.disconnect(), (easel) => easel.remove()]) {
    let gone = false;
    const { stage } = await openWith(t, async ({ say, closed }) => {
      await say(`${sse(run("RUN_STARTED"), 1)}${sse(snapshot({ status: "building" }), 2)}`);
      await closed;
      gone = true;
    });
    await stage.connect();
    await stage.page.getByRole("progressbar").waitFor();
    await stage.easel((easel) => (globalThis.easel = easel));
    await stage.easel(leave);
    await until(() => gone);
    assert.equal(await stage.page.evaluate(() => globalThis.easel.state), "failed");
    await stage.page.evaluate(() => document.body.append(globalThis.easel));
    await stage.page.getByText("Generation stopped").waitFor();
    assert.deepEqual(stage.problems.filter((problem) => !problem.startsWith("failed:")), []);
  }
});

test("the end of a source that was left does not settle the next one", async (t) => {
  const { stage, server } = await openWith(t, async ({ url, say, closed }) => {
    await say(`${sse(run("RUN_STARTED"))}${sse(snapshot({ status: "building", progressTokens: 1 }, url))}`);
    await closed;
  });
  await stage.connect(`${server.url}one`);
  await stage.page.locator('[data-activity-id="/one"]').waitFor();
  await stage.connect(`${server.url}two`);
  await stage.page.locator('[data-activity-id="/two"]').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const states = await stage.page.locator("[data-activity-id]").evaluateAll((all) => all.map((each) => each.dataset.state));
  assert.deepEqual(states, ["failed", "building"]);
});

const ITEMS = surface(
  {
    root: { component: "List", children: { componentId: "buy", path: "/rooms" } },
    buy: { component: "Button", child: "word", action: { event: { name: "buy", context: { room: { path: "name" } } } } },
    word: text({ path: "name" }),
  },
  { rooms: [{ name: "Attic" }, { name: "Cellar" }] },
);

test("presses become runs, one after the other, that say which item they came from; the surface is busy until then", async (t) => {
  const waiting = [];
  const { stage, server } = await openWith(t, async ({ count: request, say }) => {
    await say(sse(run("RUN_STARTED")));
    if (request === 1) await say(sse(snapshot({ a2ui_operations: ITEMS })));
    else await new Promise((go) => waiting.push(go));
    await say(sse(run("RUN_FINISHED")));
  });
  await stage.connect();
  const frame = stage.page.locator("[data-surface-id]");
  const press = (name) => stage.page.getByRole("button", { name }).click();
  await press("Cellar");
  await until(() => waiting.length === 1);
  assert.equal(await frame.getAttribute("aria-busy"), "true");
  await press("Cellar");
  await press("Attic");
  assert.equal(server.requests.length, 2, "one at a time");
  waiting[0]();
  await until(() => waiting.length === 2);
  assert.equal(await frame.getAttribute("aria-busy"), "true");
  waiting[1]();
  await until(async () => (await frame.getAttribute("aria-busy")) === null);
  const actions = server.requests.slice(1).map(({ input }) => input.forwardedProps.a2uiAction.userAction);
  assert.deepEqual(actions.map(({ context, dataContextPath }) => [context.room, dataContextPath]), [["Cellar", "/rooms/1"], ["Attic", "/rooms/0"]]);
});

const REQUEST = {
  type: "interactive_healing_request", sessionId: "h", requestId: "r", allowedPatchPaths: ["/q"], timeoutMs: 60_000,
  error: { message: "quantity must be a number" }, payload: { q: "one" },
};

test("an answer goes over the socket that its session announced, and what the socket tells is heard", async (t) => {
  const { stage, server } = await openWith(t, async ({ say }) => {
    await say(`${sse(run("RUN_STARTED"))}${sse({ type: "channels", sessionId: "h", ws: "/ws/h?token=secret" })}${sse(REQUEST)}${sse(run("RUN_FINISHED"))}`);
  });
  await stage.connect();
  await stage.page.getByText("developer details: input needed").waitFor();
  await until(() => server.sockets.length === 1);
  assert.equal(server.sockets[0].url, "/ws/h?token=secret");
  assert.deepEqual(await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/q", value: 2 }], "typo", "h")), []);
  const [answer] = await until(() => server.frames.length > 0 && server.frames);
  assert.deepEqual([answer.type, answer.requestId, answer.patch[0].value], ["interactive_healing_response", "r", 2]);
  server.sockets[0].send({ type: "interactive_healing_rejected", sessionId: "h", requestId: "r", error: { message: "must be positive" } });
  await until(async () => (await stage.easel((easel) => easel.healing.open.length)) === 1 && stage.page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.textContent.includes("must be positive")));
  await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/q", value: 3 }]));
  await until(() => server.frames.length === 2);
  server.sockets[0].send({ type: "interactive_healing_applied", sessionId: "h", requestId: "r" });
  await until(async () => (await stage.state()) === "idle");
  await until(() => !server.sockets[0].isOpen);
  assert.equal(server.requests.length, 1, "no run was started for it");
  const told = await stage.page.evaluate(() => JSON.stringify([globalThis.events, document.querySelector("a2ui-easel").healing, document.querySelector("a2ui-easel").issues, document.querySelector("a2ui-easel").shadowRoot.innerHTML]));
  assert.equal(told.includes("secret"), false);
});

test("a session with a stream of events and no socket is listened to, and what the stream says twice is heard once", async (t) => {
  const listeners = [];
  const { stage, server } = await openWith(t, async ({ input, url, headers, say, cut, closed }) => {
    const answers = input?.forwardedProps.a2uiHealing;
    const announced = `${sse({ type: "channels", sessionId: "h", sse: "/sse/h?token=secret" })}${sse(REQUEST)}`;
    if (answers) await say(sse(run("RUN_STARTED"))).then(() => closed);
    else if (input) await say(`${sse(run("RUN_STARTED"))}${announced}${sse(run("RUN_FINISHED"))}`);
    if (input) return;
    listeners.push({ url, after: headers["last-event-id"], say, cut });
    await say("retry: 10\n\n");
    return closed;
  });
  const tells = (type, id, more) => `event: healing\n${sse({ type: `interactive_healing_${type}`, sessionId: "h", requestId: "r", ...more }, id)}`;
  const rejected = tells("rejected", 1, { error: { message: "must be positive" } });

  await stage.connect();
  await stage.page.getByText("developer details: input needed").waitFor();
  await until(() => listeners.length === 1);
  assert.equal(listeners[0].url, "/sse/h?token=secret");
  assert.deepEqual(await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/q", value: 2 }], "typo", "h")), []);
  await until(() => server.requests.some(({ input }) => input?.forwardedProps.a2uiHealing));
  // The run is still under way.
  await listeners[0].say(rejected);
  await stage.page.getByText("must be positive").waitFor({ state: "attached" });
  await listeners[0].cut();
  await until(() => listeners.length === 2);
  assert.equal(listeners[1].after, "1");
  await listeners[1].say(`${rejected}${tells("timeout", 2)}`);
  await until(async () => (await stage.easel((easel) => easel.healing.open.length)) === 0);
  const told = await stage.page.evaluate(() => JSON.stringify([globalThis.events, document.querySelector("a2ui-easel").healing, document.querySelector("a2ui-easel").issues]));
  assert.equal(told.includes("secret"), false);
  const types = await stage.easel((easel) => easel.healing.log.map(({ message }) => message.type));
  assert.deepEqual(types.filter((type) => /rejected|timeout/.test(type)), ["interactive_healing_rejected", "interactive_healing_timeout"]);
});

test("channels elsewhere are opened only if the host lists them", async (t) => {
  const other = await agentServer(t, () => {});
  const script = async ({ say }) => {
    await say(`${sse(run("RUN_STARTED"))}${sse({ type: "channels", sessionId: "h", ws: `${other.url.replace("http", "ws")}ws/h` })}${sse(REQUEST)}${sse(run("RUN_FINISHED"))}`);
  };
  const stranger = await openWith(t, script);
  await stranger.stage.connect();
  await until(async () => (await stranger.stage.issues()).includes("healing_channel_refused"));
  assert.equal(other.sockets.length, 0);
  const friend = await openWith(t, script, { channelOrigins: [other.url] });
  await friend.stage.connect();
  await until(() => other.sockets.length === 1);
  assert.deepEqual(await friend.stage.issues(), []);
});

test("an answer that cannot leave comes back to the form", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel, request) => easel.applyEvent(request), REQUEST);
  await stage.page.getByText("developer details: input needed").waitFor();
  await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/q", value: 2 }]));
  assert.deepEqual(await stage.easel((easel) => [easel.healing.open.length, easel.issues.at(-1).code]), [1, "healing_no_way_back"]);

  const broken = await openWith(t, async ({ count: request, say, begin }) => {
    if (request > 1) return begin(500);
    await say(`${sse(run("RUN_STARTED"))}${sse(REQUEST)}${sse(run("RUN_FINISHED"))}`);
  });
  await broken.stage.connect();
  await broken.stage.page.getByText("developer details: input needed").waitFor();
  await broken.stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/q", value: 2 }]));
  await until(async () => (await broken.stage.issues()).includes("healing_send_failed"));
  assert.equal(broken.server.requests[1].input.forwardedProps.a2uiHealing.requestId, "r");
  await broken.stage.page.getByText("developer details: input needed").waitFor();
});

test("an agent object with an open interrupt takes no action before the interrupt is answered", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel, list) => {
    const subscribers = [];
    globalThis.agent = {
      messages: [{ id: "a2ui-surface-c", role: "activity", activityType: "a2ui-surface", content: { a2ui_operations: list } }],
      isRunning: false,
      pendingInterrupts: [{ id: "i1", expiresAt: new Date(Date.now() + 60_000).toISOString() }],
      runs: [],
      subscribe: (subscriber) => (subscribers.push(subscriber), { unsubscribe() {} }),
      async runAgent(input) {
        this.runs.push(structuredClone(input));
      },
      finalize: () => subscribers.forEach((subscriber) => subscriber.onRunFinalized()),
    };
    easel.connect(globalThis.agent);
  }, ITEMS);
  await stage.page.getByRole("button", { name: "Attic" }).click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await stage.page.evaluate(() => globalThis.agent.runs.length), 0);
  await stage.page.evaluate(() => {
    globalThis.agent.pendingInterrupts = [{ id: "i2", expiresAt: "2001-01-01T00:00:00Z" }];
    globalThis.agent.finalize();
  });
  const [input] = await until(() => stage.page.evaluate(() => globalThis.agent.runs.length && globalThis.agent.runs));
  assert.deepEqual([input.resume, input.forwardedProps.a2uiAction.userAction.name], [[{ interruptId: "i2", status: "cancelled" }], "buy"]);
});

test("a run that an agent refuses is told, and what waits behind it when its source is left comes back", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel, list) => {
    globalThis.agent = { subscribe: () => ({ unsubscribe() {} }), runAgent: () => Promise.reject(new Error("not now")) };
    easel.connect(globalThis.agent);
    easel.send(list);
  }, ITEMS);
  await stage.page.getByRole("button", { name: "Attic" }).click();
  await until(() => stage.easel((easel) => easel.issues.some(({ code, message }) => code === "RUN_FAILED" && message === "not now")));
  await stage.page.evaluate(() => (globalThis.agent.runAgent = () => new Promise(() => {})));
  await stage.page.getByRole("button", { name: "Attic" }).click();
  await stage.easel((easel, request) => easel.applyEvent(request), REQUEST);
  await until(() => stage.easel((easel) => easel.healing.open.length));
  await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/q", value: 2 }]));
  await stage.page.locator(".outcome", { hasText: "Sending…" }).waitFor({ state: "attached" });
  await stage.easel((easel) => easel.disconnect());
  await until(() => stage.easel((easel) => easel.issues.some(({ code }) => code === "healing_send_failed")));
  assert.equal(await stage.page.locator("[data-surface-id]").getAttribute("aria-busy"), null);
});

test("what hostile agents stream leaves the page usable, and is told", async (t) => {
  const bomb = { type: "ACTIVITY_DELTA", messageId: "a2ui-surface-c", activityType: "a2ui-surface", patch: Array.from({ length: 64 }, () => ({ op: "copy", from: "", path: "/x" })) };
  const { stage } = await openWith(t, async ({ say }) => {
    const events = [
      run("RUN_FINISHED"),
      run("RUN_STARTED"),
      snapshot({ status: "building" }),
      bomb,
      { type: "ACTIVITY_DELTA", messageId: "a2ui-surface-c", activityType: "a2ui-surface", patch: [{ op: "add", path: "/__proto__/polluted", value: 1 }] },
      paint("x".repeat(10 << 20), "huge"),
      { type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "deep", content: `${"[".repeat(50_000)}${"]".repeat(50_000)}` },
      ...Array.from({ length: 700 }, (_, index) => snapshot({ status: "building" }, `many-${index}`)),
    ];
    await say(events.map((event) => sse(event)).join(""));
    await say(`data: {"type":"STATE_SNAPSHOT","snapshot":"\\ud83c"}\n\n${sse(paint("Still here", "fine"))}${sse(run("RUN_FINISHED"))}`);
  });
  await stage.connect();
  await stage.page.getByText("Still here").waitFor();
  const codes = new Set(await stage.issues());
  for (const code of ["ACTIVITY_PATCH_FAILED", "FRAME_TOO_LARGE", "TOO_MANY_ACTIVITIES", "JSON_MENDED"]) assert.ok(codes.has(code), `${code}: ${[...codes]}`);
  assert.deepEqual([await stage.agentState(), await stage.page.evaluate(() => ({}).polluted)], ["\ufffd", undefined]);
  assert.equal(await stage.page.locator(".activity").count(), 500);
});

test("what a thread of the past left unfinished does not go on loading, and an answer ends with its source", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel) => {
    const content = { status: "building", progressTokens: 10 };
    globalThis.agent = {
      messages: [{ id: "a2ui-surface-c", role: "activity", activityType: "a2ui-surface", content }],
      isRunning: false,
      subscribe: (subscriber) => ((globalThis.agent.hear = (event) => subscriber.onEvent({ event })), { unsubscribe() {} }),
      runAgent: () => new Promise(() => {}),
    };
    easel.connect(globalThis.agent);
  });
  await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").state === "failed");
  assert.equal(await stage.page.locator(".skeleton").count(), 0);

  await stage.page.evaluate(() => globalThis.agent.hear({
    type: "CUSTOM", name: "interactive_healing_request",
    value: { type: "interactive_healing_request", sessionId: "h", requestId: "r", messageId: "a2ui-surface-c", allowedPatchPaths: ["/n"], payload: { n: 1 }, timeoutMs: 60_000 },
  }));
  await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").healing.open.length === 1);
  assert.deepEqual(await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/n", value: 2 }])), []);
  assert.equal(await stage.easel((easel) => easel.healing.open.length), 1, "it waits for the agent");
  await stage.easel((easel) => easel.disconnect());
  await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").healing.open.length === 0);
});

test("what is no source is refused, and asks nobody", async (t) => {
  const stage = await openStage(t);
  for (const source of ["null", "undefined", "object", "response", "number"]) {
    const told = await stage.page.evaluate(async (kind) => {
      const source = { null: null, undefined, object: {}, response: new Response("x"), number: 7 }[kind];
      const easel = document.querySelector("a2ui-easel");
      easel.reset();
      easel.connect(source);
      for (let frame = 0; frame < 100 && easel.issues.length === 0; frame++) await new Promise(requestAnimationFrame);
      return easel.issues.map(({ code, message }) => `${code}: ${message}`);
    }, source);
    assert.deepEqual(told, ["RUN_FAILED: The source is neither an agent nor an address nor a stream."], source);
  }
  assert.deepEqual(stage.problems, []);
});
