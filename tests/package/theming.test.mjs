// What docs/theming.md promises is what the style sheet and the views have, and the other way round.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file) => fs.readFileSync(path.join(root, file), "utf8");
const sorted = (names) => [...new Set(names)].sort();
const documented = read("docs/theming.md");
const tableOf = (title) => documented.split(`## ${title}\n`)[1].split("\n## ")[0].split("\n").filter((line) => line.startsWith("| `"));

test("every custom property is documented", () => {
  const styles = fs.readdirSync(path.join(root, "src/js/styles")).filter((name) => name.endsWith(".css")).map((name) => read(`src/js/styles/${name}`)).join("\n");
  const used = styles.match(/var\(--a2ui-[\w-]+/g).map((use) => use.slice("var(".length));
  const promised = tableOf("Custom properties").flatMap((line) => line.split("|")[1].match(/--a2ui-[\w-]+/g));
  assert.deepEqual(sorted(promised), sorted(used));
});

test("every part is documented", () => {
  const views = fs.readdirSync(path.join(root, "src/view")).map((name) => read(`src/view/${name}`)).join("\n");
  const given = [...views.matchAll(/\("part", "([a-z -]+)"\)/g)].flatMap(([, parts]) => parts.split(" "));
  const screens = fs.readdirSync(path.join(root, "src/status/view")).map((name) => read(`src/status/view/${name}`)).join("\n");
  given.push(...[...screens.matchAll(/part="([a-z]+)"/g)].map(([, part]) => part));
  // These are given by the element, and by the views where the name is a variable.
  given.push("stage", "complaint", "description", "charts", "dashboard", "maps");
  const promised = tableOf("Parts").flatMap((line) => line.split("|")[1].match(/[a-z-]+/g)).filter((word) => !["with", "or"].includes(word));
  assert.deepEqual(sorted(promised), sorted(given));
});
