// AG-UI events on the page: loaders, failures and surfaces of activities, under a clock that the tests turn.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { ROOT } from "../../scripts/support/process.mjs";
import { FORM, surface, text, write } from "./examples/surface.mjs";
import { openStage, painted } from "./support/stage.mjs";
import { audit } from "./support/audit.mjs";
import { ID, NOTE, changes, openActivity, operations, section, snapshot } from "./support/activity.mjs";

test("a loader gives its place to the surface, which is the same node from its preparation on", async (t) => {
  const stage = await openActivity(t);
  await stage.events(snapshot({ status: "building", progressTokens: 1234 }));
  const loader = stage.page.getByRole("progressbar", { name: "Building interface" });
  await loader.waitFor();
  assert.match(await loader.textContent(), /~1,234 tokens/);
  assert.equal(await section(stage).getAttribute("data-state"), "building");

  const list = surface({ root: { component: "List", children: { componentId: "item", path: "/rooms" } }, item: text({ path: "name" }) });
  await stage.events(operations(list));
  assert.equal(await stage.state(), "building", "nothing of it can be seen yet");
  await stage.page.evaluate(() => (globalThis.frame = document.querySelector("a2ui-easel").shadowRoot.querySelector("[data-surface-id]")));
  assert.equal(await stage.page.evaluate(() => globalThis.frame.closest("[inert]") !== null), true);

  await stage.events(operations([...list, write("/", { rooms: [{ name: "Room with desk" }] })]));
  await stage.page.getByText("Room with desk").waitFor();
  assert.equal(await loader.count(), 0);
  assert.equal(await stage.page.evaluate(() => globalThis.frame.isConnected && globalThis.frame.closest("[inert]") === null), true);
  assert.deepEqual(await changes(stage), ["idle building", "building painted"]);
  assert.deepEqual(stage.problems, []);
});

test("a retry shows when it is time, keeps what it knows, and fails with its details", async (t) => {
  const stage = await openActivity(t);
  await stage.events(snapshot({ status: "building" }), snapshot({ status: "retrying", attempt: 1, maxAttempts: 3, errors: [{ code: "no_root", path: "components", message: "No root." }] }));
  assert.equal(await stage.page.getByRole("progressbar").getAttribute("aria-label"), "Building interface");
  await stage.pass(2001);
  await stage.page.getByRole("progressbar", { name: "Retrying generation… (1/3 attempts)" }).waitFor();
  assert.equal(await stage.page.getByRole("status").textContent(), "Retrying generation… (1/3 attempts)");

  const summary = stage.page.getByText("validation issues");
  await summary.click();
  await stage.page.getByText("No root.", { exact: true }).waitFor();
  await stage.events(snapshot({ status: "retrying", attempt: 2, maxAttempts: 3, progressTokens: 60 }));
  assert.equal(await stage.page.locator("details").evaluate((details) => details.open), true, "the person's choice stays");

  await stage.events(snapshot({ status: "failed", error: "All attempts failed", attempts: [{ attempt: 1, ok: false, errors: ["no"] }] }));
  const alert = stage.page.getByRole("alert");
  assert.match(await alert.textContent(), /Couldn't generate the UI.*Something went wrong rendering this\. You can keep chatting and try again\./);
  assert.equal(await stage.page.locator("details").evaluate((details) => details.open), false, "another panel");
  await stage.page.getByText("developer details").click();
  assert.match(await stage.page.locator("pre").textContent(), /All attempts failed/);
  assert.deepEqual(stage.problems, []);
});

test("hidden leaves nothing of the agent's troubles in the page", async (t) => {
  const stage = await openActivity(t);
  await stage.events(snapshot({ status: "failed", error: "secret", debugExposure: "hidden" }));
  await stage.page.getByRole("alert").waitFor();
  assert.equal(await stage.page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.innerHTML.includes("secret")), false);
  assert.equal(await stage.page.locator("details").count(), 0);
});

test("a painted surface stays through a new try, with a line below it, and keeps what was typed", async (t) => {
  const stage = await openActivity(t);
  await stage.events(operations(surface(FORM, { hint: "Your name", name: "" })));
  const field = stage.page.getByRole("textbox", { name: "Name" });
  await field.fill("Ada");
  await stage.events(snapshot({ status: "retrying", attempt: 2, maxAttempts: 3 }));
  await section(stage).getByText("Retrying generation… (2/3 attempts)").first().waitFor();
  assert.equal(await stage.state(), "painted");
  assert.equal(await field.inputValue(), "Ada");
  assert.equal(await field.evaluate((input) => input.getRootNode().activeElement === input), true);

  await stage.events(snapshot({ status: "failed", error: "no" }));
  await stage.page.getByRole("alert").waitFor();
  assert.equal(await field.inputValue(), "Ada");

  await stage.events(operations(surface(FORM, { hint: "Your full name", name: "" })));
  await stage.page.getByText("Your full name").waitFor();
  assert.equal(await stage.page.getByRole("alert").count(), 0);
  assert.equal(await field.inputValue(), "Ada");
  assert.deepEqual(stage.problems, []);
});

test("the host's own loader and failure stand where ours would", async (t) => {
  const stage = await openActivity(t);
  await stage.easel((easel) => {
    for (const [slot, words] of [["loading", "One moment"], ["failed", "Out of order"]]) {
      const own = document.createElement("p");
      own.slot = slot;
      own.textContent = words;
      easel.append(own);
    }
  });
  await stage.events(snapshot({ status: "building" }));
  assert.equal(await stage.page.getByText("One moment").isVisible(), true);
  assert.equal(await stage.page.getByRole("progressbar").isVisible(), false);
  await stage.events(snapshot({ status: "retrying", attempt: 2 }));
  assert.equal(await stage.page.getByText("One moment").isVisible(), false);
  assert.equal(await stage.page.getByRole("progressbar").isVisible(), true);
  await stage.events(snapshot({ status: "failed" }));
  assert.equal(await stage.page.getByText("Out of order").isVisible(), true);
  assert.equal(await stage.page.getByText("Couldn't generate the UI").isVisible(), false);
});

test("activities stand in the order in which they appeared, and no loader outlives its run", async (t) => {
  const stage = await openActivity(t);
  await stage.events({ type: "RUN_STARTED", threadId: "t", runId: "r" }, snapshot({ status: "building" }, "a"), snapshot({ a2ui_operations: NOTE }, "b"));
  const states = () => stage.page.locator("[data-activity-id]").evaluateAll((all) => all.map((each) => `${each.dataset.activityId} ${each.dataset.state}`));
  assert.deepEqual(await states(), ["a building", "b painted"]);
  await stage.events({ type: "RUN_FINISHED", threadId: "t", runId: "r" });
  assert.deepEqual(await states(), ["a failed", "b painted"]);
  await stage.events({ type: "MESSAGES_SNAPSHOT", messages: [{ id: "a", role: "activity", activityType: "a2ui-surface", content: { a2ui_operations: surface({ root: text("First") }, undefined, "first") } }] });
  assert.deepEqual((await states())[0], "a painted");
  await stage.easel((easel) => easel.reset());
  await stage.page.locator("[data-activity-id]").first().waitFor({ state: "detached" });
  assert.equal(await stage.state(), "idle");
});

test("content is an activity of its own, and a hold ends by the clock", async (t) => {
  const stage = await openActivity(t);
  const list = surface({ root: text({ path: "/late" }) });
  await stage.easel((easel, content) => (easel.content = content), { a2ui_operations: list });
  await stage.settle();
  assert.equal(await stage.state(), "building");
  await stage.pass(8001);
  assert.equal(await stage.state(), "painted");
});

test("what is wrong with painted surfaces is shown where the host asks for it, and the component outlined", async (t) => {
  const stage = await openActivity(t);
  await stage.easel((easel) => easel.setAttribute("debug-exposure", "verbose"));
  await stage.events(operations(surface({ root: { component: "Column", children: ["odd", "fine"] }, odd: { component: "HoloDeck" }, fine: text("Fine") })));
  const about = stage.page.locator(".panel button.about", { hasText: "odd" }).first();
  await about.hover();
  await stage.page.locator('[data-component-id="odd"][data-outlined]').waitFor({ state: "attached" });
  await stage.page.mouse.move(0, 0);
  assert.equal(await stage.page.locator("[data-outlined]").count(), 0);
  await stage.easel((easel) => easel.removeAttribute("debug-exposure"));
  assert.equal(await about.count(), 0);
});

test("what is wrong with surfaces of raw messages is shown too, where they stay, and goes when they do", async (t) => {
  const wrong = surface({ root: { component: "Column", children: ["odd", "field"] }, odd: { component: "HoloDeck" }, field: { component: "TextField", label: "Fine", value: { path: "/a" } } });
  for (const [when, way] of [["before", "messages"], ["after", "messages"], ["before", "send"], ["after", "send"]]) {
    const stage = await openActivity(t);
    const ask = () => stage.easel((easel) => (easel.recovery = { debugExposure: "verbose" }));
    const bring = () => stage.easel((easel, [way, wrong]) => (way === "send" ? easel.send(wrong) : (easel.messages = wrong)), [way, wrong]);
    if (when === "before") await ask();
    await bring();
    const field = stage.page.getByLabel("Fine");
    await field.fill("typed");
    if (when === "after") await ask();
    await stage.page.locator(".panel button.about", { hasText: "odd" }).first().waitFor();
    await stage.settle();
    assert.deepEqual(await stage.easel((easel) => [easel.state, easel.dataModel("main").a]), ["painted", "typed"], `${when} ${way}`);
    assert.equal(await field.evaluate((field) => field.value), "typed");
    await stage.easel((easel, way) => void (way === "send" ? easel.reset() : (easel.messages = [])), way);
    await painted(stage.page);
    assert.deepEqual([await stage.page.locator(".panel").count(), await field.count()], [0, 0], `${when} ${way}`);
    assert.equal(await stage.state(), "idle");
    assert.deepEqual(stage.problems, []);
  }
});

test("half a message shows what is certain of it at once", async (t) => {
  const stage = await openActivity(t);
  const [create, update] = surface({ root: { component: "Column", children: ["x", "y"] }, x: text("One"), y: text("Two and more") }).map((message) => JSON.stringify(message));
  await stage.easel((easel, half) => easel.write(half), `${create}\n${update.slice(0, update.indexOf("Two") + 2)}`);
  await stage.page.getByText("One").waitFor();
  assert.equal(await stage.state(), "painted");
  assert.equal(await stage.page.locator(".skeleton").count(), 0);
});

test("without a shadow root the host's loader and failure are seen in their state and no other", async (t) => {
  const stage = await openStage(t);
  await stage.page.evaluate(() => {
    globalThis.easel = document.createElement("a2ui-easel");
    easel.setAttribute("light", "");
    for (const [slot, words] of [["loading", "Working"], ["failed", "Broken"]]) {
      easel.append(Object.assign(document.createElement("div"), { slot, textContent: words }));
    }
    document.body.replaceChildren(easel);
  });
  const seen = async (change, ...visible) => {
    await stage.page.evaluate(change, surface({ root: text("Painted") }));
    await painted(stage.page);
    await stage.page.waitForFunction((state) => easel.state === state, { Working: "building", Broken: "failed", Painted: "painted" }[visible[0]] ?? "idle");
    await painted(stage.page);
    const shown = await stage.page.evaluate(() => ["Working", "Broken", "Painted"].filter((words) => [...document.querySelectorAll("[slot], .text")].some((it) => it.textContent === words && it.checkVisibility())));
    assert.deepEqual(shown, visible, `${change}`);
  };
  await seen(() => {});
  await seen((messages) => void (easel.messages = messages), "Painted");
  await seen(() => easel.reset());
  await seen(() => void (easel.content = { status: "building" }), "Working");
  await seen(() => void (easel.content = { status: "failed", error: "no", debugExposure: "collapsed" }), "Broken");
  assert.equal(await stage.page.evaluate(() => getComputedStyle(document.querySelector(".failure")).borderTopStyle), "none");
  await seen(() => easel.reset());
});

test("what the server says about painted surfaces' troubles beats what the host asks for", async (t) => {
  for (const [host, server, isTold] of [["verbose", "hidden", false], ["hidden", "collapsed", true], [null, "verbose", true], [null, undefined, false]]) {
    const stage = await openActivity(t);
    if (host) await stage.easel((easel, host) => easel.setAttribute("debug-exposure", host), host);
    const a2ui_operations = surface({ root: { component: "Column", children: ["odd", "fine"] }, odd: { component: "HoloDeck" }, fine: text("Fine") });
    await stage.events(snapshot({ a2ui_operations, ...(server && { debugExposure: server }) }));
    await stage.page.getByText("Fine").waitFor();
    assert.equal(await stage.page.locator(".panel").count(), isTold ? 1 : 0, `${host} ${server}`);
  }
});

test("words and languages reach what is shown already, and what was typed stays", async (t) => {
  const stage = await openActivity(t);
  await stage.events(snapshot({ status: "building", progressTokens: 1234 }), snapshot({ status: "failed", error: "no" }, "other"));
  await stage.easel((easel) => {
    easel.words = { building: "Oberfläche entsteht", tokens: "~{count} Zeichen", failureTitle: "Das ging schief", developerDetails: "Einzelheiten" };
    easel.setAttribute("locale", "de");
  });
  await stage.page.getByRole("progressbar", { name: "Oberfläche entsteht" }).waitFor();
  await stage.page.getByText("~1.234 Zeichen").waitFor();
  for (const words of ["Das ging schief", "Einzelheiten"]) assert.equal(await stage.page.getByText(words).isVisible(), true);
});

test("in the page itself, the host's loader and failure stand where the host put them", async (t) => {
  const stage = await openActivity(t);
  await stage.page.evaluate(() => {
    document.querySelector("a2ui-easel").remove();
    document.body.insertAdjacentHTML = undefined;
    const easel = document.createElement("a2ui-easel");
    easel.setAttribute("light", "");
    for (const [slot, words] of [["loading", "One moment"], ["failed", "Out of order"]]) {
      const own = document.createElement("p");
      own.slot = slot;
      own.textContent = words;
      easel.append(own);
    }
    document.body.append(easel);
  });
  const seen = (words) => stage.page.getByText(words).isVisible();
  const ours = () => stage.page.locator("[role=progressbar]").isVisible();
  const light = async (content, id) => {
    await stage.easel((easel, event) => easel.applyEvent(event), snapshot(content, id));
    await stage.page.waitForFunction((state) => document.querySelector("a2ui-easel").state === state, content.status);
    await stage.page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  };
  await light({ status: "building" });
  assert.deepEqual([await seen("One moment"), await seen("Out of order"), await ours()], [true, false, false]);
  await light({ status: "retrying", attempt: 2 });
  assert.deepEqual([await seen("One moment"), await ours()], [false, true]);
  await light({ status: "failed" });
  assert.deepEqual([await seen("One moment"), await seen("Out of order")], [false, true]);
  assert.equal(await stage.page.getByRole("alert").evaluate((alert) => alert.getBoundingClientRect().width <= 1), true);
});

test("messages set as a whole leave alone what came in activities", async (t) => {
  const stage = await openActivity(t);
  await stage.events(operations(surface({ root: text("Activity") }, undefined, "theirs")));
  const set = async (...words) => {
    await stage.easel((easel, list) => (easel.messages = list), words.flatMap((word) => surface({ root: text(word) }, undefined, word)));
    await stage.settle();
  };
  await set("one", "two");
  await set("two");
  assert.deepEqual(await stage.page.locator("[data-surface-id]").evaluateAll((all) => all.map((each) => each.dataset.surfaceId).sort()), ["theirs", "two"]);
  await set();
  assert.equal(await stage.page.getByText("Activity").isVisible(), true);
  assert.equal(await stage.page.locator("[data-surface-id]").count(), 1);
});

test("a server that hides its troubles does so too where a tool result tells them", async (t) => {
  const stage = await openActivity(t);
  const exhausted = { code: "a2ui_recovery_exhausted", error: "secret", attempts: [] };
  await stage.events(
    { type: "RUN_STARTED", threadId: "t", runId: "r" },
    operations(NOTE),
    snapshot({ status: "building", debugExposure: "hidden" }),
    { type: "TOOL_CALL_RESULT", messageId: "m", toolCallId: "call", content: JSON.stringify(exhausted) },
  );
  await stage.page.getByRole("alert").waitFor();
  assert.equal(await stage.page.getByText("Painted").isVisible(), true);
  assert.equal(await stage.page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.innerHTML.includes("secret")), false);
});

test("text of an agent paints as it is written", async (t) => {
  const stage = await openActivity(t);
  const lines = surface({ root: text("Streamed") }).map((message) => JSON.stringify(message)).join("\n");
  await stage.easel((easel, [one, two]) => {
    easel.write(one);
    easel.write(new TextEncoder().encode(two));
    easel.end();
  }, [lines.slice(0, 150), lines.slice(150)]);
  await stage.page.getByText("Streamed").waitFor();
  assert.equal(await stage.state(), "painted");
});

test("recorded conversations end as they should, on the page too", async (t) => {
  const folder = path.join(ROOT, "tests/fixtures/ag_ui");
  for (const file of fs.readdirSync(folder)) {
    const stage = await openActivity(t);
    await stage.easel((easel) => easel.send([]));
    const rows = fs.readFileSync(path.join(folder, file), "utf8").trim().split("\n").slice(1).map((line) => JSON.parse(line));
    const state = rows.findLast(({ then }) => then.state)?.then.state;
    let last = 1000;
    for (const { at, event } of rows) {
      await stage.pass(Math.max(0, at + 1000 - last));
      last = Math.max(last, at + 1000);
      await stage.easel((easel, event) => easel.applyEvent(event), event);
    }
    await stage.page.waitForFunction((state) => document.querySelector("a2ui-easel").state === state, state, { timeout: 15_000 }).catch(async () => assert.equal(await stage.state(), state, file));
    assert.deepEqual(stage.problems, [], file);
  }
});

/** What is the page's affair, and this one is empty. */
const PAGE_RULES = ["landmark-one-main", "page-has-heading-one", "region"];

test("axe finds nothing on any screen, and nothing moves for people who want that", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const stage = await openActivity(t, { colorScheme, reducedMotion: "reduce" });
    await stage.easel((easel, scheme) => easel.setAttribute("color-scheme", scheme), colorScheme);
    const errors = [{ code: "no_root", path: "components", message: "No root." }];
    for (const content of [{ status: "building", progressTokens: 900 }, { status: "retrying", attempt: 2, errors, debugExposure: "verbose" }, { status: "failed", error: "no", debugExposure: "verbose" }, { a2ui_operations: NOTE }, { status: "retrying", attempt: 2, errors }]) {
      await stage.events(snapshot(content));
      const moving = await stage.page.evaluate(() => document.getAnimations().length + document.querySelector("a2ui-easel").shadowRoot.getAnimations().length);
      assert.equal(moving, 0, JSON.stringify(content));
      assert.deepEqual(await audit(stage.page, { rules: Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])) }), [], `${colorScheme} ${JSON.stringify(content)}`);
    }
  }
});
