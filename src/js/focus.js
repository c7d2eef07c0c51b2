// The focus stays with what a person is at when that is drawn anew.
import { STOPS } from "./dialog.js";

const stops = (element) => [element, ...element.querySelectorAll(STOPS)];

/** Puts `now` in the place of `before`. The focus, the caret and what is typed into a filter go to the same place there. */
export function replace(before, now) {
  const held = before.getRootNode().activeElement;
  const place = stops(before).indexOf(held);
  const { selectionStart: start, selectionEnd: end } = held ?? {};
  before.replaceWith(now);
  const next = place >= 0 && stops(now)[place];
  if (!next) return;
  next.focus({ preventScroll: true });
  if (typeof start === "number" && typeof next.selectionStart === "number") next.setSelectionRange(start, end);
  if (!held.matches(".filter") || !next.matches(".filter")) return;
  next.value = held.value;
  // What is drawn here hears of nothing before it is done.
  queueMicrotask(() => next.dispatchEvent(new Event("input", { bubbles: true })));
}
