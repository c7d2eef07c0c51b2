// Requests for corrections as forms: what may be changed, what is shown of it, and what goes out, under a clock that stands still.
import assert from "node:assert/strict";
import test from "node:test";
import { audit } from "./support/audit.mjs";
import { ID, NOTE, changes, openActivity, operations, snapshot } from "./support/activity.mjs";

test("a request for a correction is a form whose answer goes out, and only if it may", async (t) => {
  const stage = await openActivity(t);
  const payload = { surfaceId: "menu", components: [{ id: "root", component: "Text", text: "" }, { id: "other", component: "Text", text: "x" }] };
  const request = {
    type: "interactive_healing_request", sessionId: "h", requestId: "r", messageId: ID, allowedPatchPaths: ["/components/0/text"], timeoutMs: 60_000,
    error: { message: "The text is empty" }, payload, suggestedPatches: [{ title: "Use soup", patch: [{ op: "replace", path: "/components/0/text", value: "Soup" }] }],
  };
  await stage.easel((easel) => easel.connect({ subscribe: () => ({ unsubscribe() {} }), runAgent: () => new Promise(() => {}) }));
  await stage.events(snapshot({ status: "retrying", attempt: 2, maxAttempts: 3 }), { type: "CUSTOM", name: "interactive_healing_request", value: request });
  await stage.page.getByText("validation issues: input needed").click();
  await stage.page.getByText("60 s left").waitFor();
  await stage.pass(1001);
  await stage.page.getByText("59 s left").waitFor();
  const send = stage.page.getByRole("button", { name: "Send correction" });
  assert.equal(await send.isDisabled(), true, "nothing is changed yet");

  const patch = stage.page.getByRole("textbox", { name: "Patch" });
  await stage.page.getByText("Patch", { exact: true }).click();
  await patch.fill('[{"op": "replace", "path": "/components/1/text", "value": "y"}]');
  await stage.page.getByText("may not be changed").waitFor();
  assert.equal(await send.isDisabled(), true);

  await stage.page.getByRole("button", { name: "Use soup" }).click();
  const row = stage.page.getByLabel("/components/0/text");
  assert.equal(await row.inputValue(), "Soup");
  await row.press("End");
  await row.pressSequentially(" of the day");
  await stage.events(snapshot({ status: "retrying", attempt: 2, maxAttempts: 3, progressTokens: 500 }));
  assert.equal(await row.inputValue(), "Soup of the day");
  await stage.page.locator(".picture a2ui-easel").last().getByText("Soup of the day").waitFor();
  await send.click();
  await stage.page.locator(".outcome", { hasText: "Waiting for the agent…" }).waitFor();
  const told = (await stage.page.evaluate(() => globalThis.events)).filter(({ type }) => type === "a2ui-healing").map(({ detail }) => detail);
  assert.deepEqual(told.map(({ phase }) => phase), ["request", "response"]);
  assert.deepEqual(told[1].response.patch, [{ op: "replace", path: "/components/0/text", value: "Soup of the day" }]);
  assert.equal(await stage.easel((easel) => easel.state), "retrying");
  assert.equal(await stage.page.locator("[data-surface-id]").count(), 0, "a picture is no surface");
  assert.deepEqual(await changes(stage), ["idle retrying"], "and says nothing");
  await stage.events(operations(NOTE));
  assert.equal(await stage.page.locator("form").count(), 0);
  assert.equal((await stage.page.evaluate(() => globalThis.events)).findLast(({ type }) => type === "a2ui-healing").detail.outcome, "applied");
  assert.deepEqual(stage.problems, []);
});


const ORDER = {
  type: "interactive_healing_request", sessionId: "h", requestId: "r", messageId: ID, allowedPatchPaths: ["/orderId", "/lines/*/quantity"], timeoutMs: 60_000,
  error: { message: "quantity must be a number" }, payload: { orderId: "o-1", lines: [{ sku: "a", quantity: "one" }, { sku: "b", quantity: 2 }] },
};
const ask = (more) => ({ type: "CUSTOM", name: "interactive_healing_request", value: { ...ORDER, ...more } });
const retrying = (more) => snapshot({ status: "retrying", attempt: 2, maxAttempts: 3, errors: [{ code: "type", path: "lines[0].quantity", message: "must be a number" }], ...more });
const said = (stage) => stage.page.locator(".announcement").textContent();

test("the row that the error points to is first and marked, and changed lines are marked on both sides", async (t) => {
  const stage = await openActivity(t);
  await stage.events(retrying(), ask());
  assert.equal(await stage.page.locator(".pictures").count(), 0, "nothing is compared while the panel is closed");
  await stage.page.getByText("validation issues: input needed").click();
  assert.deepEqual(await stage.page.locator(".row-field .pointer").allTextContents(), ["/lines/0/quantity", "/orderId", "/lines/1/quantity"]);
  assert.deepEqual(await stage.page.locator(".row-field.wrong .pointer").allTextContents(), ["/lines/0/quantity"]);
  assert.equal(await stage.page.getByLabel("/lines/0/quantity").getAttribute("aria-invalid"), "true");
  await stage.page.getByLabel("/lines/0/quantity").fill("5");
  const marks = (side) => stage.page.locator(".picture").nth(side).locator("mark").allTextContents();
  assert.deepEqual([await marks(0), await marks(1)], [['      "quantity": "one"\n'], ['      "quantity": "5"\n']]);
  await stage.page.getByLabel("/lines/1/quantity").fill("two");
  await stage.page.getByText("/lines/1/quantity: this is no JSON.").waitFor();
  assert.equal(await stage.page.getByLabel("/lines/1/quantity").getAttribute("aria-describedby"), "cause-r");
  assert.equal(await stage.page.getByRole("button", { name: "Send correction" }).isDisabled(), true);
  assert.deepEqual(stage.problems, []);
});

test("pictures are made while the panel is open, and not before", async (t) => {
  const stage = await openActivity(t);
  const payload = { surfaceId: "menu", components: [{ id: "root", component: "Text", text: "Soup" }] };
  await stage.events(retrying(), ask({ payload, allowedPatchPaths: ["/components/0/text"] }));
  const pictures = stage.page.locator(".picture a2ui-easel");
  assert.equal(await pictures.count(), 0);
  await stage.page.getByText("validation issues: input needed").click();
  await pictures.first().getByText("Soup").waitFor();
  await stage.page.getByText("validation issues: input needed").click();
  await stage.settle();
  assert.equal(await pictures.count(), 0);
});

test("arrival and outcome are told, and the clock once, half a minute before the end", async (t) => {
  const stage = await openActivity(t);
  await stage.events(snapshot({ status: "failed", error: "no" }), ask());
  assert.equal(await said(stage), "Waiting for input");
  await stage.page.evaluate(() => {
    globalThis.heard = [];
    const region = document.querySelector("a2ui-easel").shadowRoot.querySelector(".announcement");
    new MutationObserver(() => globalThis.heard.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
  });
  for (let second = 0; second < 60; second++) await stage.pass(1000);
  await stage.settle();
  assert.deepEqual(await stage.page.evaluate(() => globalThis.heard), ["30 s left", "No answer in time"]);
  const short = await openActivity(t);
  await short.events(snapshot({ status: "failed", error: "no" }), ask({ timeoutMs: 20_000 }));
  await short.pass(1000);
  assert.equal(await said(short), "Waiting for input", "it was short from the beginning");
});

test("a form moves into the failure card with what was typed and the caret", async (t) => {
  const stage = await openActivity(t);
  await stage.events({ type: "RUN_STARTED", threadId: "t", runId: "r" }, retrying(), ask());
  await stage.page.getByText("validation issues: input needed").click();
  const row = stage.page.getByLabel("/lines/0/quantity");
  await row.fill("12345");
  await row.press("ArrowLeft");
  await row.press("ArrowLeft");
  await stage.page.getByLabel("Reason").fill("typo");
  await row.focus();
  await row.evaluate((input) => input.setSelectionRange(3, 3));
  await row.press("Shift");
  await stage.events({ type: "RUN_ERROR", message: "boom" });
  assert.equal(await stage.state(), "failed");
  await stage.page.getByText("developer details: input needed").waitFor();
  assert.deepEqual(
    await row.evaluate((input) => [input.value, input.selectionStart, input.getRootNode().activeElement === input]),
    ["12345", 3, true],
  );
  assert.equal(await stage.page.getByLabel("Reason").inputValue(), "typo");
  await row.press("0");
  assert.equal(await row.inputValue(), "123045");
  await stage.page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.activeElement.blur());
  await stage.events(retrying({ attempt: 2 }));
  assert.equal(await stage.page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.activeElement), null, "whoever left is left alone");
});

test("a patch that somebody writes is not made anew by what goes on around it, and can be given up", async (t) => {
  const stage = await openActivity(t);
  await stage.events(retrying(), ask());
  await stage.page.getByText("validation issues: input needed").click();
  await stage.page.getByText("Patch", { exact: true }).click();
  const patch = stage.page.getByRole("textbox", { name: "Patch" });
  await patch.fill("[{");
  await stage.events(retrying({ progressTokens: 90 }));
  await stage.pass(1001);
  await stage.settle();
  assert.equal(await patch.inputValue(), "[{");
  assert.equal(await patch.evaluate((area) => area.getRootNode().activeElement === area), true);
  assert.equal(await stage.page.getByLabel("/orderId").evaluate((input) => input.readOnly), true);
  await stage.page.getByRole("button", { name: "Back to the fields" }).click();
  assert.equal(await stage.page.getByLabel("/orderId").evaluate((input) => input.readOnly), false);
  await stage.page.getByLabel("/orderId").fill("o-2");
  await stage.page.getByText("Patch", { exact: true }).click();
  assert.deepEqual(JSON.parse(await patch.inputValue()), [{ op: "replace", path: "/orderId", value: "o-2" }]);
});

test("an answer that comes too late is not sent, also by an element that was away", async (t) => {
  const stage = await openActivity(t);
  const patch = [{ op: "replace", path: "/orderId", value: "x" }];
  await stage.easel((easel) => easel.connect({ subscribe: () => ({ unsubscribe() {} }), runAgent: (input) => ((globalThis.sent = input), new Promise(() => {})) }));
  await stage.events(retrying(), ask());
  await stage.pass(59_999);
  assert.deepEqual(await stage.easel((easel, patch) => easel.heal("r", patch.concat(patch.map((one) => ({ ...one, path: "/secret" })))).map(({ code }) => code), patch), ["healing_path_not_allowed"]);
  await stage.easel((easel) => (globalThis.easel = easel).remove());
  await stage.pass(2);
  await stage.page.evaluate(() => document.body.append(globalThis.easel));
  await stage.settle();
  assert.deepEqual(await stage.easel((easel, patch) => easel.heal("r", patch).map(({ code }) => code), patch), ["healing_closed"]);
  const healing = (await stage.page.evaluate(() => globalThis.events)).filter(({ type }) => type === "a2ui-healing").map(({ detail }) => detail.outcome ?? detail.phase);
  assert.deepEqual(healing, ["request", "expired"]);
  assert.equal(await stage.page.evaluate(() => globalThis.sent), undefined);
});

test("hidden leaves no form, and a later wish of the server the open one with the time that is left", async (t) => {
  const stage = await openActivity(t);
  await stage.events(retrying({ debugExposure: "hidden" }), ask());
  assert.equal(await stage.page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.innerHTML.includes("quantity")), false);
  assert.equal(await said(stage), "Retrying generation… (2/3 attempts)");
  await stage.pass(5000);
  await stage.events(retrying({ debugExposure: "verbose" }));
  assert.equal(await stage.page.getByText("55 s left").isVisible(), true);
});

/** What is the page's affair, and this one is empty. */
const PAGE_RULES = ["landmark-one-main", "page-has-heading-one", "region"];

test("whatever a request says, the form stays as wide as its place and names no prototype", async (t) => {
  for (const [allowedPatchPaths, payload, message] of [
    [[`/${"k".repeat(900)}`], {}, "no"],
    [["/*/x"], { constructor: { x: 2 }, a: { x: "w".repeat(3000) } }, "no"],
    [["/a"], { a: "b" }, "W".repeat(5000)],
  ]) {
    const stage = await openActivity(t, { viewport: { width: 320, height: 600 } });
    const request = { type: "interactive_healing_request", sessionId: "h", requestId: "r", messageId: ID, allowedPatchPaths, payload, timeoutMs: 60_000, error: { message } };
    await stage.events(snapshot({ status: "failed", debugExposure: "verbose", error: message }), { type: "CUSTOM", name: "interactive_healing_request", value: request });
    await stage.page.locator("form").waitFor();
    assert.equal(await stage.page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.equal(await stage.page.locator(".pointer", { hasText: "constructor" }).count(), 0);
  }
});

test("axe finds nothing on the form, however it stands", async (t) => {
  const rules = Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }]));
  for (const colorScheme of ["light", "dark"]) {
    const stage = await openActivity(t, { colorScheme, viewport: { width: 320, height: 700 } });
    await stage.easel((easel, scheme) => easel.setAttribute("color-scheme", scheme), colorScheme);
    await stage.events(retrying({ debugExposure: "verbose" }), ask({ suggestedPatches: [{ op: "replace", path: "/orderId", value: "o-2" }] }));
    await stage.page.getByRole("button", { name: "Use suggestion" }).click();
    assert.deepEqual(await audit(stage.page, { rules }), [], colorScheme);
    await stage.page.getByText("Patch", { exact: true }).click();
    await stage.page.getByRole("textbox", { name: "Patch" }).fill("[");
    assert.deepEqual(await audit(stage.page, { rules }), [], `${colorScheme}, wrong`);
    const overflow = await stage.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px wider than the page`);
    await stage.pass(60_001);
    await stage.settle();
    assert.deepEqual(await audit(stage.page, { rules }), [], `${colorScheme}, over`);
  }
});

test("what a suggestion says is what is sent, of its type, and so is what is typed after it", async (t) => {
  const agent = (easel) => easel.connect({ subscribe: () => ({ unsubscribe() {} }), runAgent: () => new Promise(() => {}) });
  const open = async (suggestedPatches) => {
    const stage = await openActivity(t);
    await stage.easel(agent);
    await stage.events(snapshot({ status: "failed", error: "no" }), ask({ suggestedPatches }));
    await stage.page.locator("details.panel > summary").last().click();
    await stage.page.getByRole("button", { name: "Use suggestion" }).first().click();
    return stage;
  };
  const sent = async (stage) => {
    await stage.page.getByRole("button", { name: "Send correction" }).click();
    await stage.page.locator(".outcome", { hasText: "Waiting for the agent…" }).waitFor();
    assert.equal(await stage.page.locator(".cause").textContent(), "", "nothing speaks against what is under way");
    const events = await stage.page.evaluate(() => globalThis.events);
    return events.find(({ type, detail }) => type === "a2ui-healing" && detail.phase === "response").detail.response.patch;
  };
  const path = "/lines/0/quantity";
  const stage = await open([{ op: "replace", path, value: 1 }]);
  assert.equal(await stage.page.getByLabel(path).inputValue(), "1");
  assert.deepEqual(await sent(stage), [{ op: "replace", path, value: 1 }]);

  const typed = await open([{ op: "replace", path, value: 1 }]);
  await typed.page.getByLabel(path).fill("12");
  assert.deepEqual(await sent(typed), [{ op: "replace", path, value: 12 }]);

  // Rows cannot say this: the patch itself is shown, and goes out as it is.
  const patch = [{ op: "replace", path, value: null }];
  const whole = await open([patch]);
  assert.deepEqual(JSON.parse(await whole.page.getByRole("textbox", { name: "Patch" }).inputValue()), patch);
  assert.deepEqual(await sent(whole), patch);
});

test("an answer that was given elsewhere settles the request, and one that the host gives may be refused", async (t) => {
  const word = (kind, more) => ({ type: `interactive_healing_${kind}`, sessionId: "h", requestId: "r", ...more });
  const open = (stage) => stage.easel((easel) => easel.healing.open.length);
  const replayed = await openActivity(t);
  await replayed.easel((easel, text) => easel.connect(new Response(text).body), [snapshot({ status: "failed", error: "no" }), ask(), word("applied")].map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  await replayed.page.waitForFunction(() => globalThis.events.some(({ type }) => type === "a2ui-state"));
  await replayed.settle();
  assert.equal(await open(replayed), 0);
  assert.deepEqual((await replayed.page.evaluate(() => globalThis.events)).filter(({ type }) => type === "a2ui-healing"), []);

  const stage = await openActivity(t);
  await stage.easel((easel) => easel.addEventListener("a2ui-healing", (event) => event.detail.phase === "response" && event.preventDefault()));
  await stage.events(snapshot({ status: "failed", error: "no" }), ask());
  assert.deepEqual(await stage.easel((easel) => easel.heal("r", [{ op: "replace", path: "/orderId", value: "o-2" }])), []);
  await stage.events(word("rejected", { error: { message: "There is no such order" } }));
  assert.match(await stage.page.locator(".rejection").textContent(), /There is no such order/);
  assert.equal(await open(stage), 1);
  await stage.events(word("applied"));
  assert.equal(await open(stage), 0);
  assert.deepEqual(stage.problems, []);
});
