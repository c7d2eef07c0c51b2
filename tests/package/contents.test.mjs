// What `npm publish` would send.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = path.join(root, "dist");
const files = fs.readdirSync(dist, { recursive: true }).filter((name) => name !== "bundled");

test("the packed files are the built modules, their types and the papers, nothing else", () => {
  const listing = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const parsed = JSON.parse(listing);
  const [{ files: packed }] = Array.isArray(parsed) ? parsed : Object.values(parsed);
  const paths = packed.map((file) => file.path);
  const allowed = /^(dist\/(bundled\/)?[\w.-]+\.(js|js\.map|d\.ts|wasm)|docs\/[\w-]+\.md|package\.json|custom-elements\.json|README\.md|CHANGELOG\.md|LICENSE-(MIT|APACHE))$/;
  assert.deepEqual(paths.filter((file) => !allowed.test(file)), []);
  for (const needed of ["dist/index.js", "dist/define.js", "dist/easel_bg.wasm", "dist/markdown_bg.wasm", "README.md", "LICENSE-MIT"]) {
    assert.ok(paths.includes(needed), `${needed} is not packed`);
  }
  for (const paper of paths.filter((file) => file.endsWith(".md"))) {
    const links = [...fs.readFileSync(path.join(root, paper), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => link);
    for (const link of links) assert.ok(paths.includes(path.posix.join(path.posix.dirname(paper), link)), `${paper} links to ${link}`);
  }
});

test("no built file names a folder of the machine that built it", () => {
  const folders = [root.replace(/[\\/]$/, ""), os.homedir(), process.env.CARGO_HOME].filter((folder) => folder?.length > 1);
  for (const name of files) {
    const content = fs.readFileSync(path.join(dist, name), "latin1");
    for (const folder of folders) assert.ok(!content.includes(folder + path.sep), `${name} names ${folder}`);
  }
});

test("every module has a source map with its sources inside", () => {
  for (const name of files.filter((file) => file.endsWith(".js"))) {
    const code = fs.readFileSync(path.join(dist, name), "utf8");
    assert.match(code, new RegExp(`//# sourceMappingURL=${path.basename(name)}\\.map\\s*$`));
    const map = JSON.parse(fs.readFileSync(path.join(dist, `${name}.map`), "utf8"));
    assert.equal(map.sourcesContent?.length, map.sources.length, name);
    assert.deepEqual(map.sources.filter((source) => !/^(\.\.\/|embedded:|generated:)/.test(source)), [], name);
  }
});

test("bundlers find each WebAssembly module beside the JavaScript that loads it", () => {
  const code = files.filter((file) => file.endsWith(".js")).map((file) => fs.readFileSync(path.join(dist, file), "utf8"));
  for (const wasm of files.filter((file) => file.endsWith(".wasm"))) {
    const pattern = new RegExp(`new URL\\(["'](\\./)?${wasm}["'],\\s*import\\.meta\\.url\\)`);
    assert.ok(code.some((text) => pattern.test(text)), `no module loads ${wasm}`);
  }
});

test("no module needs eval, a top-level await or a Node global", () => {
  for (const name of files.filter((file) => file.endsWith(".js"))) {
    const code = fs.readFileSync(path.join(dist, name), "utf8");
    assert.doesNotMatch(code, /\beval\(|new Function\(|\bprocess\.env\b|\brequire\(/, name);
  }
});

test("the inline entry is one file that loads nothing", () => {
  const code = fs.readFileSync(path.join(dist, "inline.js"), "utf8");
  assert.doesNotMatch(code, /import\(|from\s*["']\.|import\.meta/);
});
