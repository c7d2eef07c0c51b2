// Turns a case's JSON, stand-ins included, into JSON text. It is text because what stands in may be nested deeper
// than `JSON.stringify` reaches; the page parses it.

/** The JSON text of a value of which every stand-in is expanded. */
export function jsonText(value) {
  if (Array.isArray(value)) return `[${value.flatMap(itemTexts).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (standIn(value)) {
    const texts = itemTexts(value);
    return isList(value) ? `[${texts.join(",")}]` : texts[0];
  }
  return `{${Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`).join(",")}}`;
}

/** The JSON texts that one entry of a list becomes: most stay one, a stand-in for a list becomes its items. */
export function itemTexts(value) {
  const name = standIn(value);
  return name ? STAND_INS[name](value[name], value) : [jsonText(value)];
}

const STAND_INS = {
  $repeat: (text, { times }) => [JSON.stringify(String(text).repeat(times))],
  $generate: (given) => generated(given),
  $generate_chain: chain,
  $generate_call_chain: (given) => [callChain(given)],
  $generate_update: update,
};

const LISTS = new Set(["$generate", "$generate_chain"]);

function standIn(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const name = Object.keys(value).find((key) => Object.hasOwn(STAND_INS, key));
  const unknown = Object.keys(value).find((key) => /^\$(generate|repeat)/.test(key) && !Object.hasOwn(STAND_INS, key));
  if (unknown) throw new Error(`the stand-in ${unknown} is not understood`);
  return name;
}

const isList = (value) => LISTS.has(standIn(value)) || (standIn(value) === "$generate_update" && isManyUpdates(value.$generate_update));

const length = (given) => given.count ?? given.depth ?? given.length ?? given.times;

/** Puts values for the marks in braces: `{index}` in strings and in keys. */
function filled(value, marks) {
  if (typeof value === "string") return value.replace(/\{(\w+)\}/g, (mark, name) => (name in marks ? String(marks[name]) : mark));
  if (Array.isArray(value)) return value.map((item) => filled(item, marks));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [filled(key, marks), filled(inner, marks)]));
}

const marksAt = (index, more = {}) => ({ index, i: index, n: index, next: index + 1, prev: index - 1, previous: index - 1, ...more });

function generated({ item, start = 0, ...given }) {
  return Array.from({ length: length(given) }, (_, i) => jsonText(filled(item, marksAt(start + i))));
}

/** Components that each hold the next one: `{count, component, id?, first?, last?}`, or `item` with `{index}` and `{next}`. */
function chain({ item, start = 0, last, leaf, end, ...given }) {
  const tail = last ?? leaf ?? end;
  const count = length(given);
  const prefix = given.prefix ?? given.id_prefix ?? "c";
  const pattern = given.id ?? `${prefix}{index}`;
  const first = given.first ?? given.root;
  const id = (i) => (i === start && typeof first === "string" ? first : filled(pattern.includes("{index}") ? pattern : `${pattern}{index}`, marksAt(i)));
  const tailId = typeof tail === "string" ? tail : (tail?.id ?? id(start + count));
  const link = (i) => {
    const next = i + 1 < start + count || tail === undefined ? id(i + 1) : tailId;
    if (item !== undefined) return filled(item, marksAt(i));
    return linkTo({ id: id(i), component: given.component ?? given.type ?? "Column" }, next, given.property ?? given.prop);
  };
  const texts = Array.from({ length: count }, (_, i) => jsonText(link(start + i)));
  if (typeof tail === "object") texts.push(jsonText({ id: tailId, ...filled(tail, marksAt(start + count)) }));
  return texts;
}

const SINGLE_CHILD = new Set(["Card", "Button"]);

function linkTo(component, next, property = SINGLE_CHILD.has(component.component) ? "child" : "children") {
  return { ...component, [property]: property === "children" ? [next] : next };
}

/** One call in the argument of another: `{count, call, arg?, inner}`, or `item` in which `{inner}` stands for the next. */
function callChain({ item, ...given }) {
  const count = length(given);
  const innermost = jsonText(given.inner ?? given.innermost ?? given.leaf ?? given.last ?? given.end ?? given.value ?? true);
  const name = given.call ?? given.fn ?? given.function ?? given["@call"] ?? "not";
  const key = given["@call"] !== undefined || given.final ? "@call" : "call";
  const argument = given.arg ?? given.argument ?? given.args ?? "value";
  const layer = item ?? { [key]: name, args: { [argument]: "{inner}" } };
  const [before, after] = jsonText(layer).split(/"\{(?:inner|next)\}"/);
  if (after === undefined) throw new Error("the item of $generate_call_chain has no {inner}");
  return before.repeat(count) + innermost + after.repeat(count);
}

const isManyUpdates = (given) => given.components === undefined;

/** Messages that update: one with many components, or many with a `path` and a `value` (or a whole `message`). */
function update({ version = "v0.9", surfaceId = "main", start = 0, ...given }) {
  const message = given.message ?? given.item;
  if (message !== undefined) return generated({ item: message, start, ...given });
  if (given.components !== undefined) return [jsonText({ version, updateComponents: { surfaceId, components: given.components } })];
  const item = { version, updateDataModel: { surfaceId, path: given.path ?? "/", value: given.value } };
  return generated({ item, start, ...given });
}
