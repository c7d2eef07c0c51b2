// What the element is made of on the way in: the stage that hears what people do, and input as text.

const EVENTS = ["click", "input", "change", "focusout", "keydown", "compositionstart", "compositionend"];
/** These do not bubble: they are caught on their way down. */
const CAPTURED = ["close", "error"];

/** What surfaces are drawn on; `handle` hears of all that a person does there. */
export function newStage(handle) {
  const stage = document.createElement("div");
  stage.className = "stage";
  stage.setAttribute("part", "stage");
  for (const kind of EVENTS) stage.addEventListener(kind, handle);
  for (const kind of CAPTURED) stage.addEventListener(kind, handle, true);
  return stage;
}

/** Input as JSON text. What JSON cannot say, such as a cycle, becomes text that is no JSON and names the reason: an issue. */
export function asText(input) {
  if (typeof input === "string") return input;
  try {
    return JSON.stringify(input) ?? "null";
  } catch (error) {
    // Host objects may throw anything, even what cannot be made a text.
    return `not JSON: ${error?.message ?? typeof error}`;
  }
}
