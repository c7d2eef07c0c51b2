// The page as it is composed: shadow trees entered, slots filled. What a person sees of it and its serialised form.
(() => {
  const runner = globalThis.caseRunner;
  const SILENT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "LINK", "META", "TEXTAREA", "SELECT", "TITLE", "DESC", "DEFS", "METADATA"]);

  /** The children of a node in the composed tree. */
  function children(node) {
    if (node.shadowRoot) return [...node.shadowRoot.childNodes];
    if (node.localName === "slot") {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return [...node.childNodes];
  }

  /** The parent of a node in the composed tree. */
  function parent(node) {
    if (node.assignedSlot) return node.assignedSlot;
    const up = node.parentNode;
    return up instanceof ShadowRoot ? up.host : up;
  }

  function* descendants(node) {
    for (const child of children(node)) {
      yield child;
      yield* descendants(child);
    }
  }

  function* elements(root) {
    for (const node of descendants(root)) if (node.nodeType === Node.ELEMENT_NODE) yield node;
  }

  function contains(outer, inner) {
    for (let node = inner; node; node = parent(node)) if (node === outer) return true;
    return false;
  }

  function shadowRoots() {
    return [...elements(document)].map((element) => element.shadowRoot).filter(Boolean);
  }

  /** The innermost active element, through shadow trees. */
  function activeElement() {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active;
  }

  /** The elements under test in the page; where none is, the one that was taken out. */
  function easels() {
    const found = [...elements(document)].filter((element) => element.localName === "a2ui-easel");
    return found.length > 0 ? found : [runner.subject].filter(Boolean);
  }

  /** Hidden by the usual means to hide from eyes alone, or moved out of the page. */
  function isOutOfSight(element, style) {
    if (/^inset\((50|100)%/.test(style.clipPath)) return true;
    if (style.position !== "absolute" && style.position !== "fixed") return false;
    if (style.clip.startsWith("rect(0")) return true;
    const box = element.getBoundingClientRect();
    if (style.overflow !== "visible" && box.width <= 1 && box.height <= 1) return true;
    return box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
  }

  function isFoldedAway(node) {
    const details = parent(node);
    if (details?.localName !== "details" || details.open) return false;
    return node !== [...details.children].find((child) => child.localName === "summary");
  }

  /** Whether nothing at all of an element is drawn. Cheaper than `checkVisibility`, which looks at everything around it. */
  const isSkipped = (element, style) =>
    style.display === "none" || style.opacity === "0" || isHeldBack(element) || isFoldedAway(element) || isOutOfSight(element, style);

  const isHeldBack = (element) => {
    const around = parent(element);
    return around instanceof Element && getComputedStyle(around).contentVisibility === "hidden";
  };

  /** Whether an element, and everything around it, is drawn for people. */
  function isVisible(element) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    for (let node = element; node instanceof Element; node = parent(node)) {
      if (isFoldedAway(node) || isOutOfSight(node, getComputedStyle(node))) return false;
    }
    return true;
  }

  /**
   * The text of a part of the page, one line a block. White space is as drawn, or as written with `raw`; with
   * `folded`, text counts that is there without being visible.
   */
  function text(root, { raw = false, folded = false } = {}) {
    const lines = [];
    let line = "";
    const end = () => {
      lines.push(raw ? line : line.trimEnd());
      line = "";
    };
    const startBlock = () => line && end();
    const add = (data, preserved) => {
      if (raw || preserved) line += data;
      else {
        const drawn = data.replace(/[ \t\r\n\f]+/g, " ");
        line += line === "" || line.endsWith(" ") ? drawn.trimStart() : drawn;
      }
    };
    const walk = (node, preserved, shown) => {
      if (node.nodeType === Node.TEXT_NODE) {
        if ((folded || shown) && !(isFoldedAway(node) && !folded)) add(node.data, preserved);
        return;
      }
      if (node.nodeType !== Node.ELEMENT_NODE) return children(node).forEach((child) => walk(child, preserved, shown));
      if (SILENT.has(node.nodeName.toUpperCase())) return undefined;
      const style = getComputedStyle(node);
      if (!folded) {
        if (isSkipped(node, style)) return undefined;
        if (style.display !== "contents") shown = style.visibility === "visible";
      }
      if (node.localName === "br") return end();
      const block = !/^(inline|contents|ruby|none)/.test(style.display) || (node.localName === "text" && node.ownerSVGElement);
      if (block) startBlock();
      children(node).forEach((child) => walk(child, style.whiteSpaceCollapse !== "collapse", shown));
      if (block) startBlock();
      return undefined;
    };
    walk(root, false, root.nodeType === Node.ELEMENT_NODE ? isVisible(root) : true);
    startBlock();
    return raw ? lines.join("\n") : lines.join("\n").trimEnd();
  }

  const DRAWING = /^(img|svg|canvas|video|audio|input|button|textarea|select|hr|progress|meter|picture)$/;

  /** Whether anything is drawn inside of an element. */
  function paints(root) {
    return isVisible(root) && (Boolean(text(root).trim()) || children(root).some(paintsShape));
  }

  function paintsShape(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return false;
    const style = getComputedStyle(node);
    if (isSkipped(node, style)) return false;
    const box = node.getBoundingClientRect();
    if (style.visibility === "visible" && box.width > 0 && box.height > 0) {
      if (DRAWING.test(node.localName)) return true;
      if (style.backgroundImage !== "none" || !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor)) return true;
      if (parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none") return true;
    }
    return children(node).some(paintsShape);
  }

  const escaped = (text) => text.replace(/[&<>="]/g, (character) => `&#${character.charCodeAt(0)};`);

  /** The markup of a part of the page as text, shadow trees in place. What is text there cannot pass for an attribute. */
  function markup(node) {
    if (node.nodeType === Node.TEXT_NODE) return escaped(node.data);
    if (node.nodeType === Node.COMMENT_NODE) return `<!--${node.data}-->`;
    if (node.nodeType !== Node.ELEMENT_NODE) return [...node.childNodes].map(markup).join("");
    const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`);
    const inner = [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes, ...(node.content?.childNodes ?? [])];
    return `<${node.localName}${attributes.join("")}>${inner.map(markup).join("")}</${node.localName}>`;
  }

  const everythingDrawn = new CSSStyleSheet();
  everythingDrawn.replaceSync("* { content-visibility: visible !important; }");

  /** From this many elements on it matters how the browser lays out what is far away. */
  const LONG = 2000;

  /**
   * Reads a long page with everything in it laid out. Rows that the browser leaves out while they are far away would
   * otherwise be brought up one by one, each for a whole pass over the page.
   */
  async function laidOut(work) {
    if ([...elements(document)].length < LONG) return work();
    const roots = [document, ...shadowRoots()];
    for (const root of roots) root.adoptedStyleSheets.push(everythingDrawn);
    try {
      return work();
    } finally {
      for (const root of roots) root.adoptedStyleSheets.splice(root.adoptedStyleSheets.indexOf(everythingDrawn), 1);
      // The browser finds out in the next frame what is near again.
      await runner.frames.settle();
    }
  }

  Object.assign(runner, {
    /** Checks a fact between frames. */
    check: (fact) => laidOut(() => runner.facts[fact.kind](fact)),
    tree: { children, parent, elements, contains, activeElement, isVisible, text, paints, markup },
    shadowRoots,
    easels,
  });
})();
