// npm run cases: paints every case file of a folder with the built package in a real browser and checks its facts.
//
//   npm run cases                          the cases of tests/cases
//   npm run cases -- --dir DIR             those of another folder
//   npm run cases -- --only bc-s01,bc-s02  those whose id begins so
//
// One line per case and a closing count; the exit status is 1 unless all pass.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { CHROMIUM_FLAGS, ensureChromium } from "../../scripts/support/chromium.mjs";
import { Failure, ROOT, fail } from "../../scripts/support/process.mjs";
import { serve } from "../../scripts/support/server.mjs";

const LIMIT = 120_000;

async function main() {
  const { values } = parseArgs({
    options: {
      dir: { type: "string", default: "tests/cases" },
      only: { type: "string" },
      package: { type: "string", default: "dist" },
    },
  });
  const folder = path.resolve(values.dir);
  const files = caseFiles(folder).filter((file) => !values.only || values.only.split(",").some((start) => file.startsWith(start)));
  if (files.length === 0) throw new Failure(`there are no cases in ${folder}`);

  const packageFolder = path.resolve(ROOT, values.package);
  if (!fs.existsSync(path.join(packageFolder, "index.js"))) {
    const { build } = await import("../../scripts/build.mjs");
    await build();
  }
  const { chromium } = await import("playwright-core");
  const { runCase } = await import("./run-case.mjs");
  const { folders } = await import("./stage.mjs");
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS });
  // No content security policy here: it would keep out what the element itself has to keep out.
  const server = await serve(folders(packageFolder), { csp: "" });

  let failed = 0;
  for (const file of files) {
    const failures = await outcome(path.join(folder, file), (testCase) => runCase(testCase, browser, server.url));
    if (failures.length > 0) failed += 1;
    console.log(`${failures.length > 0 ? "FAIL" : "ok  "} ${path.basename(file, ".json")}`);
    for (const failure of failures) console.log(`       ${failure}`);
  }
  await browser.close();
  await server.close();
  console.log(`${files.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

function caseFiles(folder) {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Failure(`${folder} is no folder`);
  return fs.readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
}

/** The failures of one case file; whatever goes wrong with it stays with it. */
async function outcome(file, run) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    return await Promise.race([run(JSON.parse(fs.readFileSync(file, "utf8"))), late]);
  } catch (error) {
    return [error.message.split("\n")[0]];
  } finally {
    clearTimeout(timer);
  }
}

await main().catch(fail);
