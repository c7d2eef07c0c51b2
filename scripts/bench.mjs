// npm run bench: installs the peers (outside the repository), bundles every adapter, and measures. What follows `--`
// goes to bench/run.mjs; bench/README.md lists it.
import fs from "node:fs";
import path from "node:path";
import { ROOT, fail, run } from "./support/process.mjs";
import { fingerprint, unlessFresh } from "./support/freshness.mjs";
import { build } from "./build.mjs";

const BENCH = path.join(ROOT, "bench");

async function main() {
  await build();
  const { ensureChromium } = await import("./support/chromium.mjs");
  const env = { CHROMIUM: await ensureChromium() };
  const { WORK } = await import("../bench/lib.mjs");

  fs.mkdirSync(WORK, { recursive: true });
  const wanted = path.join(BENCH, "package.json");
  await unlessFresh(path.join(WORK, "installed.stamp"), fingerprint([wanted]), [path.join(WORK, "node_modules")], async () => {
    fs.copyFileSync(wanted, path.join(WORK, "package.json"));
    await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: WORK });
  });
  const flags = process.argv.slice(2);
  await run(process.execPath, [path.join(BENCH, "build.mjs"), ...flags], { env });
  await run(process.execPath, [path.join(BENCH, "run.mjs"), ...flags], { env });
}

await main().catch(fail);
