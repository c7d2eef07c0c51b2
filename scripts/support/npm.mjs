// Installs the npm packages that package-lock.json names, when they are not there yet.
import fs from "node:fs";
import path from "node:path";
import { ROOT, run } from "./process.mjs";
import { fingerprint, unlessFresh } from "./freshness.mjs";

/** Runs `npm ci` unless node_modules comes from this very lock file. */
export async function npmPackages() {
  const modules = path.join(ROOT, "node_modules");
  // A linked folder belongs to somebody else: use it as it is.
  if (fs.existsSync(modules) && fs.lstatSync(modules).isSymbolicLink()) return;
  const lock = path.join(ROOT, "package-lock.json");
  await unlessFresh(path.join(modules, ".easel-lock"), fingerprint([lock]), [path.join(modules, ".package-lock.json")], () =>
    run("npm", ["ci", "--no-audit", "--no-fund"]),
  );
}
