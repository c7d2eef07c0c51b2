// Gathers the example surfaces that the demo page offers into one file.
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./process.mjs";
import { writeIfChanged } from "./freshness.mjs";

const CORE = path.join(ROOT, "node_modules/@a2ui/web_core/src");

/** Where the examples of each version are; the package of the protocol's authors ships none for v0.8. */
const FOLDERS = [
  ["v1.0", path.join(CORE, "v1_0/schemas/catalogs/basic/examples")],
  ["v0.9", path.join(CORE, "v0_9/schemas/catalogs/basic/examples")],
  ["v0.9 minimal", path.join(CORE, "v0_9/schemas/catalogs/minimal/examples")],
  ["v0.8", path.join(ROOT, "tests/fixtures/v0_8")],
];

/** Writes `www/examples.json`: `{ version, name, title, description, messages }` for each. */
export function writeExamples() {
  const examples = FOLDERS.flatMap(([version, folder]) => read(version, folder));
  writeIfChanged(path.join(ROOT, "www/examples.json"), JSON.stringify(examples));
  return examples.length;
}

function read(version, folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.isDirectory()) {
        const lines = path.join(folder, entry.name, "messages.jsonl");
        if (!fs.existsSync(lines)) return [];
        const messages = fs.readFileSync(lines, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
        return [{ version, name: entry.name, title: titleOf(entry.name), messages }];
      }
      if (!entry.name.endsWith(".json")) return [];
      const name = path.basename(entry.name, ".json");
      const content = JSON.parse(fs.readFileSync(path.join(folder, entry.name), "utf8"));
      const messages = Array.isArray(content) ? content : content.messages;
      if (!Array.isArray(messages)) return [];
      return [{ version, name, title: content.name ?? titleOf(name), description: content.description, messages }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/** `09_login-form` is "Login form". */
function titleOf(name) {
  const words = name.replace(/^\d+_/, "").replaceAll(/[-_]/g, " ");
  return words[0].toUpperCase() + words.slice(1);
}
