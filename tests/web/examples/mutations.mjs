// Damages example messages in ways that agents do and in ways that only an attacker would; the same for the same seed.
import { jsonText } from "../../cases-runner/stand-ins.mjs";

/** Random numbers from a seed: `next()` in 0..1, `below(n)`, `pick(list)`. */
export function randomFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)] };
}

/** A value nested deeper than anything that recurses over it bears, as its own JSON text. */
const deep = (open, inner, close) => open.repeat(3000) + inner + close.repeat(3000);
const RAW = Symbol("JSON text");
const raw = (text) => ({ [RAW]: text });

const JUNK = [
  null, true, false, 0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, "", " ", "\u0000", "\ud800", "null", "NaN", "0x1F",
  [], {}, [[]], [null], "/", "//", "~", "/~2", "../..", "__proto__", "constructor", "javascript:alert(1)", "data:text/html,x",
  "${", "${${}", "\\${", "${formatString(value: 1)}", "#".repeat(2000), "[".repeat(2000), "*_".repeat(1000), "<img src=x onerror=x>",
  { path: "/" }, { path: "" }, { path: "/a/b/c" }, { path: 7 }, { "@path": "x" }, { call: "nothing" }, { call: "formatDate", args: { value: "x", format: "yyyyyyyyyyyy'" } },
  { call: "formatCurrency", args: { value: 1, currency: "not a currency" } }, { call: "formatNumber", args: { value: 1, decimals: 1e9 } },
  { call: "regex", args: { value: "aaaa", pattern: "(a+)+$(" } }, { componentId: "root", path: "/" }, { literalString: 4 }, { event: null }, { functionCall: {} },
  "2026-13-45T99:99:99Z", "\u202e\u200f", "9".repeat(400), { $repeat: "long ", times: 20_000 },
  { $generate: { count: 2000, item: "item {index}" } },
  raw('{"__proto__":{"polluted":true}}'), raw('{"constructor":{"prototype":{"polluted":true}}}'),
  raw(deep("[", "", "]")), raw(deep('{"a":', "1", "}")), raw(deep('{"call":"not","args":{"value":', "true", "}}")), raw("1e999"), raw("-0"), raw('"\\ud83c"'),
];

/** JSON text of a copy of `messages` with a few injuries. */
export function damaged(messages, random) {
  const copy = structuredClone(messages);
  const ids = copy.flatMap((message) => Object.values(message).flatMap((body) => body?.components ?? [])).map(({ id }) => id);
  for (let i = 1 + random.below(4); i > 0; i -= 1) injure(copy, random, ids);
  const text = toText(copy);
  if (random.next() > 0.05) return text;
  // Torn off or garbled on the way.
  const at = random.below(text.length);
  return random.next() < 0.5 ? text.slice(0, at) : text.slice(0, at) + random.pick(["\u0000", "}", "]", '"', ",", "é"]) + text.slice(at + 1);
}

function injure(root, random, ids) {
  const places = [];
  collect(root, places);
  if (places.length === 0) return;
  const { holder, key } = random.pick(places);
  const other = random.pick(places);
  const injuries = [
    () => (holder[key] = random.pick(JUNK)),
    () => (holder[key] = random.pick(JUNK)),
    // The id of another component, or of an ancestor: cycles, shared children, wrong kinds.
    () => (holder[key] = random.pick(ids) ?? "root"),
    () => (Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key]),
    () => ([holder[key], other.holder[other.key]] = [structuredCloneOf(other.holder[other.key]), structuredCloneOf(holder[key])]),
    () => Array.isArray(holder) && holder.push(...holder.slice(0, 50)),
    () => !Array.isArray(holder) && (holder[random.pick(["path", "call", "children", "child", "id", "component", "version", "surfaceId", "hasOwnProperty", "toString"])] = random.pick(JUNK)),
    () => typeof holder[key] === "string" && (holder[key] = holder[key].slice(0, random.below(8)) + random.pick(["é", "🌤", "\n", "'", '"', "}", "{", "/"])),
    () => (holder[key] = [holder[key]]),
    () => (holder[key] = { path: holder[key] }),
  ];
  random.pick(injuries)();
}

/** A copy that loses nothing but identity; symbols are what `structuredClone` would drop. */
const structuredCloneOf = (value) => (value && typeof value === "object" && !(RAW in value) ? structuredClone(value) : value);

function collect(value, places) {
  if (typeof value !== "object" || value === null || RAW in value) return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    places.push({ holder: value, key });
    collect(value[key], places);
  }
}

function toText(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (RAW in value) return value[RAW];
  if (Object.keys(value).some((key) => key.startsWith("$"))) return jsonText(value);
  if (Array.isArray(value)) return `[${value.map(toText).join(",")}]`;
  return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${toText(inner)}`).join(",")}}`;
}
