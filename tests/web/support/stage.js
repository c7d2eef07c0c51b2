// Loads the package and keeps what the element says.
import "/dist/index.js";

globalThis.events = [];
for (const type of ["a2ui-action", "a2ui-message", "a2ui-state", "a2ui-issue", "a2ui-healing"]) {
  addEventListener(type, (event) => globalThis.events.push({ type, detail: event.detail }));
}
