// Bundles every adapter's browser entry with esbuild (production, minified) into $BENCH_WORK/build
// and measures raw / gzip -9 / brotli -11 bytes (JS + declared assets).
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import {BUILD, WORK, loadAdapters, req, pkgJson} from './lib.mjs';

const esbuild = req('esbuild');
fs.mkdirSync(BUILD, {recursive: true});
const at = process.argv.indexOf('--adapters');
const adapters = await loadAdapters(at < 0 ? undefined : process.argv[at + 1].split(','));
const size = buf => ({
  raw: buf.length,
  gzip: zlib.gzipSync(buf, {level: 9}).length,
  brotli: zlib.brotliCompressSync(buf, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
      [zlib.constants.BROTLI_PARAM_LGWIN]: 24,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: buf.length,
    },
  }).length,
});
const sizes = path.join(BUILD, 'sizes.json');
const out = fs.existsSync(sizes) ? JSON.parse(fs.readFileSync(sizes, 'utf8')) : {};
for (const a of adapters) {
  const r = await esbuild.build({
    entryPoints: [path.join(a.dir, a.bundleEntry)],
    outfile: path.join(BUILD, a.name + '.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    legalComments: 'none',
    define: {'process.env.NODE_ENV': '"production"'},
    conditions: ['production', 'browser', 'import', 'module'],
    mainFields: ['browser', 'module', 'main'],
    nodePaths: [path.join(WORK, 'node_modules')],
    loader: {'.wasm': 'file', '.css': 'text'},
    metafile: true,
    logLevel: 'warning',
  });
  const files = Object.keys(r.metafile.outputs).map(f => path.resolve(f));
  const parts = {};
  for (const f of files) parts[path.basename(f)] = size(fs.readFileSync(f));
  for (const s of a.assets ?? []) {
    const from = path.isAbsolute(s.from) ? s.from : path.join(WORK, 'node_modules', s.from);
    const buf = fs.readFileSync(from);
    fs.writeFileSync(path.join(BUILD, s.to), buf);
    parts[s.to] = size(buf);
  }
  const sum = k => Object.values(parts).reduce((n, p) => n + p[k], 0);
  // where the bytes come from
  const by = {};
  const o = Object.values(r.metafile.outputs).find(o => o.entryPoint);
  for (const [f, i] of Object.entries(o.inputs)) {
    const m = f.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/);
    const k = m ? m[1] : '(adapter)';
    by[k] = (by[k] ?? 0) + i.bytesInOutput;
  }
  out[a.name] = {
    raw: sum('raw'),
    gzip: sum('gzip'),
    brotli: sum('brotli'),
    parts,
    byPackage: Object.fromEntries(Object.entries(by).sort((x, y) => y[1] - x[1]).slice(0, 12)),
    versions: Object.fromEntries((a.packages ?? []).map(p => [p, pkgJson(p).version])),
  };
  console.log(a.name.padEnd(16), out[a.name].raw, out[a.name].gzip, out[a.name].brotli);
}
fs.writeFileSync(sizes, JSON.stringify(out, null, 1));
