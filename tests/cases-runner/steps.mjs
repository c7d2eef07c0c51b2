// What a person, the agent or the host does in a case.
import { itemTexts } from "./stand-ins.mjs";
import { piecesOf } from "./chunks.mjs";

/** Runs one step of a case. `resolve` turns targets by role or label into elements of the page. */
export async function runStep(step, run) {
  await STEPS[step.do](step, run);
}

const STEPS = {
  async click({ target }, run) {
    const point = await run.page.evaluate((given) => caseRunner.pressPoint(given), await run.resolve(target));
    await run.page.mouse.click(point.x, point.y);
  },
  async type({ target, text, clear = false }, run) {
    await run.page.evaluate(([given, all]) => caseRunner.focusEnd(given, all), [await run.resolve(target), clear]);
    if (clear) await run.page.keyboard.press("Delete");
    await run.page.keyboard.type(text);
  },
  async type_here({ text }, { page }) {
    await page.keyboard.type(text);
  },
  async key({ key, target, times = 1 }, run) {
    if (target) await run.page.evaluate((given) => caseRunner.one(given).focus(), await run.resolve(target));
    for (let i = 0; i < times; i += 1) await run.page.keyboard.press(keyName(key));
  },
  async set_value({ target, value }, run) {
    await run.page.evaluate(([given, wanted]) => caseRunner.setValue(given, wanted), [await run.resolve(target), value]);
  },
  async choose({ target, ...step }, run) {
    const given = { ...step, target: target && (await run.resolve(target)) };
    let point = await run.page.evaluate((asked) => caseRunner.choose(asked), given);
    if (point === undefined && target) {
      // A closed list: open it first.
      await STEPS.click({ target }, run);
      await run.settle();
      point = await run.page.evaluate((asked) => caseRunner.choose(asked), given);
    }
    if (point === undefined) throw new Error(`there is no option ${JSON.stringify(step)}`);
    if (point !== "done") await run.page.mouse.click(point.x, point.y);
  },
  async deliver({ messages, message, events, event, chunks }, run) {
    await feed("messages", messages ?? (message ? [message] : []), run);
    await feed("events", events ?? (event ? [event] : []), run);
    if (chunks) await write(chunks, run);
  },
  async wait({ ms }, { page }) {
    await page.evaluate((given) => caseRunner.clock.advance(given), ms);
  },
  async host({ action }, { page }) {
    await page.evaluate((given) => caseRunner.actions[given](), action);
  },
};

const KEYS = { " ": "Space", Ctrl: "Control", Cmd: "Meta", Esc: "Escape", Del: "Delete", Return: "Enter", Up: "ArrowUp", Down: "ArrowDown", Left: "ArrowLeft", Right: "ArrowRight" };

/** A key as playwright names it. */
const keyName = (key) => (key.length === 1 ? (KEYS[key] ?? key) : key.split("+").map((part) => KEYS[part] ?? part).join("+"));

/** Hands messages or events to the element one by one, each followed by a settled frame. */
export async function feed(channel, list, run, reached = run.settle) {
  for (const [index, item] of list.entries()) {
    await run.measured(async () => {
      // What one stand-in becomes is a burst: it is fed at once.
      await run.page.evaluate((texts) => caseRunner.take(texts), itemTexts(item));
      await run.attempt(() => run.page.evaluate(([name, mutates]) => caseRunner.feed(name, mutates), [channel, run.settings.mutates]));
      await run.settle();
    });
    await reached(index);
  }
}

/** Writes a cut-up stream and ends it. */
export async function write(chunks, run) {
  const pieces = piecesOf(chunks, (chunks.lines ?? []).flatMap(itemTexts));
  await run.measured(async () => {
    await run.attempt(() => run.page.evaluate((given) => caseRunner.write(given), pieces));
    await run.settle();
  });
}
