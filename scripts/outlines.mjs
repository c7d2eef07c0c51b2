// node scripts/outlines.mjs <countries-110m.json>: packs the outlines of the world-atlas package (npm, 2.0.2) into
// crates/maps/data/countries-110m.bin. Run by hand when the data change; the build needs only the packed file.
//
// What the file holds, all numbers as varints, signed ones zigzag-coded:
//   the number of arcs; of each the number of points and the points, as the difference to the point before (across arcs)
//     in steps of 0.02 degrees, longitude first, going on beyond 180 degrees where the date line is crossed;
//   the number of countries; of each its two-letter code ("--" without one), the number of rings, of each ring the number
//     of arcs, and these: 2 · index, or 2 · index + 1 where an arc runs backwards.
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./support/process.mjs";

const STEP = 0.02;
const TOLERANCE = 0.05;

/** The points of a TopoJSON arc in degrees. What crosses the date line goes on beyond 180. */
function degrees(arc, { scale, translate }) {
  let [x, y] = [0, 0];
  let before;
  return arc.map(([dx, dy]) => {
    [x, y] = [x + dx, y + dy];
    const lng = x * scale[0] + translate[0];
    before = lng - Math.round((lng - (before ?? lng)) / 360) * 360;
    return [before, y * scale[1] + translate[1]];
  });
}

function distance([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** Douglas-Peucker. A ring keeps at least the corners of a triangle. */
function simplified(points) {
  const keep = new Set([0, points.length - 1]);
  const waiting = [[0, points.length - 1]];
  const [first, last] = [points[0], points.at(-1)];
  const isRing = Math.hypot(first[0] - last[0], first[1] - last[1]) < STEP;
  while (waiting.length > 0) {
    const [from, to] = waiting.pop();
    let [far, at] = [0, -1];
    for (let index = from + 1; index < to; index++) {
      const away = distance(points[index], points[from], points[to]);
      if (away > far) [far, at] = [away, index];
    }
    if (at < 0 || (far < TOLERANCE && !(isRing && keep.size < 4))) continue;
    keep.add(at);
    waiting.push([from, at], [at, to]);
  }
  return points.filter((_, index) => keep.has(index));
}

function pack({ arcs, transform, objects }) {
  const bytes = [];
  const unsigned = (value) => {
    while (value > 127) {
      bytes.push((value & 127) | 128);
      value >>>= 7;
    }
    bytes.push(value);
  };
  const signed = (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value);

  unsigned(arcs.length);
  let [x, y] = [0, 0];
  for (const arc of arcs) {
    const steps = simplified(degrees(arc, transform)).map((point) => point.map((value) => Math.round(value / STEP)));
    const points = steps.filter(([a, b], index) => index === 0 || index === steps.length - 1 || a !== steps[index - 1][0] || b !== steps[index - 1][1]);
    unsigned(points.length);
    for (const [a, b] of points) {
      signed(a - x);
      signed(b - y);
      [x, y] = [a, b];
    }
  }

  const { geometries } = objects.countries;
  unsigned(geometries.length);
  for (const { id, type, arcs: parts } of geometries) {
    // The numeric code is an alias of the two letters.
    const code = id === undefined ? "--" : new Intl.Locale(`und-${id}`).region;
    bytes.push(...Buffer.from(code, "ascii"));
    const rings = type === "Polygon" ? parts : parts.flat();
    unsigned(rings.length);
    for (const ring of rings) {
      unsigned(ring.length);
      for (const arc of ring) unsigned(arc < 0 ? 2 * ~arc + 1 : 2 * arc);
    }
  }
  return Buffer.from(bytes);
}

const [, , source] = process.argv;
if (!source) {
  console.error("usage: node scripts/outlines.mjs <countries-110m.json of npm world-atlas 2.0.2>");
  process.exitCode = 1;
} else {
  const packed = pack(JSON.parse(fs.readFileSync(source, "utf8")));
  const target = path.join(ROOT, "crates/maps/data/countries-110m.bin");
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, packed);
  console.log(`${packed.length} bytes`);
}
