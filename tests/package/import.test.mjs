// The package in plain Node: a server imports it without a page in sight.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

const manifest = JSON.parse(fs.readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const entries = Object.entries(manifest.exports).filter(([, target]) => target.default?.endsWith(".js"));

for (const [entry, target] of entries) {
  const name = manifest.name + entry.slice(1);

  test(`${name} resolves, with types`, () => {
    assert.ok(import.meta.resolve(name).endsWith(target.default.slice(1)));
    for (const file of [target.default, target.types]) {
      assert.ok(fs.existsSync(new URL(`../../${file}`, import.meta.url)), `${file} is missing`);
    }
  });

  test(`${name} can be imported where there is no DOM`, async () => {
    assert.equal(typeof globalThis.document, "undefined");
    const module = await import(name);
    if (entry === "./define") assert.equal(typeof module.defineEasel, "function");
  });
}

test("importing leaves no trace on the global object", async () => {
  const before = Object.getOwnPropertyNames(globalThis).sort();
  await import(`${manifest.name}/define`);
  assert.deepEqual(Object.getOwnPropertyNames(globalThis).sort(), before);
});

test("the package has no install scripts and no dependencies of its own", () => {
  for (const script of ["preinstall", "install", "postinstall", "prepare"]) {
    assert.equal(manifest.scripts?.[script], undefined, script);
  }
  assert.equal(manifest.dependencies, undefined);
});

test("the lock file names no registry", () => {
  const lock = fs.readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
  assert.ok(!lock.includes('"resolved"'));
});
