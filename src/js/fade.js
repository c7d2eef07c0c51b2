// What scrolls sideways fades out at an edge that there is more behind; src/js/styles/scroll.css has the mask.

/** The mask's place at the inline start, between the edges, and at the inline end. */
const PLACES = ["var(--at-start)", "0 0, 100% 0", "0 0, 100% 0", "var(--at-end)"];
const faded = new WeakSet();

/**
 * Moves the mask of `element` as it scrolls. Not by `@keyframes`: a browser that animates by those of a shadow root holds the
 * root as long as anybody holds the element, and WebAssembly does.
 */
export function fade(element) {
  if (!globalThis.ScrollTimeline || faded.has(element)) return;
  faded.add(element);
  const timeline = new ScrollTimeline({ source: element, axis: "inline" });
  element.animate({ maskPosition: PLACES, offset: [0, 0.12, 0.88, 1] }, { timeline });
}
