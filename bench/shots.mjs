// node shots.mjs <outdir> [example,example] [adapter,adapter]: screenshots of examples in every adapter
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import {BUILD, HERE, WORK, loadAdapters, req} from './lib.mjs';
import {findChromium} from '../scripts/support/chromium.mjs';
const {chromium} = req('playwright-core');
const [out, exs = '09_login-form,01_flight-status', only] = process.argv.slice(2);
const exDir = path.join(WORK, 'node_modules/@a2ui/web_core/src/v0_9/schemas/catalogs/basic/examples');
const adapters = await loadAdapters(only?.split(','));
fs.mkdirSync(out, {recursive: true});
const server = http.createServer((q, s) => {
  const p = q.url;
  const f = p.startsWith('/build/') ? path.join(BUILD, p.slice(7)) : p.startsWith('/page/') ? path.join(HERE, p) : null;
  if (f && fs.existsSync(f)) return s.writeHead(200, {'content-type': f.endsWith('.wasm') ? 'application/wasm' : 'text/javascript'}), s.end(fs.readFileSync(f));
  s.writeHead(200, {'content-type': 'text/html'});
  s.end('<!doctype html><meta charset=utf-8><style>body{margin:8px;font:14px sans-serif}</style><div id=app></div>');
});
await new Promise(r => server.listen(0, '127.0.0.1', r));
const b = await chromium.launch({executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1']});
const pg = await b.newPage({viewport: {width: 420, height: 480}});
for (const a of adapters) {
  if (a.scenarios && !a.scenarios.includes('smoke')) continue;
  for (const e of exs.split(',')) {
    await pg.goto(`http://127.0.0.1:${server.address().port}/`);
    const d = JSON.parse(fs.readFileSync(path.join(exDir, e + '.json'), 'utf8'));
    await pg.evaluate(async ([u, ms]) => {
      const x = (await import(u)).default;
      await x.mount(document.getElementById('app'), {});
      x.send(ms);
    }, [`/build/${a.name}.js`, d.messages ?? d]);
    await pg.waitForTimeout(300);
    await pg.screenshot({path: path.join(out, `${e}.${a.name}.png`)});
  }
}
await b.close();
server.close();
