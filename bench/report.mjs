// results JSON -> markdown tables
import {median} from './lib.mjs';
export const ROWS = [
  ['Bundle minified, KB', b => b.bundle && b.bundle.raw / 1000, 1],
  ['Bundle gzip -9, KB', b => b.bundle && b.bundle.gzip / 1000, 1],
  ['Bundle brotli -11, KB', b => b.bundle && b.bundle.brotli / 1000, 1],
  ['Cold start login form: DOM complete, ms', 'cold-login.dom', 1],
  ['Cold start login form: FCP, ms', 'cold-login.fcp', 1],
  ['Cold start login form: double rAF, ms', 'cold-login.frame', 1],
  ['Cold start login form: main-thread CPU, ms', 'cold-login.cpuTask', 1],
  ['Cold start flight status: DOM complete, ms', 'cold-flight.dom', 1],
  ['Cold start flight status: FCP, ms', 'cold-flight.fcp', 1],
  ['100 components: DOM, ms', 'large-100.dom', 1],
  ['100 components: double rAF, ms', 'large-100.frame', 1],
  ['100 components: main-thread CPU, ms', 'large-100.cpuTask', 1],
  ['1 000 components: DOM, ms', 'large-1000.dom', 1],
  ['1 000 components: double rAF, ms', 'large-1000.frame', 1],
  ['1 000 components: main-thread CPU, ms', 'large-1000.cpuTask', 1],
  ['5 000 components: DOM, ms', 'large-5000.dom', 1],
  ['5 000 components: double rAF, ms', 'large-5000.frame', 1],
  ['5 000 components: main-thread CPU, ms', 'large-5000.cpuTask', 0],
  ['5 000 components: of which script, ms', 'large-5000.cpuScript', 0],
  ['5 000 components: of which layout, ms', 'large-5000.cpuLayout', 0],
  ['5 000 components: DOM elements', 'large-5000.elements', 0],
  ['List 1 000: first render DOM, ms', 'list-1000.dom', 1],
  ['List 1 000: first render main-thread CPU, ms', 'list-1000.firstCpu', 1],
  ['List 1 000: one-item update, ms', 'list-1000.one', 2],
  ['List 1 000: 1 000 updates, one per task, total ms (extrapolated if done < 1 000)', 'list-1000.seqTotal', 0],
  ['List 1 000: main-thread CPU per update, ms', 'list-1000.seqCpuPer', 3],
  ['List 1 000: updates really done (of 1 000)', 'list-1000.seqDone', 0],
  ['List 1 000: 1 000 updates in one array, ms (extrapolated from <= 200)', 'list-1000.burst', 0],
  ['List 1 000: append one item, ms', 'list-1000.append', 2],
  ['List 10 000: first render DOM, ms', 'list-10000.dom', 0],
  ['List 10 000: first render double rAF, ms', 'list-10000.frame', 0],
  ['List 10 000: first render main-thread CPU, ms', 'list-10000.firstCpu', 0],
  ['List 10 000: one-item update, ms', 'list-10000.one', 2],
  ['List 10 000: 1 000 updates, one per task, total ms (extrapolated, see n)', 'list-10000.seqTotal', 0],
  ['List 10 000: main-thread CPU per update, ms', 'list-10000.seqCpuPer', 2],
  ['List 10 000: updates really done (of 1 000)', 'list-10000.seqDone', 0],
  ['List 10 000: append one item, ms', 'list-10000.append', 1],
  ['Stream 16 messages, one per task, ms', 'stream-16-task.total', 1],
  ['Stream 16 messages, one per task: main-thread CPU, ms', 'stream-16-task.cpuTask', 1],
  ['Stream 1 000 messages, one per task, ms', 'stream-1000-task.total', 0],
  ['Stream 1 000 messages, one per task: main-thread CPU, ms', 'stream-1000-task.cpuTask', 0],
  ['Stream 1 000 messages, one synchronous loop, ms', 'stream-1000-burst.total', 0],
  ['Stream 1 000 messages, one synchronous loop: main-thread CPU, ms', 'stream-1000-burst.cpuTask', 0],
  ['Keystroke -> 100 Texts: median, ms', 'keystroke.median', 2],
  ['Keystroke -> 100 Texts: first, ms', 'keystroke.first', 2],
  ['Keystroke -> 100 Texts: max, ms', 'keystroke.max', 2],
  ['Keystroke: main-thread CPU per stroke incl. frame, ms', 'keystroke.cpuPer', 2],
  ['Markdown 50 KB: HTML in DOM, ms', 'markdown-50k.dom', 1],
  ['Markdown 50 KB: text present (raw where no markdown), ms', 'markdown-50k.textPresent', 1],
  ['Markdown 50 KB: main-thread CPU, ms', 'markdown-50k.cpuTask', 0],
  ['JS heap, mounted and empty, MB', 'memory.baseJsMB', 2],
  ['JS heap of 5 000 components over empty, MB', 'memory.largeJsMB', 2],
  ['Embedder (DOM) heap of 5 000 components, MB', 'memory.largeEmbedderMB', 2],
  ['Backing stores (ArrayBuffer/wasm) of 5 000 components, MB', 'memory.largeBackingMB', 2],
  ['DOM nodes of 5 000 components', 'memory.largeNodes', 0],
  ['JS heap left after deleteSurface, MB', 'memory.afterDeleteJsMB', 2],
  ['DOM nodes left after deleteSurface', 'memory.afterDeleteNodes', 0],
  ['Heap growth of a living surface (List of 200) per one-item update, KB', 'update-leak.kbPerUpdate', 2],
  ['Leak over 100 create/delete cycles, KB per cycle', 'memory.cyclesLeakKBPerCycle', 2],
  ['DOM nodes left over 100 cycles', 'memory.cyclesNodes', 0],
];
const f = (x, d) => (x == null ? '–' : x.toFixed(d).replace(/\B(?=(\d{3})+(?!\d))/g, ' '));
export function report(res, notes) {
  const names = Object.keys(res.adapters);
  const L = [];
  L.push(`# A2UI web renderers in headless Chromium, ${res.date}`, '');
  L.push(`Chromium ${res.chromium}; ${res.machine.cpu}, ${res.machine.cores} cores, ${res.machine.memGB} GB; Node ${res.machine.node}. ${res.rounds} measured rounds after one warm-up round (list-10000: ${res.heavyRounds ?? res.rounds}, memory: ${res.memRounds ?? res.rounds}); fresh browser and user-data-dir per round, fresh tab (renderer process) per run; adapters interleaved inside each scenario with a rotating start. One-minute load at round starts: ${(res.loads ?? []).map(l => l.load.toFixed(1)).join(', ')}.`, '');
  if (notes) L.push(notes.trim(), '');
  L.push('## Medians', '', 'Cells: median (min–max). Lowest median of the renderers in bold (`limit` is none). Every number is cold-JIT (a fresh page per run).', '');
  L.push('| | ' + names.join(' | ') + ' |', '|---|' + names.map(() => '---:').join('|') + '|');
  for (const [label, key, d] of ROWS) {
    const vals = names.map(n => {
      if (typeof key === 'function') {
        const v = key({bundle: res.bundle[n]});
        return v == null ? null : {median: v, min: v, max: v};
      }
      const [sc, k] = key.split('.');
      const s = res.summary[n]?.[sc];
      if (!s) return null;
      if (!s.n) return {fail: s.errors?.[0] ?? 'failed'};
      if (s.dnf) return {fail: 'DNF: ' + s.dnf};
      if (sc === 'markdown-50k' && k !== 'textPresent' && s.mode !== 'html') return null; // no HTML: the poll for it would be all one measures
      if (!s[k]) return s.errors ? {fail: s.errors[0]} : null;
      return {...s[k], partial: s.failed};
    });
    const info = /really done|DOM elements|DOM nodes of/.test(label);
    const best = info ? NaN : Math.min(...vals.filter((v, i) => names[i] !== 'limit' && v && v.median != null).map(v => v.median));
    if (vals.every(v => v == null)) continue;
    L.push(
      `| ${label} | ` +
        vals
          .map(v => {
            if (v == null) return '–';
            if (v.fail) return v.fail.startsWith('DNF') ? v.fail : 'FAILED';
            const m = f(v.median, d);
            const rng = v.min === v.max ? '' : ` (${f(v.min, d)}–${f(v.max, d)})`;
            return (v.median === best ? `**${m}**` : m) + rng + (v.partial ? ` [${v.partial} runs failed]` : '');
          })
          .join(' | ') +
        ' |',
    );
  }
  // paired ratios: the same round's run of the reference adapter, which cancels slow drifts of a busy machine
  const ref = names.includes('easel') ? 'easel' : names.includes('a2ui-react') ? 'a2ui-react' : names[0];
  L.push('', `## Paired ratios to ${ref} (median over rounds of x / ${ref} in the same round; below 1 is better than ${ref})`, '', '| | ' + names.join(' | ') + ' |', '|---|' + names.map(() => '---:').join('|') + '|');
  for (const [label, key] of ROWS) {
    if (typeof key === 'function' || /really done|DOM elements|DOM nodes|left/.test(label)) continue;
    const [sc, k] = key.split('.');
    const rr = res.raw[ref]?.[sc];
    if (!rr) continue;
    const cells = names.map(n => {
      const xs = res.raw[n]?.[sc];
      if (!xs || res.summary[n]?.[sc]?.dnf || (sc === 'markdown-50k' && k !== 'textPresent' && res.summary[ref]?.[sc]?.mode !== 'html') || (sc === 'markdown-50k' && k !== 'textPresent' && res.summary[n]?.[sc]?.mode !== 'html')) return '–';
      const q = xs.map((x, i) => (typeof x[k] === 'number' && typeof rr[i]?.[k] === 'number' && rr[i][k] > 0 ? x[k] / rr[i][k] : NaN));
      const m = median(q);
      return m == null ? '–' : m.toFixed(2);
    });
    if (cells.every(c => c === '–')) continue;
    L.push(`| ${label} | ${cells.join(' | ')} |`);
  }
  const errs = [];
  for (const n of names) for (const [sc, s] of Object.entries(res.summary[n] ?? {})) if (s.failed) errs.push(`- ${n} / ${sc}: ${s.failed} of ${s.n + s.failed} runs failed: ${s.errors.join('; ').replace(/\s+/g, ' ').slice(0, 300)}`);
  if (errs.length) L.push('', '## Failed runs', '', ...errs);
  L.push('', '## Adapters', '');
  for (const n of names) L.push(`- **${n}**: ${res.adapters[n].label}. ${Object.entries(res.bundle[n]?.versions ?? {}).map(([k, v]) => `${k.replace('@copilotkit/a2ui-renderer/node_modules/', 'nested ')} ${v}`).join(', ')}`);
  L.push('', '## Where the bundle bytes come from (minified KB)', '', '| | top packages |', '|---|---|');
  for (const n of names) L.push(`| ${n} | ${Object.entries(res.bundle[n]?.byPackage ?? {}).slice(0, 8).map(([k, v]) => `${k} ${(v / 1000).toFixed(1)}`).join(', ')} |`);
  if (Object.keys(res.capability ?? {}).length) {
    const caps = [...new Set(Object.values(res.capability).flatMap(c => Object.keys(c)))];
    const cn = names.filter(n => res.capability[n]);
    L.push('', '## Capability probes', '', '| | ' + cn.join(' | ') + ' |', '|---|' + cn.map(() => '---').join('|') + '|');
    for (const k of caps)
      L.push(`| ${k} | ${cn.map(n => {
        const c = res.capability[n][k];
        if (!c) return '–';
        if (c.ok) return 'yes';
        return 'no' + (c.error ? ` (${c.error.slice(0, 60)})` : c.threw ? ` (throws: ${c.threw.slice(0, 70)})` : c.errs?.length ? ` (error: ${c.errs[0].slice(0, 70)})` : c.text ? ` (shows: "${c.text.slice(0, 50)}")` : ' (shows nothing)');
      }).join(' | ').replace(/\n/g, ' ')} |`);
  }
  if (Object.keys(res.smoke ?? {}).length) {
    const sn = names.filter(n => res.smoke[n]);
    const files = Object.keys(res.smoke[sn[0]]);
    L.push('', `## Correctness smoke: ${files.length} basic-catalog v0.9 examples`, '', 'ok = no thrown error, no console error or warning, non-empty DOM, no placeholder left, every statically reachable literal Text on screen, ("text differs": other words than most adapters show; for information). Otherwise the first problem. This is shallow: it does not judge layout or styling.', '', '| example | ' + sn.join(' | ') + ' |', '|---|' + sn.map(() => '---').join('|') + '|');
    const tally = Object.fromEntries(sn.map(n => [n, 0]));
    for (const file of files)
      L.push(`| ${file.replace('.json', '')} | ${sn.map(n => {
        const v = verdict(res.smoke[n][file]);
        if (v.startsWith('ok')) tally[n]++;
        return v;
      }).join(' | ')} |`);
    L.push(`| **ok** | ${sn.map(n => `**${tally[n]}/${files.length}**`).join(' | ')} |`);
  }
  return L.join('\n') + '\n';
}
export function verdict(s) {
  const esc = x => String(x).replace(/\|/g, '\\|').replace(/\n/g, ' ').slice(0, 90);
  if (!s) return '–';
  if (s.error) return 'FAIL ' + esc(s.error);
  if (s.threw) return 'THROWS ' + esc(s.threw);
  if (!s.textLen && s.elements < 3) return 'EMPTY';
  const bad = [];
  if (s.missing?.length) bad.push(`missing text: ${esc(s.missing.slice(0, 2).join(', '))}`);
  if (s.placeholders) bad.push(`${s.placeholders} placeholder(s)`);
  if (s.errors?.length) bad.push(esc(s.errors[0]));
  if (bad.length) return bad.join('; ');
  return s.textDiffers ? `ok, but text differs (extra: ${esc(s.textDiff.extra) || '-'}; lacks: ${esc(s.textDiff.lacks) || '-'})` : 'ok';
}
