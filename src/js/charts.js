// Charts, in the shape that src/js/on_demand.js asks for.
import { list } from "./listing.js";

export async function started() {}

export function draw(host, name, properties) {
  list(host, properties);
}

export function forget(host) {
  host.replaceChildren();
}
