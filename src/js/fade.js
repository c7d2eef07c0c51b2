// What scrolls sideways fades out at an edge that there is more behind; src/js/styles/scroll.css has the mask.

/** The mask's place at the inline start, between the edges, and at the inline end. */
const PLACES = ["var(--at-start)", "0 0, 100% 0", "0 0, 100% 0", "var(--at-end)"];
const faded = new WeakSet();
const reached = new WeakSet();

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

/** Lets the keyboard scroll a list that goes sideways, for as long as there is more than fits; `label()` if it has no name. */
export function reach(list, label) {
  if (reached.has(list)) return;
  reached.add(list);
  let isNamed = false;
  const look = () => {
    const scrolls = list.dataset.direction === "horizontal" && list.scrollWidth > list.clientWidth;
    if (scrolls === list.hasAttribute("tabindex") || list.matches(":focus")) return;
    if (scrolls) {
      list.tabIndex = 0;
      isNamed = !list.hasAttribute("aria-label");
      if (isNamed) list.setAttribute("aria-label", label());
    } else {
      list.removeAttribute("tabindex");
      if (isNamed) list.removeAttribute("aria-label");
    }
  };
  new ResizeObserver(look).observe(list);
  new MutationObserver(look).observe(list, { childList: true });
}
