import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import fs from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';

export const HERE = path.dirname(fileURLToPath(import.meta.url));
export const WORK = process.env.BENCH_WORK || path.join(os.tmpdir(), 'a2ui-easel-bench');
export const BUILD = path.join(WORK, 'build');
export const req = createRequire(path.join(WORK, 'package.json'));
export const pkgJson = name => JSON.parse(fs.readFileSync(path.join(WORK, 'node_modules', name, 'package.json'), 'utf8'));

export async function loadAdapters(filter) {
  const dir = path.join(HERE, 'adapters');
  const out = [];
  for (const f of fs.readdirSync(dir).filter(f => f.endsWith('.adapter.mjs')).sort()) {
    const a = (await import(pathToFileURL(path.join(dir, f)))).default;
    if (filter && !filter.includes(a.name)) continue;
    out.push({...a, dir});
  }
  return out;
}
export const median = xs => {
  const s = xs.filter(x => typeof x === 'number' && Number.isFinite(x)).sort((a, b) => a - b);
  if (!s.length) return null;
  const m = s.length >> 1;
  return s.length % 2 ? s[m] : (s[m - 1] + s[m]) / 2;
};
