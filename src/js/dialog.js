// Keeps the focus inside an open modal dialog: the browser alone lets Tab go on from its last control to nowhere.

export const STOPS = "a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex]";

/** On a press of Tab at the edge of a modal dialog, goes on at its other edge. */
export function keepFocusInside(event) {
  if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;
  const dialog = event.composedPath().find((node) => node.localName === "dialog" && node.matches(":modal"));
  if (!dialog) return;
  const stops = [...dialog.querySelectorAll(STOPS)].filter(isStop);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const active = dialog.getRootNode().activeElement;
  // The controls inside of a player are the browser's; it moves between them.
  if (active !== dialog && (active !== from || from.matches("audio, video"))) return;
  event.preventDefault();
  (to ?? dialog).focus();
}

/** Taking a dialog out of the page ends its being modal but not its being open: once the page has it again it is both. */
export function showAgain(stage) {
  for (const dialog of stage.querySelectorAll("dialog[open]:not(:modal)")) {
    dialog.removeAttribute("open");
    dialog.showModal();
  }
}

/** Closes dialogs whose element has left the page: it must not stay without scrolling. */
export function closeAll(stage) {
  for (const dialog of stage.querySelectorAll("dialog[open]")) dialog.close();
}

function isStop(element) {
  if (element.disabled || element.tabIndex < 0 || element.closest("[inert]") || !element.checkVisibility({ visibilityProperty: true })) return false;
  if (element.type !== "radio" || element.checked) return true;
  // Of radio buttons only the chosen one is a stop, and the first where none is.
  const group = [...element.getRootNode().querySelectorAll("input[type=radio]")].filter(({ name }) => name === element.name);
  return !group.some(({ checked }) => checked) && group[0] === element;
}
