// Skips a step of the build when its inputs are what they were the last time.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** One hash over the contents of files (missing ones included) and over any other value. */
export function fingerprint(files, ...values) {
  const hash = crypto.createHash("sha256");
  for (const file of files) {
    hash.update(`\n${file}\n`);
    if (fs.existsSync(file)) hash.update(fs.readFileSync(file));
  }
  hash.update(JSON.stringify(values));
  return hash.digest("hex");
}

/** Runs `step` unless `outputs` exist and `key` equals the one kept in `stamp`. Answers whether it ran. */
export async function unlessFresh(stamp, key, outputs, step) {
  const known = fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : "";
  if (known === key && outputs.every((file) => fs.existsSync(file))) return false;
  fs.rmSync(stamp, { force: true });
  await step();
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, key);
  return true;
}

/** Writes a file only when that changes it, so that watchers and later steps see no news where there is none. */
export function writeIfChanged(file, content) {
  const bytes = Buffer.from(content);
  if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
}
