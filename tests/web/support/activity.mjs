// A page whose element speaks AG-UI under a clock that the tests turn.
import { surface, text } from "../examples/surface.mjs";
import { openStage } from "./stage.mjs";

export const ID = "a2ui-surface-call";
export const snapshot = (content, messageId = ID) => ({ type: "ACTIVITY_SNAPSHOT", messageId, activityType: "a2ui-surface", replace: true, content });
export const operations = (list) => snapshot({ a2ui_operations: list });
export const NOTE = surface({ root: text("Painted") });

/** A page whose clock stands still: `stage.pass(ms)` moves it. */
export async function openActivity(t, options) {
  const stage = await openStage(t, options);
  await stage.page.evaluate(() => {
    let now = 1000;
    let timers = [];
    globalThis.pass = (span) => {
      now += span;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { work } of due) work();
    };
    customElements.get("a2ui-easel").clock = {
      now: () => now,
      wall: () => 1_800_000_000_000 + now,
      setTimeout: (work, span) => timers.push({ work, at: now + span }) && work,
      clearTimeout: (timer) => void (timers = timers.filter(({ work }) => work !== timer)),
    };
    document.querySelector("a2ui-easel").remove();
    document.body.prepend(document.createElement("a2ui-easel"));
  });
  stage.pass = (span) => stage.page.evaluate((ms) => globalThis.pass(ms), span);
  /** Hands events over, and waits until what follows from them is drawn. */
  stage.events = async (...events) => {
    await stage.easel((easel, list) => list.forEach((event) => easel.applyEvent(event)), events);
    await stage.settle();
  };
  stage.settle = () =>
    stage.page.evaluate(async () => {
      const easel = document.querySelector("a2ui-easel");
      // A call that is answered means that those before it have been.
      await new Promise((resolve) => {
        const wait = () => (easel.healing && globalThis.isReady(easel) ? resolve() : setTimeout(wait, 10));
        globalThis.isReady ??= () => performance.getEntriesByType("resource").some(({ name, responseEnd }) => name.endsWith("activity_bg.wasm") && responseEnd > 0) && easel.shadowRoot?.querySelector("[data-activity-id], .surface");
        wait();
      });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
  stage.state = () => stage.easel((easel) => easel.state);
  return stage;
}

export const section = ({ page }) => page.locator(`[data-activity-id="${ID}"]`);
export const changes = async (stage) => (await stage.page.evaluate(() => globalThis.events)).filter(({ type }) => type === "a2ui-state").map(({ detail }) => `${detail.from} ${detail.to}`);
