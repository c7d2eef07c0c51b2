// Which files bundlers take, by the conditions each of them resolves packages with: those that carry .wasm files along get
// the files apart, those that leave them behind get them inside the JavaScript.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

const BUNDLERS = [
  { name: "webpack", platform: "browser", conditions: ["webpack", "module", "production"], apart: true },
  { name: "webpack without a mode", platform: "browser", conditions: ["webpack", "module"], apart: true },
  { name: "Vite, serving", platform: "browser", conditions: ["module", "development"], apart: true },
  { name: "Vite, building", platform: "browser", conditions: ["module", "production"], apart: true },
  { name: "esbuild", platform: "browser", apart: false },
  { name: "esbuild for any platform", platform: "neutral", conditions: ["module"], apart: false },
  { name: "Rollup", platform: "neutral", conditions: ["module", "production"], apart: false },
];

/** What becomes of an app that imports the package: the files that went in, and what came out. */
async function bundle(t, source, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "a2ui-easel-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  fs.mkdirSync(path.join(folder, "node_modules"));
  fs.symlinkSync(root, path.join(folder, "node_modules/a2ui-easel"), "junction");
  fs.writeFileSync(path.join(folder, "app.js"), source);
  const result = await build({
    absWorkingDir: folder,
    entryPoints: ["app.js"],
    bundle: true,
    write: false,
    metafile: true,
    preserveSymlinks: true,
    logLevel: "silent",
    ...options,
  });
  const prefix = "node_modules/a2ui-easel/dist/";
  return {
    warnings: result.warnings.map(({ text }) => text),
    inputs: Object.keys(result.metafile.inputs).flatMap((file) => (file.startsWith(prefix) ? [file.slice(prefix.length)] : [])),
    code: result.outputFiles[0].text,
  };
}

for (const { name, apart, platform, conditions } of BUNDLERS) {
  for (const [entry, file] of [["a2ui-easel", "index.js"], ["a2ui-easel/define", "define.js"]]) {
    test(`${name} gets ${entry} with the WebAssembly ${apart ? "in files of its own" : "inside"}`, async (t) => {
      const { inputs, code } = await bundle(t, `import * as easel from "${entry}"; console.log(easel);`, { platform, conditions, format: "esm" });
      assert.ok(inputs.includes(apart ? file : `bundled/${file}`), inputs.join(" "));
      assert.equal(inputs.some((input) => input.startsWith("bundled/")), !apart);
      assert.equal(code.includes("import.meta"), apart);
    });
  }
}

test("a classic script is made of it without a warning", async (t) => {
  const { warnings, code } = await bundle(t, 'import { A2uiEasel } from "a2ui-easel/define"; console.log(A2uiEasel);', { format: "iife" });
  assert.deepEqual(warnings, []);
  assert.doesNotMatch(code, /import\.meta|_bg\.wasm["']/);
});

test("each module is in one file of its own there too", () => {
  const files = fs.readdirSync(path.join(root, "dist/bundled")).filter((file) => file.endsWith(".js"));
  const holds = (file) => fs.statSync(path.join(root, "dist/bundled", file)).size;
  for (const wasm of fs.readdirSync(path.join(root, "dist")).filter((file) => file.endsWith(".wasm"))) {
    const { size } = fs.statSync(path.join(root, "dist", wasm));
    assert.ok(files.some((file) => holds(file) > size), `${wasm} is nowhere`);
  }
  const all = files.reduce((sum, file) => sum + holds(file), 0);
  const inline = fs.statSync(path.join(root, "dist/inline.js")).size;
  assert.ok(all < inline * 1.05, `${all} bytes in parts, ${inline} in one: something is in there twice`);
});
