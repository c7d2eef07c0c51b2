// Builds every WebAssembly module of the workspace: cargo, then wasm-bindgen, then wasm-opt.
import fs from "node:fs";
import path from "node:path";
import { Failure, ROOT, output, run } from "./process.mjs";
import { fingerprint, unlessFresh } from "./freshness.mjs";
import { wasmBindgen, wasmEnvironment, withoutMachinePaths } from "./toolchain.mjs";

const MAIN = "a2ui-easel";

/**
 * The workspace members that become a .wasm file: `a2ui-easel` is `easel`, `a2ui-easel-markdown` is `markdown`,
 * and so on for every member of type cdylib.
 */
export function wasmModules() {
  const metadata = JSON.parse(output("cargo", ["metadata", "--no-deps", "--format-version", "1"]));
  return metadata.packages.flatMap((member) => {
    const library = member.targets.find((target) => target.crate_types.includes("cdylib"));
    if (!library) return [];
    const name = member.name === MAIN ? "easel" : member.name.replace(`${MAIN}-`, "");
    // A folder each: two of the modules are made of one crate, and would overwrite each other's and never be fresh.
    const targets = path.join(metadata.target_directory, "modules", name);
    return [{ name, crate: member.name, file: `${library.name.replaceAll("-", "_")}.wasm`, targets }];
  });
}

/** Builds the modules into `folder/<name>/` and answers with them, each with its folder. `dev` trades size for time. */
export async function buildWasm(folder, { dev }) {
  const environment = withoutMachinePaths(await wasmEnvironment());
  const bindgen = await wasmBindgen();
  const profile = dev ? "dev-wasm" : "release";
  const modules = wasmModules().map((module) => ({ ...module, folder: path.join(folder, module.name) }));
  const finishing = [];
  for (const module of modules) {
    // One cargo call each: together they would share dependency features, and the small ones would grow.
    // As a cdylib alone: cargo leaves link-time optimisation out when the library is to be an rlib too.
    const what = ["--lib", "--crate-type", "cdylib", "--package", module.crate];
    await run("cargo", ["rustc", ...what, "--profile", profile, "--target", "wasm32-unknown-unknown", "--target-dir", module.targets], { env: environment });
    const compiled = path.join(module.targets, "wasm32-unknown-unknown", profile, module.file);
    finishing.push(finish(module, compiled, bindgen, dev));
  }
  await Promise.all(finishing);
  return modules;
}

/** Makes the JavaScript glue, and the module itself small. */
async function finish(module, compiled, bindgen, dev) {
  const wasm = path.join(module.folder, `${module.name}_bg.wasm`);
  const glue = path.join(module.folder, `${module.name}.js`);
  const key = fingerprint([compiled, path.join(ROOT, "Cargo.lock"), path.join(ROOT, "package-lock.json")], FLAGS, dev);
  await unlessFresh(`${module.folder}.stamp`, key, [wasm, glue], async () => {
    fs.rmSync(module.folder, { recursive: true, force: true });
    const names = ["--target", "web", "--no-typescript", "--out-dir", module.folder, "--out-name", module.name];
    await run(bindgen, [...names, ...(dev ? ["--keep-debug"] : ["--remove-name-section", "--remove-producers-section"]), compiled]);
    if (dev) return;
    const optimizer = path.join(ROOT, "node_modules/binaryen/bin/wasm-opt");
    const renamed = await run(process.execPath, [optimizer, wasm, "-o", wasm, ...FLAGS], { quiet: true });
    fs.writeFileSync(glue, shortened(fs.readFileSync(glue, "utf8"), renamed));
  });
}

/** The glue with the names that wasm-opt gave to what goes in and out of the module: those of wasm-bindgen hold long hashes. */
function shortened(glue, renamed) {
  const [imports, exports] = renamed.split('"exports"').map((part) => [...part.matchAll(/\["([^"]+)", "([^"]+)"(?:, "([^"]+)")?\]/g)]);
  const names = new Map(imports.map(([, , long, short]) => [long, short]));
  const own = new Map(exports.map(([, long, short]) => [long, short]));
  const missing = (name) => {
    throw new Failure(`${name} is not among the names of the module`);
  };
  return glue
    .replace(/^( {8})(\w+)(?=: function\()/gm, (_, space, name) => space + (names.get(name) ?? missing(name)))
    .replace(/^( {8})"\.\/\w+_bg\.js"(?=: import0)/m, "$1a")
    .replace(/\bwasm\.(\w+)/g, (_, name) => `wasm.${own.get(name) ?? missing(name)}`);
}

// No feature flags: wasm-opt reads the module's own target_features section. With --all-features it would write
// forms that browsers refuse.
// Below the first kilobyte is the far end of the stack and no data, so addresses need no check for wrapping around there.
// Flat code lets the second and third pass find what the first cannot; together a fiftieth smaller than one pass.
const FLAGS = ["--low-memory-unused", "-Oz", "--flatten", "--rereloop", "-Oz", "-Oz", "--strip-debug", "--strip-producers", "--minify-imports-and-exports-and-modules"];
