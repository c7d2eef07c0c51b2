// What a page has once, however many elements and modules ask for it.

/** A function that answers with what `load` gives, loaded at the first call. A load that fails is tried again when asked next. */
export function once(load) {
  let loading;
  return () =>
    (loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    }));
}

/** A function that puts one shared style sheet onto a shadow root or document that lacks it. */
export function sheet(styles) {
  let shared;
  return (root) => {
    if (!shared) {
      shared = new CSSStyleSheet();
      shared.replaceSync(styles);
    }
    // An element that is in no document has a plain parent for a root.
    if (root.adoptedStyleSheets && !root.adoptedStyleSheets.includes(shared)) root.adoptedStyleSheets.push(shared);
  };
}
