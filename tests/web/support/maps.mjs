// Surfaces with a map on them, as agents send them, and what stands in the map.
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../../scripts/support/process.mjs";

export const RIZZCHARTS = "https://github.com/google/A2UI/blob/main/samples/agent/adk/rizzcharts/rizzcharts_catalog_definition.json";
export const TOOLKIT = "a2ui://maps-agentic-ui-catalog.json";

/** Six places in a city: centre, zoom and pins. */
export const LOS_ANGELES = JSON.parse(fs.readFileSync(path.join(ROOT, "tests/fixtures/maps/los_angeles.json"), "utf8"));

const BOUND = { center: { path: "/map/center" }, zoom: { path: "/map/zoom" }, pins: { path: "/map/pins" } };

/** A v0.9 surface that is one map; what is in `data` stands under `/map`, where `properties` are bound by default. */
export function mapSurface(data, { properties = BOUND, catalogId = RIZZCHARTS } = {}) {
  return [
    { version: "v0.9", createSurface: { surfaceId: "main", catalogId } },
    { version: "v0.9", updateComponents: { surfaceId: "main", components: [{ id: "root", component: "GoogleMap", ...properties }] } },
    ...(data ? [{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map", value: data } }] : []),
  ];
}

/** The same with every leaf under a key of its own: `map.pins[0].lat`. */
export function flatSurface(data) {
  const flat = Object.fromEntries(leaves("map", data));
  const properties = { center: { path: "/map.center" }, zoom: { path: "/map.zoom" }, pins: { path: "/map.pins" } };
  return [...mapSurface(undefined, { properties }), { version: "v0.9", updateDataModel: { surfaceId: "main", path: "/", value: flat } }];
}

/** The same in v0.8, which has neither lists nor nesting on the wire. */
export function oldSurface(data) {
  const contents = [...leaves("map", data)].map(([key, value]) => (typeof value === "number" ? { key, valueNumber: value } : { key, valueString: value }));
  const properties = { center: { path: "/map.center" }, zoom: { path: "/map.zoom" }, pins: { path: "/map.pins" } };
  return [
    { surfaceUpdate: { surfaceId: "main", components: [{ id: "root", component: { GoogleMap: properties } }] } },
    { dataModelUpdate: { surfaceId: "main", path: "/", contents } },
    { beginRendering: { surfaceId: "main", root: "root", catalogId: RIZZCHARTS } },
  ];
}

function* leaves(key, value) {
  if (typeof value !== "object") yield [key, value];
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* leaves(`${key}[${index}]`, item);
  else for (const [name, member] of Object.entries(value)) yield* leaves(`${key}.${name}`, member);
}

/** Waits until the map stands and nothing in it moves. */
export async function mapReady({ page }) {
  await page.locator(".map-canvas").waitFor();
  await page.waitForTimeout(50);
}

/** Where the tips of the pins are, in pixels from the middle of the picture, by their names. */
export const pins = ({ page }) =>
  page.locator(".map-canvas").evaluate((canvas) => {
    const box = canvas.getBoundingClientRect();
    return Object.fromEntries(
      [...canvas.querySelectorAll("button.map-pin")].map((pin) => {
        const { left, width, bottom } = pin.getBoundingClientRect();
        return [pin.getAttribute("aria-label"), [left + width / 2 - box.left - box.width / 2, bottom - box.top - box.height / 2]];
      }),
    );
  });

export const description = ({ page }) => page.locator(".map-canvas + .map-unseen").textContent();
