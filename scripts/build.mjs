// npm run build: the whole package into dist/. With `-- --dev` a quick build, larger and with names, for use while
// developing. A second run does only what has changed since.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, fail } from "./support/process.mjs";
import { fingerprint, unlessFresh } from "./support/freshness.mjs";
import { npmPackages } from "./support/npm.mjs";

export const DIST = path.join(ROOT, "dist");

/** Builds the package and answers when dist/ is up to date. */
export async function build({ dev = false } = {}) {
  const started = performance.now();
  await npmPackages();
  // These use the packages that were just installed, so they cannot be imported above.
  const { buildWasm } = await import("./support/wasm.mjs");
  const { bundle, copyTypes } = await import("./support/javascript.mjs");

  const work = path.join(ROOT, "target/package");
  const modules = await buildWasm(path.join(work, dev ? "dev" : "release"), { dev });
  const made = modules.flatMap((module) => filesIn(module.folder));
  const sources = [...filesIn(path.join(ROOT, "src/js")), ...filesIn(path.join(ROOT, "scripts/support"))];
  const key = fingerprint([...made, ...sources, path.join(ROOT, "package.json"), path.join(ROOT, "package-lock.json")]);

  const changed = await unlessFresh(path.join(work, "dist.stamp"), key, [DIST], async () => {
    const next = path.join(work, "dist");
    fs.rmSync(next, { recursive: true, force: true });
    fs.mkdirSync(next, { recursive: true });
    await bundle(next, Object.fromEntries(modules.map((module) => [module.name, path.join(module.folder, `${module.name}.js`)])));
    for (const module of modules) {
      const wasm = `${module.name}_bg.wasm`;
      fs.copyFileSync(path.join(module.folder, wasm), path.join(next, wasm));
    }
    copyTypes(next);
    fs.rmSync(DIST, { recursive: true, force: true });
    fs.renameSync(next, DIST);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(changed ? `dist/ built in ${seconds} s` : `dist/ is up to date (${seconds} s)`);
}

function filesIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file).isFile())
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build({ dev: process.argv.includes("--dev") }).catch(fail);
}
