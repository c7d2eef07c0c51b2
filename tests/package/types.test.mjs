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

test("the custom-elements manifest lists what the types declare", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(root, "custom-elements.json"), "utf8"));
  const element = manifest.modules.flatMap((module) => module.declarations ?? []).find((one) => one.tagName === "a2ui-easel");
  assert.ok(element, "no declaration of a2ui-easel");
  const types = fs.readFileSync(path.join(root, "dist/types.d.ts"), "utf8");
  for (const member of element.members) {
    assert.match(types, new RegExp(`\\b${member.name}\\b`), `types.d.ts does not declare ${member.name}`);
  }
  for (const event of element.events) {
    assert.ok(types.includes(`"${event.name}"`), `types.d.ts does not declare the event ${event.name}`);
  }
});
