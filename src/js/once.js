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

/** A function that puts a style sheet, one for each document, onto a shadow root or document if there is one. Answers whether it lacked it. */
export function sheet(styles) {
  const shared = new WeakMap();
  return (root) => {
    const document = root?.ownerDocument ?? root;
    // An element that is in no document has a plain parent for a root, and a document that is not shown takes no style.
    if (!root?.adoptedStyleSheets || !document.defaultView) return false;
    if (!shared.has(document)) {
      const made = new document.defaultView.CSSStyleSheet();
      made.replaceSync(styles);
      shared.set(document, made);
    }
    if (root.adoptedStyleSheets.includes(shared.get(document))) return false;
    root.adoptedStyleSheets.push(shared.get(document));
    return true;
  };
}
