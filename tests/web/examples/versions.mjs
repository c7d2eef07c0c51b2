// The example surfaces of every version, and what a renderer may answer in that version.
import fs from "node:fs";
import path from "node:path";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROOT } from "../../../scripts/support/process.mjs";

const CORE = path.join(ROOT, "node_modules/@a2ui/web_core/src");
const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** The examples in a folder: `{name, messages}`, in the order of their names. */
function examplesIn(folder) {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: path.basename(file, ".json"), messages: readJson(path.join(folder, file)).messages }));
}

const v09 = (catalog) => path.join(CORE, `v0_9/schemas/catalogs/${catalog}/examples`);
const v10 = path.join(CORE, "v1_0/schemas/catalogs/basic/examples");

/** Each set of examples: its version, the folder of its snapshots, and how many there are at least. */
export const SETS = [
  { title: "v0.8", version: "v0.8", snapshots: "v0_8", least: 15, examples: () => examplesIn(path.join(ROOT, "tests/fixtures/v0_8")) },
  { title: "v0.9 basic", version: "v0.9", snapshots: "v0_9", least: 43, examples: () => examplesIn(v09("basic")) },
  { title: "v0.9 minimal", version: "v0.9", snapshots: "v0_9_minimal", least: 7, examples: () => examplesIn(v09("minimal")) },
  { title: "v1.0", version: "v1.0", snapshots: "v1_0", least: 43, examples: () => examplesIn(v10) },
  {
    // Other words for the same surfaces: they are compared with the snapshots of those above.
    isDerived: true,
    title: "v1.0 in its final form",
    version: "v1.0",
    snapshots: "v1_0",
    least: 43,
    examples: () => examplesIn(v10).map(({ name, messages }) => ({ name, messages: messages.map(finalForm) })),
  },
];

/** A v1.0 message with its bindings and calls written `@path` and `@call`. */
function finalForm(message) {
  const rewritten = structuredClone(message);
  for (const verb of ["createSurface", "updateComponents"]) {
    const components = rewritten[verb]?.components;
    if (components) rewritten[verb].components = components.map(rewriteInside);
  }
  return rewritten;
}

function rewriteInside(value) {
  if (Array.isArray(value)) return value.map(rewrite);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewrite(inner)]));
}

function rewrite(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(rewrite);
  const isTemplate = "componentId" in value;
  const names = { call: "@call", ...(isTemplate ? {} : { path: "@path" }) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [typeof inner === "string" ? (names[key] ?? key) : key, rewrite(inner)]));
}

/** A function that answers with what is wrong with a message from the renderer, or with nothing. */
export function outgoingRules(version) {
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  const folder = path.join(CORE, `${version.replace(".", "_")}/schemas`);
  const file = version === "v1.0" ? "renderer_to_agent.json" : "client_to_server.json";
  if (version === "v1.0") {
    const base = "https://a2ui.org/specification/v1_0";
    ajv.addSchema(readJson(path.join(folder, "common_types.json")));
    // The schemas say catalog.json where the catalog in use is meant.
    ajv.addSchema({ ...readJson(path.join(folder, "catalogs/basic/catalog.json")), $id: `${base}/catalog.json` });
  }
  const valid = ajv.compile(readJson(path.join(folder, file)));
  return (message) => (valid(message) ? undefined : ajv.errorsText(valid.errors));
}
