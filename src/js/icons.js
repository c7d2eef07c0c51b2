// The basic catalog's symbols, loaded when the first icon is drawn.
import { SYMBOLS } from "generated:symbols";

/** A name that no catalog knows: a dot, which claims nothing. */
const NEUTRAL = "M360-480a120 120 0 1 0 240 0a120 120 0 1 0-240 0Z";

/** They point along the line of reading, which in some scripts runs the other way. */
const DIRECTED = new Set(["arrow_back", "arrow_forward", "send"]);

/** Draws the symbol with this name, in snake case, into an `<svg>` that holds one `<path>`. */
export function draw(svg, name) {
  svg.setAttribute("viewBox", "0 -960 960 960");
  svg.toggleAttribute("data-directed", DIRECTED.has(name));
  svg.firstElementChild.setAttribute("d", Object.hasOwn(SYMBOLS, name) ? SYMBOLS[name] : NEUTRAL);
}
