// What the runner needs to know of the page for a person's steps.
(() => {
  const runner = globalThis.caseRunner;
  const { tree, one, find } = runner;

  function elementAt(x, y) {
    let element = document.elementFromPoint(x, y);
    while (element?.shadowRoot) {
      const inner = element.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    return element;
  }

  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };

  /** Where a person would press on an element: its middle, or its label's where that is what one sees of it. */
  function pressPoint(element) {
    const candidates = [element, ...(element.labels ?? [])];
    for (let node = element; node instanceof Element; node = tree.parent(node)) if (node.localName === "label") candidates.push(node);
    for (const candidate of candidates) {
      candidate.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const point = centre(candidate);
      const hit = elementAt(point.x, point.y);
      if (hit && tree.contains(candidate, hit)) return point;
    }
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return centre(element);
  }

  function place(element, value) {
    const prototype = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(prototype, "value").set.call(element, value);
    element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    element.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
  }

  const editable = (element) =>
    /^(input|textarea|select)$/.test(element.localName) ? element : [...tree.elements(element)].find((child) => /^(input|textarea|select)$/.test(child.localName)) ?? element;

  Object.assign(runner, {
    pressPoint: (target) => pressPoint(one(target)),
    /** Puts the focus into a field as a click at its end would; `clear` selects what is in it. */
    focusEnd(target, clear) {
      const field = editable(one(target));
      field.scrollIntoView({ block: "center", behavior: "instant" });
      field.focus();
      if (clear) field.select?.();
      else if (field.selectionStart !== null && "selectionStart" in field) field.setSelectionRange(field.value.length, field.value.length);
    },
    setValue(target, value) {
      const field = editable(one(target));
      if (field.type === "checkbox" || field.type === "radio") {
        if (field.checked !== Boolean(value)) field.click();
      } else place(field, String(value));
    },
    /** Picks an option of a native list at once; otherwise answers with where to press, or nothing. */
    choose(step) {
      const option = runner.option(step);
      if (!option) return undefined;
      if (option.localName !== "option") return pressPoint(option);
      const list = option.closest("select");
      if (list.multiple) option.selected = !option.selected;
      else list.value = option.value;
      list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
      list.dispatchEvent(new Event("change", { bubbles: true, composed: true }));
      return "done";
    },
    exists: (target) => find(target).length > 0,
  });
})();
