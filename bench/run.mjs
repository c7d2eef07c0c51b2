// Drives headless Chromium over every (adapter x scenario), interleaved A B C A B C, and writes results/.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {execFileSync} from 'node:child_process';
import {BUILD, HERE, WORK, loadAdapters, median, req} from './lib.mjs';
import {findChromium} from '../scripts/support/chromium.mjs';
import {report} from './report.mjs';

const {chromium} = req('playwright-core');
const arg = (k, d) => {
  const i = process.argv.indexOf('--' + k);
  return i < 0 ? d : process.argv[i + 1];
};
const ROUNDS = +arg('rounds', 8); // round 0 is the warm-up and is thrown away
const MEM_ROUNDS = +arg('mem-rounds', 4); // first one thrown away as well
const STAMP = arg('stamp', new Date().toISOString().slice(0, 10));
const OUT = path.resolve(arg('out', path.join(HERE, 'results', STAMP + '.json')));
const only = arg('scenarios')?.split(',');
const adapters = await loadAdapters(arg('adapters')?.split(','));
const exDir = path.join(WORK, 'node_modules/@a2ui/web_core/src/v0_9/schemas/catalogs/basic/examples');
const example = f => {
  const d = JSON.parse(fs.readFileSync(path.join(exDir, f), 'utf8'));
  return d.messages ?? d;
};

// ------------------------------------------------------------------ scenarios
const COLD = {
  'cold-login': {file: '09_login-form.json', expect: ['Welcome back', 'Sign in to your account', 'Email', 'Password']},
  'cold-flight': {file: '01_flight-status.json', expect: ['OS 87', 'Vienna', 'New York', 'Departs', 'On Time']},
};
const SCEN = {
  ...Object.fromEntries(Object.keys(COLD).map(k => [k, {kind: 'cold'}])),
  'large-100': {fn: 'large', params: {n: 100}},
  'large-1000': {fn: 'large', params: {n: 1000}},
  'large-5000': {fn: 'large', params: {n: 5000}},
  'list-1000': {kind: 'list', n: 1000, ones: 5, budget: 2500, burstMax: 200},
  'list-10000': {kind: 'list', n: 10000, ones: 3, budget: 1200, burstMax: 10, rounds: +arg('heavy-rounds', 6)},
  'stream-16-task': {fn: 'stream', params: {n: 16, mode: 'task', budget: 20000}},
  'stream-1000-task': {fn: 'stream', params: {n: 1000, mode: 'task', budget: 10000}},
  'stream-1000-burst': {fn: 'stream', params: {n: 1000, mode: 'burst', budget: 20000}},
  keystroke: {fn: 'keystroke', params: {m: 100}},
  'markdown-50k': {fn: 'markdown', params: {}},
  'update-leak': {kind: 'updateLeak', rounds: MEM_ROUNDS},
  memory: {kind: 'memory', rounds: MEM_ROUNDS},
};
const wanted = Object.keys(SCEN).filter(k => !only || only.includes(k));

// ------------------------------------------------------------------ server
const MIME = {'.js': 'text/javascript', '.wasm': 'application/wasm', '.css': 'text/css', '.html': 'text/html'};
const page = body =>
  `<!doctype html><html><head><meta charset="utf-8"><title>a2ui bench</title><style>body{margin:8px;font:14px sans-serif}</style></head><body><div id="app"></div>${body}</body></html>`;
const coldPage = (name, sc) => {
  const c = COLD[sc];
  return page(`<script type="application/json" id="msgs">${JSON.stringify(example(c.file)).replace(/</g, '\\u003c')}</script>
<script type="module">
import adapter from '/build/${name}.js';
const tEval = performance.now();
const expect = ${JSON.stringify(c.expect)};
const app = document.getElementById('app');
const text = n => { let s=''; for (let c=n.firstChild;c;c=c.nextSibling){ if(c.nodeType===3) s+=c.data+'\\n'; else if(c.nodeType===1&&c.nodeName!=='STYLE'){ if(c.shadowRoot) s+=text(c.shadowRoot); s+=text(c);} } return s; };
const mc = new MessageChannel(); let res; mc.port1.onmessage=()=>res(); const task=()=>new Promise(r=>{res=r;mc.port2.postMessage(0)});
await adapter.mount(app, {onAction(){}});
adapter.send(JSON.parse(document.getElementById('msgs').textContent));
for (;;) { const t = text(app); if (expect.every(x=>t.includes(x))) break; if (performance.now()>20000) throw new Error('cold timeout: '+t.slice(0,200)); await task(); }
const dom = performance.now();
requestAnimationFrame(()=>requestAnimationFrame(()=>{ const frame=performance.now();
  setTimeout(()=>{ const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null; window.__cold={scriptEvaluated:tEval, dom, frame, fcp}; },30); }));
</script>`);
};
const server = http.createServer((q, s) => {
  const u = new URL(q.url, 'http://x');
  const h = {'cache-control': 'no-store', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp'};
  const send = (code, type, b) => (s.writeHead(code, {...h, 'content-type': type, 'content-length': Buffer.byteLength(b)}), s.end(b));
  const p = u.pathname;
  if (p === '/favicon.ico') return send(204, 'image/x-icon', '');
  if (p.startsWith('/cold/')) return send(200, 'text/html', coldPage(p.split('/')[2], p.split('/')[3]));
  if (p === '/run') return send(200, 'text/html', page(`<script type="module" src="/page/harness.js"></script>`));
  const f = p.startsWith('/build/') ? path.join(BUILD, p.slice(7)) : p.startsWith('/page/') ? path.join(HERE, p) : null;
  if (f && fs.existsSync(f)) return send(200, MIME[path.extname(f)] ?? 'application/octet-stream', fs.readFileSync(f));
  send(404, 'text/plain', 'no');
});
await new Promise(r => server.listen(0, '127.0.0.1', r));
const ORIGIN = `http://127.0.0.1:${server.address().port}`;

// ------------------------------------------------------------------ browser
// One browser per round with a fresh temporary user-data-dir; one tab (= its own renderer process) per run.
// Tabs instead of a new context per run, because this Chromium opens a whole window with its own WebUI
// renderers per context, and that costs more CPU than many of the things measured here. The server sends
// no-store, so nothing is shared through the HTTP cache or V8's code cache.
async function launch() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'a2ui-bench-'));
  const ctx = await chromium.launchPersistentContext(dir, {
    executablePath: await findChromium(),
    headless: true,
    viewport: {width: 1000, height: 800},
    args: [
      '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-extensions', '--enable-precise-memory-info',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
  const pg = ctx.pages()[0];
  await pg.goto('chrome://version').catch(() => {});
  const version = (await pg.evaluate(() => navigator.userAgentData?.uaFullVersion ?? navigator.userAgent).catch(() => '')) || '';
  const v = (await ctx.newCDPSession(pg).then(c => c.send('Browser.getVersion')).catch(() => null))?.product ?? version;
  await pg.goto('about:blank');
  return {
    ctx,
    version: () => v.replace('HeadlessChrome/', '').replace('Chrome/', ''),
    close: async () => {
      await ctx.close();
      fs.rmSync(dir, {recursive: true, force: true});
    },
  };
}
async function withPage(browser, fn) {
  const {ctx} = browser;
  const pg = await ctx.newPage();
  const errors = [];
  pg.on('pageerror', e => errors.push(String(e.message).slice(0, 200)));
  pg.setDefaultTimeout(120000);
  try {
    const r = await fn(pg, ctx);
    return errors.length ? {...r, pageErrors: [...new Set(errors)].slice(0, 3)} : r;
  } catch (e) {
    return {error: String(e.message ?? e).slice(0, 300), pageErrors: [...new Set(errors)].slice(0, 3)};
  } finally {
    await Promise.race([pg.close().catch(() => {}), new Promise(r => setTimeout(r, 3000))]);
  }
}
const open = async (pg, name) => {
  await pg.goto(ORIGIN + '/run');
  await pg.waitForFunction(() => window.__bench);
  await pg.evaluate(u => window.__bench.init(u), `/build/${name}.js`);
};
const call = (pg, fn, params) => pg.evaluate(([f, p]) => window.__bench.run(f, p), [fn, params]);

const heapMeter = cdp => async () => {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  const u = await cdp.send('Runtime.getHeapUsage');
  const d = await cdp.send('Memory.getDOMCounters');
  return {js: u.usedSize, embedder: u.embedderHeapUsedSize ?? null, backing: u.backingStorageSize ?? null, nodes: d.nodes, listeners: d.jsEventListeners};
};
/** Does a living surface grow when its data is updated? List of 200, 50 + 200 single-item updates. */
async function updateLeak(pg, ctx, name) {
  const heap = heapMeter(await ctx.newCDPSession(pg));
  await open(pg, name);
  await call(pg, 'listFirst', {n: 200});
  await call(pg, 'listSeq', {updates: 50, budget: 60000});
  const a = await heap();
  await call(pg, 'listSeq', {updates: 200, budget: 60000});
  const b = await heap();
  return {kbPerUpdate: (b.js - a.js) / 1024 / 200, backingKbPerUpdate: ((b.backing ?? 0) - (a.backing ?? 0)) / 1024 / 200, nodes: b.nodes - a.nodes};
}
async function memory(pg, ctx, name) {
  const cdp = await ctx.newCDPSession(pg);
  await open(pg, name);
  const heap = heapMeter(cdp);
  await call(pg, 'memMount');
  const base = await heap();
  const shown = await call(pg, 'memLarge', {n: 5000});
  const large = await heap();
  await call(pg, 'memDelete');
  const afterDelete = await heap();
  await call(pg, 'memCycles', {cycles: 10, n: 100}); // let caches fill
  const cyc0 = await heap();
  await call(pg, 'memCycles', {cycles: 100, n: 100});
  const cyc = await heap();
  const mb = (a, b, k) => (a[k] == null ? null : (a[k] - b[k]) / 1048576);
  return {
    baseJsMB: base.js / 1048576,
    largeJsMB: mb(large, base, 'js'),
    largeEmbedderMB: mb(large, base, 'embedder'),
    largeBackingMB: mb(large, base, 'backing'),
    largeNodes: large.nodes - base.nodes,
    largeListeners: large.listeners - base.listeners,
    elements: shown.elements,
    afterDeleteJsMB: mb(afterDelete, base, 'js'),
    afterDeleteNodes: afterDelete.nodes - base.nodes,
    cyclesLeakKBPerCycle: ((cyc.js - cyc0.js) / 1024) / 100,
    cyclesLeakBackingKBPerCycle: cyc.backing == null ? null : (cyc.backing - cyc0.backing) / 1024 / 100,
    cyclesNodes: cyc.nodes - cyc0.nodes,
    cyclesListeners: cyc.listeners - cyc0.listeners,
  };
}
// Main-thread CPU time (thread ticks): far less sensitive to a busy machine than wall time. Includes the
// harness's own polling and everything up to the second frame.
async function cpuMeter(ctx, pg) {
  const cdp = await ctx.newCDPSession(pg);
  await cdp.send('Performance.enable', {timeDomain: 'threadTicks'});
  const read = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map(m => [m.name, m.value]));
  let last = {};
  return async () => {
    const m = await read();
    const d = k => Math.round(((m[k] ?? 0) - (last[k] ?? 0)) * 1e6) / 1e3;
    const r = {cpuTask: d('TaskDuration'), cpuScript: d('ScriptDuration'), cpuLayout: d('LayoutDuration'), cpuStyle: d('RecalcStyleDuration')};
    last = m;
    return r;
  };
}
async function once(browser, name, sc) {
  const d = SCEN[sc];
  return withPage(browser, async (pg, ctx) => {
    if (d.kind === 'cold') {
      const lap = await cpuMeter(ctx, pg);
      await pg.goto(`${ORIGIN}/cold/${name}/${sc}`, {waitUntil: 'commit'});
      await pg.waitForFunction(() => window.__cold, null, {timeout: 30000, polling: 50});
      return {...(await pg.evaluate(() => window.__cold)), ...(await lap())};
    }
    if (d.kind === 'memory') return memory(pg, ctx, name);
    if (d.kind === 'updateLeak') return updateLeak(pg, ctx, name);
    await open(pg, name);
    await call(pg, 'prep');
    await pg.waitForTimeout(100);
    const lap = await cpuMeter(ctx, pg);
    await lap();
    if (d.kind === 'list') {
      const out = await call(pg, 'listFirst', {n: d.n});
      out.firstCpu = (await lap()).cpuTask;
      Object.assign(out, await call(pg, 'listOne', {ones: d.ones}));
      await lap();
      Object.assign(out, await call(pg, 'listSeq', {updates: 1000, budget: d.budget}));
      out.seqCpuPer = (await lap()).cpuTask / out.seqDone;
      Object.assign(out, await call(pg, 'listBurst', {count: Math.min(out.seqDone, d.burstMax), updates: 1000}));
      Object.assign(out, await call(pg, 'listAppend'));
      return out;
    }
    const out = {...(await call(pg, d.fn, d.params)), ...(await lap())};
    if (out.strokes) out.cpuPer = out.cpuTask / out.strokes;
    return out;
  });
}

// ------------------------------------------------------------------ results
const prev = fs.existsSync(OUT) && process.argv.includes('--merge') ? JSON.parse(fs.readFileSync(OUT, 'utf8')) : {};
const res = {
  date: STAMP,
  started: new Date().toISOString(),
  machine: {
    cpu: os.cpus()[0]?.model, cores: os.cpus().length, memGB: Math.round(os.totalmem() / 2 ** 30), node: process.version,
    loadavgAtStart: os.loadavg().map(x => +x.toFixed(2)),
  },
  rounds: ROUNDS - 1, warmupRounds: 1, heavyRounds: +arg('heavy-rounds', 6) - 1, memRounds: MEM_ROUNDS - 1,
  adapters: Object.fromEntries(adapters.map(a => [a.name, {label: a.label, markdown: a.markdown, specVersion: a.specVersion}])),
  bundle: JSON.parse(fs.readFileSync(path.join(BUILD, 'sizes.json'), 'utf8')),
  raw: {}, smoke: {}, capability: {},
  ...(prev.raw ? {raw: prev.raw, smoke: prev.smoke ?? {}, capability: prev.capability ?? {}, loads: prev.loads ?? []} : {}),
};
if (prev.adapters) {
  res.adapters = {...prev.adapters, ...res.adapters};
  for (const k of ['started', 'machine', 'rounds', 'heavyRounds', 'memRounds', 'chromium']) if (prev[k] != null) res[k] = prev[k];
  res.mergedAt = [...(prev.mergedAt ?? []), `${new Date().toISOString()}: ${wanted.concat(only ?? []).filter((x, i, a) => a.indexOf(x) === i).join(' ')}`];
}
res.loads ??= [];
const save = () => {
  res.summary = {};
  for (const [n, scs] of Object.entries(res.raw))
    for (const [sc, runs] of Object.entries(scs)) {
      const ok = runs.filter(r => !r.error);
      const keys = new Set(ok.flatMap(r => Object.keys(r).filter(k => typeof r[k] === 'number')));
      const o = {n: ok.length, failed: runs.length - ok.length};
      if (runs.length > ok.length) o.errors = [...new Set(runs.filter(r => r.error).map(r => r.error))];
      const mode = ok.find(r => r.mode)?.mode;
      if (mode) o.mode = mode;
      const gaveUp = ok.find(r => r.dnf);
      if (gaveUp) o.dnf = gaveUp.note;
      for (const k of keys) {
        const xs = ok.map(r => r[k]).filter(x => typeof x === 'number');
        o[k] = {min: Math.min(...xs), median: median(xs), max: Math.max(...xs)};
      }
      (res.summary[n] ??= {})[sc] = o;
    }
  res.finished = new Date().toISOString();
  fs.mkdirSync(path.dirname(OUT), {recursive: true});
  fs.writeFileSync(OUT, JSON.stringify(res, null, 1));
  const notes = OUT.replace(/\.json$/, '.notes.md'); // hand-written, optional, goes on top of the table
  fs.writeFileSync(OUT.replace(/\.json$/, '.md'), report(res, fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8') : ''));
};

const skip = new Set((arg('skip') ?? '').split(',').filter(Boolean)); // adapter:scenario pairs
const allowed = (a, sc) => (!a.scenarios || a.scenarios.includes(sc)) && !skip.has(`${a.name}:${sc}`);
const dnf = new Set();
const tStart = Date.now();
const cpu = () => {
  try {
    const t = process.cpuUsage();
    return (t.user + t.system) / 1e6;
  } catch {
    return null;
  }
};

// ---- smoke + capability (one pass)
const doSmoke = !only || only.includes('smoke');
if (doSmoke) {
  const browser = await launch();
  res.chromium = browser.version();
  const files = fs.readdirSync(exDir).filter(f => f.endsWith('.json')).sort();
  for (const f of files) {
    const messages = example(f);
    const literals = literalTexts(messages);
    for (const a of adapters) {
      if (a.scenarios && !a.scenarios.includes('smoke')) continue;
      (res.smoke[a.name] ??= {})[f] = await withPage(browser, async pg => {
        await open(pg, a.name);
        return call(pg, 'smoke', {messages, literals});
      });
    }
  }
  await browser.close();
  for (const f of files) textOutliers(f);
  save();
  console.log('smoke done', ((Date.now() - tStart) / 1000).toFixed(0), 's');
}

// ---- timed rounds
if (wanted.length)
  for (let r = 0; r < ROUNDS; r++) {
    const browser = await launch();
    res.chromium ??= browser.version();
    res.loads.push({round: r, merged: !!prev.raw || undefined, load: os.loadavg()[0], t: Math.round((Date.now() - tStart) / 1000)});
    for (const sc of wanted) {
      if (r >= (SCEN[sc].rounds ?? ROUNDS)) continue;
      // rotate the start so that no adapter always runs first
      const order = adapters.map((_, i) => adapters[(i + r) % adapters.length]).filter(a => allowed(a, sc));
      for (const a of order) {
        const t = Date.now();
        if (dnf.has(a.name + sc)) continue; // gave up in an earlier round already
        const x = await once(browser, a.name, sc);
        if (process.argv.includes('-v') || x.error) console.log(r, sc, a.name, Date.now() - t, 'ms', JSON.stringify(x).slice(0, 300));
        if (x.dnf && r > 0) dnf.add(a.name + sc);
        if (r > 0 || ROUNDS === 1) ((res.raw[a.name] ??= {})[sc] ??= []).push(x);
      }
    }
    await browser.close();
    save();
    console.log(`round ${r}/${ROUNDS - 1} done at ${((Date.now() - tStart) / 1000).toFixed(0)} s, load ${os.loadavg()[0].toFixed(2)}, node cpu ${cpu()?.toFixed(0)} s`);
  }
// ---- capability probes last (one of them may hang a renderer for good)
if (!only || only.includes('capability'))
  for (const a of adapters) {
    if (a.scenarios && !a.scenarios.includes('capability')) continue;
    const browser = await launch();
    res.capability[a.name] = await capabilities(browser, a);
    await Promise.race([browser.close(), new Promise(r => setTimeout(r, 10000))]);
    save();
  }
save();
server.close();
console.log('all done at', ((Date.now() - tStart) / 1000).toFixed(0), 's');
process.exit(0);

// ------------------------------------------------------------------ helpers
/** Mark adapters whose visible text (letters and digits only) differs from what most adapters show. */
function textOutliers(f) {
  const norm = t => (t ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const by = new Map();
  for (const n of Object.keys(res.smoke)) {
    const k = norm(res.smoke[n][f]?.text);
    by.set(k, (by.get(k) ?? 0) + 1);
  }
  const [top] = [...by].sort((a, b) => b[1] - a[1])[0];
  for (const n of Object.keys(res.smoke)) {
    const s = res.smoke[n][f];
    if (!s || s.text == null) continue;
    const mine = norm(s.text);
    s.textDiffers = mine !== top;
    if (s.textDiffers) {
      const T = new Set(top.split(' '));
      const M = new Set(mine.split(' '));
      s.textDiff = {extra: [...M].filter(x => !T.has(x)).slice(0, 8).join(' '), lacks: [...T].filter(x => !M.has(x)).slice(0, 8).join(' ')};
    }
  }
}
/** Literal strings of Text components that are certain to be on screen (reachable without tabs/modals). */
function literalTexts(messages) {
  const byId = new Map();
  for (const m of messages) for (const c of m.updateComponents?.components ?? []) byId.set(c.id, c);
  const out = new Set();
  const seen = new Set();
  const visit = id => {
    const c = byId.get(id);
    if (!c || seen.has(id)) return;
    seen.add(id);
    if (c.component === 'Text' && typeof c.text === 'string' && /^[\w][\w ,.'!?:-]*$/.test(c.text)) out.add(c.text.trim().replace(/\s+/g, ' '));
    if (c.component === 'Button' || c.component === 'Card') visit(c.child);
    if (['Row', 'Column', 'List'].includes(c.component) && Array.isArray(c.children)) c.children.forEach(visit);
  };
  visit('root');
  return [...out];
}
async function capabilities(browser, a) {
  const BASIC = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json';
  const T = (v, extra = {}) => [
    {version: v, createSurface: {surfaceId: 'p', catalogId: BASIC, ...extra}},
    {version: v, updateComponents: {surfaceId: 'p', components: [{id: 'root', component: 'Text', text: 'PROBE_OK'}]}},
  ];
  const probes = {
    'v0.9 messages': {messages: T('v0.9'), expect: ['PROBE_OK']},
    'v0.9.1 version tag': {messages: T('v0.9.1'), expect: ['PROBE_OK']},
    'v1.0 version tag, v1.0 catalog id': {
      messages: [
        {version: 'v1.0', createSurface: {surfaceId: 'p', catalogId: 'https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json'}},
        {version: 'v1.0', updateComponents: {surfaceId: 'p', components: [{id: 'root', component: 'Text', text: 'PROBE_OK'}]}},
      ],
      expect: ['PROBE_OK'],
    },
    'v1.0 createSurface with inline components + dataModel': {
      messages: [
        {
          version: 'v1.0',
          createSurface: {
            surfaceId: 'p', catalogId: BASIC,
            components: [{id: 'root', component: 'Text', text: {path: '/x'}}], dataModel: {x: 'PROBE_OK'},
          },
        },
      ],
      expect: ['PROBE_OK'],
    },
    'v0.8 messages (surfaceUpdate/beginRendering)': {
      messages: [
        {surfaceUpdate: {surfaceId: 'p', components: [{id: 'root', component: {Text: {text: {literalString: 'PROBE_OK'}}}}]}},
        {beginRendering: {surfaceId: 'p', root: 'root'}},
      ],
      expect: ['PROBE_OK'],
    },
    'unknown component type does not break siblings': {
      messages: [
        {version: 'v0.9', createSurface: {surfaceId: 'p', catalogId: BASIC}},
        {version: 'v0.9', updateComponents: {surfaceId: 'p', components: [{id: 'root', component: 'Column', children: ['a', 'b']}, {id: 'a', component: 'NoSuchThing', foo: 1}, {id: 'b', component: 'Text', text: 'PROBE_OK'}]}},
      ],
      expect: ['PROBE_OK'],
    },
    'unknown property does not reject the whole message': {
      messages: [
        {version: 'v0.9', createSurface: {surfaceId: 'p', catalogId: BASIC}},
        {version: 'v0.9', updateComponents: {surfaceId: 'p', components: [{id: 'root', component: 'Text', text: 'PROBE_OK', futureProp: 1}]}},
      ],
      expect: ['PROBE_OK'],
    },
    'updateComponents before createSurface': {
      messages: [...T('v0.9')].reverse(),
      expect: ['PROBE_OK'],
    },
    'cyclic component graph does not hang': {
      messages: [
        {version: 'v0.9', createSurface: {surfaceId: 'p', catalogId: BASIC}},
        {version: 'v0.9', updateComponents: {surfaceId: 'p', components: [{id: 'root', component: 'Column', children: ['a', 'root']}, {id: 'a', component: 'Text', text: 'PROBE_OK'}]}},
      ],
      expect: ['PROBE_OK'],
    },
  };
  const out = {};
  out['button click reaches onAction'] = await withPage(browser, async pg => {
    await open(pg, a.name);
    const r = await call(pg, 'action');
    return {ok: r.actions.length === 1, ...r};
  });
  for (const [k, p] of Object.entries(probes))
    out[k] = await Promise.race([
      withPage(browser, async pg => {
        await open(pg, a.name);
        const r = await Promise.race([call(pg, 'probe', p), new Promise(r => setTimeout(() => r({error: 'hang > 8 s'}), 8000))]);
        return r.error ? r : {ok: r.shown.length === p.expect.length, ...r};
      }),
      new Promise(r => setTimeout(() => r({error: 'hang > 15 s'}), 15000)),
    ]);
  return out;
}
