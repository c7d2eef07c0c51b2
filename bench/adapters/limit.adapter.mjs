export default {
  name: 'limit',
  label: 'plain JavaScript that builds the same DOM, without a protocol (the floor)',
  bundleEntry: './entries/limit.entry.js',
  markdown: true, // of the kind the generator writes
  specVersion: 'v0.9',
  // only what the synthetic generators use; memory and leaks say nothing about a floor without state
  scenarios: ['bundle', 'large-100', 'large-1000', 'large-5000', 'list-1000', 'list-10000', 'stream-16-task', 'stream-1000-task', 'stream-1000-burst', 'keystroke', 'markdown-50k'],
};
