// The hand-written types compile in a user's program, and say the same as the manifest.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = path.join(here, "../..");

for (const resolution of ["nodenext", "bundler"]) {
  test(`a program compiles against the types (${resolution})`, () => {
    const compiler = path.join(root, "node_modules/typescript/bin/tsc");
    const module = resolution === "nodenext" ? "nodenext" : "esnext";
    const flags = ["--noEmit", "--strict", "--target", "es2022", "--module", module, "--moduleResolution", resolution];
    const result = spawnSync(process.execPath, [compiler, ...flags, "--types", "", path.join(here, "program.ts")], { encoding: "utf8", cwd: root });
    assert.equal(result.status, 0, result.stdout + result.stderr);
  });
}

const types = fs.readFileSync(path.join(root, "src/js/types.d.ts"), "utf8");
const manifest = JSON.parse(fs.readFileSync(path.join(root, "custom-elements.json"), "utf8"));
const element = manifest.modules.flatMap((module) => module.declarations ?? []).find((one) => one.tagName === "a2ui-easel");
const sorted = (names) => [...new Set(names)].sort();

test("the custom-elements manifest lists what the types declare", () => {
  const [, declared] = types.match(/declare class A2uiEasel extends HTMLElement \{\n(.*?)\n\}/s);
  const members = [...declared.matchAll(/^ {2}(?:get |set |readonly |static )*(\w+)[(:]/gm)].map(([, name]) => name);
  const own = members.filter((name) => name !== "addEventListener");
  assert.deepEqual(sorted(element.members.map((member) => member.name)), sorted(own));
  const events = [...types.matchAll(/^ {2}"(a2ui-\w+)":/gm)].map(([, name]) => name);
  assert.deepEqual(sorted(element.events.map((event) => event.name)), sorted(events));
});

test("the read-me names every member, attribute, event and slot", () => {
  const text = fs.readFileSync(path.join(root, "README.md"), "utf8");
  for (const { name } of [...element.members, ...element.attributes, ...element.events, ...element.slots]) {
    assert.match(text, new RegExp(`[\`.]${name}[\`(]`), `README.md does not name ${name}`);
  }
});

test("the types name every word a page can set, in one spelling", async () => {
  const files = ["words", "chart_words", "map_words"].map((name) => import(path.join(root, `src/js/${name}.js`)));
  const own = (await Promise.all(files)).flatMap(({ ENGLISH }) => Object.keys(ENGLISH));
  const lifecycle = [...fs.readFileSync(path.join(root, "src/lifecycle/texts.rs"), "utf8").matchAll(/Text::\w+ => (?:\{\s*)?\("(\w+)"/g)].map(([, name]) => name);
  assert.ok(own.length > 60 && lifecycle.length > 30);
  const bodies = [...types.matchAll(/interface (?:Easel|Chart|Map|Lifecycle)Words[^{]*\{\n(.*?)\n\}/gs)].map(([, body]) => body);
  const declared = bodies.flatMap((body) => [...body.matchAll(/^ {2}(\w+): string;$/gm)].map(([, name]) => name));
  assert.deepEqual(sorted(declared), sorted([...own, ...lifecycle]));
  assert.deepEqual(declared.filter((name) => !/^[a-z][A-Za-z]*$/.test(name)), []);
});

test("every word that charts ask for is there", async () => {
  const { ENGLISH } = await import(path.join(root, "src/js/chart_words.js"));
  const sources = ["face.rs", "round.rs", "view/mod.rs"].map((name) => fs.readFileSync(path.join(root, "crates/charts/src", name), "utf8").split("#[cfg(test)]")[0]);
  const asked = sources.flatMap((source) => [...source.matchAll(/"(chart[A-Z]\w*|waiting|noData)"/g)].map(([, name]) => name));
  assert.deepEqual(sorted(asked), sorted(Object.keys(ENGLISH).filter((name) => !name.endsWith("One"))));
});
