// Roles, names and states for facts that are checked within a frame, where the browser's own accessibility tree
// cannot be asked. Everything else asks that tree (../accessibility.mjs).
(() => {
  const runner = globalThis.caseRunner;
  const { children, parent, elements, contains, isVisible } = runner.tree;

  const INPUTS = {
    button: "button", checkbox: "checkbox", image: "button", number: "spinbutton", radio: "radio", range: "slider",
    reset: "button", search: "searchbox", submit: "button", email: "textbox", password: "textbox", tel: "textbox",
    text: "textbox", url: "textbox",
  };
  const TAGS = {
    article: "article", aside: "complementary", audio: "audio", blockquote: "blockquote", button: "button", code: "code",
    details: "group", dialog: "dialog", em: "emphasis", fieldset: "group", figure: "figure", form: "form", hr: "separator",
    img: "image", li: "listitem", main: "main", meter: "meter", nav: "navigation", ol: "list", option: "option",
    output: "status", p: "paragraph", progress: "progressbar", strong: "strong", table: "table", td: "cell",
    textarea: "textbox", th: "columnheader", tr: "row", ul: "list", video: "video",
  };

  function role(element) {
    const own = element.getAttribute("role")?.trim().split(/\s+/)[0];
    if (own) return own === "img" ? "image" : own;
    const tag = element.localName;
    if (/^h[1-6]$/.test(tag)) return "heading";
    if (tag === "a") return element.hasAttribute("href") ? "link" : "generic";
    if (tag === "input") return INPUTS[element.type] ?? element.type;
    if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "section") return element.hasAttribute("aria-label") ? "region" : "generic";
    return TAGS[tag] ?? "generic";
  }

  const tidy = (text) => text.replace(/\s+/g, " ").trim();

  function fromContents(node) {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    if (node.getAttribute("aria-hidden") === "true" || !node.checkVisibility({ visibilityProperty: true })) return "";
    const label = node.getAttribute("aria-label") ?? node.getAttribute("alt");
    if (label) return ` ${label} `;
    const inner = children(node).map(fromContents).join("");
    return getComputedStyle(node).display.startsWith("inline") ? inner : ` ${inner} `;
  }

  const NAMED_BY_CONTENTS = /^(button|cell|checkbox|columnheader|heading|link|menuitem.*|option|radio|row|switch|tab|tooltip)$/;

  function name(element) {
    const ids = element.getAttribute("aria-labelledby");
    const labels = element.ariaLabelledByElements ?? ids?.split(/\s+/).map((id) => element.getRootNode().getElementById(id)) ?? [];
    const labelled = tidy(labels.filter(Boolean).map((label) => label.getAttribute("aria-label") ?? label.textContent).join(" "));
    if (labelled) return labelled;
    const own = tidy(element.getAttribute("aria-label") ?? "");
    if (own) return own;
    const native = element.labels?.length
      ? [...element.labels].map(fromContents).join(" ")
      : (element.getAttribute("alt") ?? element.querySelector?.(":scope > legend, :scope > caption")?.textContent);
    if (native) return tidy(native);
    if (NAMED_BY_CONTENTS.test(role(element))) {
      const contents = tidy(children(element).map(fromContents).join(""));
      if (contents) return contents;
    }
    return tidy(element.getAttribute("title") ?? element.getAttribute("placeholder") ?? "");
  }

  /** Whether assistive technology meets an element: visible, not hidden from it, not behind an open modal dialog. */
  function isExposed(element) {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    for (let node = element; node instanceof Element; node = parent(node)) {
      if (node.getAttribute("aria-hidden") === "true" || node.inert) return false;
    }
    const modal = [...elements(document)].filter((dialog) => dialog.localName === "dialog" && dialog.matches(":modal")).pop();
    return !modal || contains(modal, element);
  }

  const STATES = {
    busy: (element) => element.getAttribute("aria-busy"),
    checked: (element) => element.checked ?? element.getAttribute("aria-checked"),
    disabled: (element) => element.matches(":disabled") || element.getAttribute("aria-disabled"),
    expanded: (element) => element.getAttribute("aria-expanded"),
    invalid: (element) => element.getAttribute("aria-invalid"),
    level: (element) => element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1],
    pressed: (element) => element.getAttribute("aria-pressed"),
    required: (element) => element.required || element.getAttribute("aria-required"),
    selected: (element) => element.selected ?? element.getAttribute("aria-selected"),
  };

  function state(element, key) {
    if (!STATES[key]) throw new Error(`the state "${key}" cannot be checked within a frame`);
    return String(STATES[key](element) ?? false);
  }

  const byRole = (wanted, wantedName) =>
    [...elements(document)].filter(
      (element) =>
        role(element) === (wanted === "img" ? "image" : wanted) &&
        (wantedName === undefined || name(element) === tidy(wantedName)) &&
        isExposed(element),
    );

  const byLabel = (label) =>
    [...elements(document)].filter((element) => element.matches("input, textarea, select") && name(element) === tidy(label) && isVisible(element));

  runner.aria = { role, name, state, byRole, byLabel, isExposed };
})();
