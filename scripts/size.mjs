// npm run size: what a page downloads before the first paint, and what it may download later. Fails above the
// numbers of size-budget.json (KB of brotli, 1 KB = 1000 bytes).
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { ROOT, fail } from "./support/process.mjs";
import { build } from "./build.mjs";

const DIST = path.join(ROOT, "dist");
const ENTRY = "index.js";

const SIZES = {
  raw: (bytes) => bytes.length,
  gzip: (bytes) => zlib.gzipSync(bytes, { level: 9 }).length,
  brotli: (bytes) =>
    zlib.brotliCompressSync(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
        [zlib.constants.BROTLI_PARAM_LGWIN]: 24,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }).length,
};

/** The file, what it imports statically, and the .wasm files that these load. */
function closure(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  if (!file.endsWith(".js")) return found;
  const code = fs.readFileSync(path.join(DIST, file), "utf8");
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(name, found);
  for (const [, name] of code.matchAll(/new URL\(["'](?:\.\/)?(\w+)_bg\.wasm["']/g)) {
    // A module with JavaScript of its own is fetched by that, also where others name it.
    const own = `${name}.js`;
    if (own === file || !fs.existsSync(path.join(DIST, own))) found.add(`${name}_bg.wasm`);
  }
  return found;
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

/** Prints a table of files and answers with their sum of brotli bytes. */
function table(title, files) {
  console.log(`\n${title.padEnd(28)}${"raw KB".padStart(10)}${"gzip -9".padStart(10)}${"brotli -11".padStart(12)}`);
  const rows = [...files].map((file) => {
    const bytes = fs.readFileSync(path.join(DIST, file));
    return [file, ...Object.values(SIZES).map((size) => size(bytes))];
  });
  const sum = [1, 2, 3].map((column) => rows.reduce((total, row) => total + row[column], 0));
  if (rows.length > 1) rows.push(["together", ...sum]);
  for (const [name, raw, gzip, brotli] of rows) {
    console.log(`  ${name.padEnd(26)}${kilobytes(raw).padStart(10)}${kilobytes(gzip).padStart(10)}${kilobytes(brotli).padStart(12)}`);
  }
  return sum[2];
}

async function main() {
  await build();
  const budget = JSON.parse(fs.readFileSync(path.join(ROOT, "size-budget.json"), "utf8"));
  const over = [];

  const first = closure(ENTRY);
  const { entries } = await import("./support/javascript.mjs");
  const onDemand = fs
    .readdirSync(DIST)
    .filter((file) => file.endsWith(".js") && !first.has(file))
    .map((file) => file.replace(".js", ""))
    .filter((name) => !entries().includes(name));
  for (const name of onDemand) {
    const files = [...closure(`${name}.js`)].filter((file) => !first.has(file));
    const brotli = table(`on demand: ${name}`, files);
    const limit = budget.onDemand[name];
    if (limit === undefined) over.push(`size-budget.json has no number for ${name}`);
    else if (brotli > limit * 1000) over.push(`${name}: ${kilobytes(brotli)} KB brotli is over its budget of ${limit}`);
    else console.log(`  within its budget of ${limit} KB`);
  }
  const brotli = table("first paint", first);
  if (brotli > budget.firstPaint * 1000) over.push("the first paint is over its budget");
  console.log();
  for (const line of over) console.log(line);
  console.log(`first paint: ${kilobytes(brotli)} KB brotli (budget ${budget.firstPaint})`);
  if (over.length > 0) process.exitCode = 1;
}

await main().catch(fail);
