// npm test: everything that is tested, after setting up what the tests need. `npm test -- web` runs one part of
// it: `rust`, `package` or `web`; the last two test the package as built.
import fs from "node:fs";
import path from "node:path";
import { ROOT, Failure, fail, run } from "./support/process.mjs";
import { npmPackages } from "./support/npm.mjs";
import { build } from "./build.mjs";

const PARTS = {
  async rust() {
    await run("cargo", ["test", "--workspace", "--quiet"]);
  },
  async package() {
    await nodeTests("tests/package");
  },
  async web() {
    const { ensureChromium } = await import("./support/chromium.mjs");
    const env = { CHROMIUM: await ensureChromium() };
    await nodeTests("tests/web", env);
    await run(process.execPath, ["tests/cases-runner/run.mjs"], { env });
  },
};

async function nodeTests(folder, env) {
  const files = fs.readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith(".test.mjs"));
  const paths = files.sort().map((name) => path.join(folder, name));
  // What hangs is to fail, long after the slowest machine would be through.
  await run(process.execPath, ["--test", "--test-timeout=900000", "--test-reporter=spec", ...paths], { env });
}

async function main() {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in PARTS));
  if (unknown) throw new Failure(`"${unknown}" is no part of the tests; there are ${Object.keys(PARTS).join(", ")}`);
  const parts = asked.length > 0 ? asked : Object.keys(PARTS);

  await npmPackages();
  const times = [];
  const step = async (name, action) => {
    console.log(`\n== ${name}`);
    const started = performance.now();
    await action();
    times.push(`${name} ${((performance.now() - started) / 1000).toFixed(0)} s`);
  };
  for (const name of parts) {
    if (name !== "rust" && !times.some((time) => time.startsWith("build"))) await step("build", () => build());
    await step(name, PARTS[name]);
  }
  console.log(`\nall tests passed: ${times.join(", ")}`);
}

await main().catch(fail);
