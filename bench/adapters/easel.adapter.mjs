import path from 'node:path';
import {HERE} from '../lib.mjs';

const wasm = name => ({from: path.join(HERE, '../dist', name), to: name});

export default {
  name: 'easel',
  label: 'a2ui-easel as built here (the .wasm of Markdown counted in)',
  bundleEntry: './entries/easel.entry.js',
  assets: [wasm('easel_bg.wasm'), wasm('markdown_bg.wasm')],
  markdown: true,
  specVersion: 'v0.9',
};
