// Whatever an agent sends, nothing is thrown out of the element and the module stays alive: seeded damage to the examples,
// with a person pressing and typing on what is left of them.
import assert from "node:assert/strict";
import test from "node:test";
import { SETS } from "./examples/versions.mjs";
import { damaged, randomFrom } from "./examples/mutations.mjs";
import { loaded, surface, text } from "./examples/surface.mjs";
import { openStage, painted } from "./support/stage.mjs";

const ROUNDS = 100;

/** What matters here: the page's own complaints about pictures that do not load do not. */
const uncaught = (stage) => stage.problems.filter((problem) => problem.startsWith("uncaught"));

/** Feeds texts one after the other, each into an element that is empty or, every other time, not; answers with what was thrown. */
const feedAll = (stage, inputs) =>
  stage.page.evaluate(async (texts) => {
    const easel = document.querySelector("a2ui-easel");
    const thrown = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const elements = (root, css) => [...root.querySelectorAll(css)];
    for (const [index, text] of texts.entries()) {
      try {
        if (index % 2 === 0) easel.reset();
        const issues = index % 3 === 0 ? easel.send(text) : ((easel.messages = text), easel.issues);
        if (!Array.isArray(issues)) thrown.push(`${index}: the answer is ${issues}`);
        await frame();
        for (const button of elements(easel.shadowRoot, "button").slice(0, 20)) button.click();
        for (const input of elements(easel.shadowRoot, "input, textarea").slice(0, 20)) {
          if (input.type === "checkbox" || input.type === "radio") input.click();
          else input.value = input.type === "text" ? "typed \u{1f324}" : "";
          input.dispatchEvent(new Event("input", { bubbles: true }));
          input.dispatchEvent(new Event("change", { bubbles: true }));
        }
        await frame();
        void easel.state;
        for (const element of elements(easel.shadowRoot, "[data-surface-id]")) easel.dataModel(element.dataset.surfaceId);
      } catch (error) {
        thrown.push(`${index}: ${error.message}`);
      }
    }
    return thrown;
  }, inputs);

async function assertHealthy(stage) {
  await stage.easel((easel) => easel.reset());
  await stage.send(surface({ root: text("Alive and well") }));
  assert.equal(await stage.page.getByText("Alive and well").count(), 1);
  assert.equal(await stage.page.evaluate(() => [{}.polluted, [].polluted].every((value) => value === undefined)), true);
}

for (const [number, { title, examples }] of SETS.entries()) {
  test(`damaged examples of ${title} never throw and never end the module`, async (t) => {
    const random = randomFrom(1000 + number);
    const all = examples();
    const stage = await openStage(t);
    await loaded(stage);
    await stage.page.evaluate(() => (globalThis.open = () => null));
    const inputs = Array.from({ length: ROUNDS }, () => damaged(random.pick(all).messages, random));
    // In portions, so that a failure says which input it was.
    for (let from = 0; from < inputs.length; from += 10) {
      const portion = inputs.slice(from, from + 10);
      const thrown = [...(await feedAll(stage, portion)), ...uncaught(stage)];
      const said = portion.map((input, i) => `${i}: ${input.slice(0, 3000)}`).join("\n");
      assert.deepEqual(thrown, [], `inputs ${from} to ${from + 9}:\n${said}`);
    }
    await assertHealthy(stage);
  });
}

test("what is no JSON is an issue, not an exception", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.send(surface({ root: text("Stays") }));
  const answers = await stage.easel((easel) => {
    const cyclic = {};
    cyclic.itself = cyclic;
    let deep = {};
    for (let i = 0; i < 20_000; i += 1) deep = { deep };
    const inputs = { cyclic, deep, bigint: { version: "v0.9", value: 1n }, symbol: Symbol("x"), function: () => {}, undefined, null: null, number: 4, string: "no JSON", torn: '{"version":"v0.9","cre' };
    return Object.entries(inputs).map(([name, input]) => {
      try {
        const issues = easel.send(input);
        easel.messages = input;
        return `${name}: ${Array.isArray(issues)}`;
      } catch (error) {
        return `${name}: ${error.message}`;
      }
    });
  });
  await painted(stage.page);
  assert.deepEqual(answers.filter((answer) => !answer.endsWith(": true")), []);
  assert.deepEqual(uncaught(stage), []);
  await assertHealthy(stage);
});

/** Makes the next calls of a DOM method fail within the module, as they would if the module itself failed. */
const breakNext = (stage, times = 1) =>
  stage.page.evaluate((times) => {
    const { append } = Element.prototype;
    Element.prototype.append = function () {
      times -= 1;
      if (times <= 0) Element.prototype.append = append;
      throw new Error("broken on purpose");
    };
  }, times);

test("a failure of the module leaves what is shown, is told, and the messages are shown again", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.easel((easel, messages) => void (easel.messages = messages), surface({ root: text("Painted before") }));
  await stage.page.getByText("Painted before").waitFor();
  await breakNext(stage);
  const grown = [...surface({ root: text("Painted before") }), ...surface({ root: text("Second surface") }, {}, "second")];
  await stage.easel((easel, messages) => void (easel.messages = messages), grown);
  await stage.page.getByText("Second surface").waitFor();
  assert.equal(await stage.page.getByText("Painted before").count(), 1);
  assert.deepEqual(await stage.easel((easel) => easel.issues.map(({ code }) => code)), ["INTERNAL_ERROR"]);
  assert.equal((await stage.events()).filter(({ type, detail }) => type === "a2ui-issue" && detail.code === "INTERNAL_ERROR").length, 1);
  assert.equal(await stage.easel((easel) => easel.state), "painted");
});

test("after a failure what was shown step by step stays to be read until something new is shown", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.send(surface({ root: text("Painted before") }));
  await breakNext(stage);
  await stage.easel((easel, messages) => void easel.send(messages), surface({ root: text("Lost") }, {}, "lost"));
  await painted(stage.page);
  assert.equal(await stage.page.getByText("Painted before").isVisible(), true);
  await stage.send(surface({ root: text("Painted after") }));
  await stage.page.getByText("Painted after").waitFor();
  assert.equal(await stage.page.getByText("Painted before").count(), 0);
  assert.equal(await stage.easel((easel) => easel.shadowRoot.querySelectorAll(".stage").length), 1);
});

test("messages that fail whenever they are shown do not keep the page from going on", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.send(surface({ root: text("Painted before") }));
  await breakNext(stage, 2);
  const failing = [...surface({ root: text("Painted before") }), ...surface({ root: text("Failing") }, {}, "failing")];
  await stage.easel((easel, messages) => void (easel.messages = messages), failing);
  await painted(stage.page);
  assert.equal(await stage.page.getByText("Painted before").isVisible(), true);
  assert.deepEqual(await stage.easel((easel) => easel.issues.map(({ code }) => code)), ["INTERNAL_ERROR", "INTERNAL_ERROR"]);
  await stage.easel((easel, messages) => void (easel.messages = messages), surface({ root: text("Painted after") }));
  await stage.page.getByText("Painted after").waitFor();
  assert.equal(await stage.page.getByText("Painted before").count(), 0);
});

test("a failure in a conversation with an agent ends it, and the next one begins", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const content = (words) => ({ a2ui_operations: surface({ root: text(words) }), status: "painted" });
  await stage.easel((easel, given) => void (easel.content = given), content("Painted before"));
  await stage.page.getByText("Painted before").waitFor();
  await breakNext(stage);
  await stage.easel((easel, messages) => void easel.send(messages), surface({ root: text("Lost") }, {}, "lost"));
  await painted(stage.page);
  await stage.easel((easel, given) => void (easel.content = given), content("Painted after"));
  await stage.page.getByText("Painted after").waitFor();
  assert.equal(await stage.page.getByText("Painted before").count(), 0);
  assert.equal(await stage.easel((easel) => easel.state), "painted");
});

test("what a failure left behind obeys the host: surface-id, reset, and no dialog that nobody can close", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const modal = { root: { component: "Modal", trigger: "open", content: "words" }, open: text("Open"), words: text("Inside") };
  await stage.send([...surface(modal, {}, "modal"), ...surface({ root: text("Painted before") })]);
  await stage.page.getByText("Open").click();
  await stage.page.getByText("Inside").waitFor();
  await breakNext(stage);
  await stage.easel((easel, messages) => void easel.send(messages), surface({ root: text("Lost") }, {}, "lost"));
  await painted(stage.page);
  assert.equal(await stage.page.getByText("Inside").isVisible(), false);
  assert.equal(await stage.page.getByText("Painted before").isVisible(), true);
  await stage.easel((easel) => easel.setAttribute("surface-id", "modal"));
  assert.equal(await stage.page.getByText("Painted before").isVisible(), false);
  await stage.easel((easel) => easel.removeAttribute("surface-id"));
  assert.equal(await stage.page.getByText("Painted before").isVisible(), true);
  await stage.easel((easel) => easel.reset());
  assert.equal(await stage.page.getByText("Painted before").count(), 0);
  assert.deepEqual(await stage.easel((easel) => [easel.issues, easel.state]), [[], "idle"]);
});
