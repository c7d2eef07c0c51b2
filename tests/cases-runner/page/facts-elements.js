// Facts about elements: attributes, values, focus, layout, colours.
(() => {
  const runner = globalThis.caseRunner;
  const { tree, match, aria, find, one, box, describe } = runner;

  const withText = (elements, fact) => (fact.text === undefined ? elements : elements.filter((element) => tree.text(element).includes(fact.text)));

  function byCss(fact) {
    const roots = fact.within || fact.target ? find(fact.within ?? fact.target) : runner.easels();
    return withText(roots.flatMap((root) => [...tree.elements(root)].filter((element) => element.matches(fact.css))), fact);
  }

  function byRole(fact) {
    const states = Object.entries(fact.state ?? {});
    const scope = fact.within && one(fact.within);
    let found = aria.byRole(fact.role, fact.name).filter((element) => !scope || tree.contains(scope, element));
    if (fact.nth !== undefined) found = found.slice(fact.nth, fact.nth + 1);
    return found.filter((element) => states.every(([key, wanted]) => aria.state(element, key) === String(wanted)));
  }

  const named = (fact) => `${describe({ role: fact.role, name: fact.name })}${fact.state ? ` with ${match.show(fact.state)}` : ""}`;

  const attributeNames = (fact) => [].concat(fact.attrs ?? fact.attributes ?? fact.attr ?? fact.attribute);

  /** The places a fact about "any" attribute may mean: several names, several elements, or alternatives in a list. */
  function anyAttribute(fact) {
    const alternatives = fact.any ?? fact.alternatives ?? fact.options;
    if (alternatives) return alternatives.some((each) => !anyAttribute({ ...fact, any: undefined, alternatives: undefined, options: undefined, ...each }));
    const values = find(fact.target).flatMap((element) => attributeNames(fact).map((name) => element.getAttribute(name)));
    const conditions = match.asked(fact).length > 0 ? fact : { ...fact, present: true };
    return values.some((value) => !match.check(value, conditions, "it"));
  }

  function value(element) {
    if (element.localName === "select" && element.multiple) return [...element.selectedOptions].map((option) => option.value);
    if ("value" in element && element.localName !== "li") return element.value;
    const inner = [...tree.elements(element)].find((child) => /^(input|textarea|select)$/.test(child.localName));
    if (inner) return inner.value;
    return element.getAttribute("aria-valuenow") ?? tree.text(element);
  }

  function focusIs(fact, relation) {
    const active = tree.activeElement();
    if (find(fact.target).some((element) => relation(element, active))) return undefined;
    const where = active ? `<${active.localName}> ${match.show(aria.name(active))}` : "nothing";
    return `the focus is on ${where}, not ${relation === same ? "on" : "in"} ${describe(fact.target)}`;
  }
  const same = (element, active) => element === active;

  // ---- colours ----

  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  /** Any CSS colour as `[red, green, blue, alpha]`, by painting it. */
  function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#0000";
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  const over = ([r, g, b, a], under) => [r, g, b].map((part, i) => part * a + under[i] * (1 - a));

  function background(element) {
    const layers = [];
    for (let node = element; node instanceof Element; node = tree.parent(node)) {
      const colour = rgba(getComputedStyle(node).backgroundColor);
      layers.unshift(colour);
      if (colour[3] === 1) break;
    }
    const dark = getComputedStyle(element).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
    return layers.reduce((under, layer) => over(layer, under), dark ? [18, 18, 18] : [255, 255, 255]);
  }

  function luminance(colour) {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  /** The least contrast of a text in the element with what is behind it; of the element's colour where it has no text. */
  function contrast(element) {
    const holders = [element, ...tree.elements(element)].filter((node) =>
      tree.children(node).some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()),
    );
    const ratios = (holders.length > 0 ? holders.filter(tree.isVisible) : [element]).map((node) => {
      const behind = background(node);
      const [a, b] = [luminance(over(rgba(getComputedStyle(node).color), behind)), luminance(behind)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    return Math.min(...ratios);
  }

  function style(fact) {
    const element = one(fact.target);
    const property = (fact.property ?? fact.prop ?? fact.name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const computed = getComputedStyle(element, fact.pseudo).getPropertyValue(property).trim();
    if (fact.equals !== undefined && CSS.supports("color", fact.equals) && CSS.supports("color", computed)) {
      if (match.equal(rgba(computed), rgba(fact.equals))) return undefined;
    }
    const numeric = ["min", "max", "at_least", "at_most", "between"].some((key) => fact[key] !== undefined);
    return match.check(numeric ? parseFloat(computed) : computed, fact, `${property} of ${describe(fact.target)}`);
  }

  // ---- choices ----

  const CHOICES = "input[type=radio], input[type=checkbox], option, [role=radio], [role=checkbox], [role=option], [role=switch], [role=menuitemradio], [role=menuitemcheckbox], button[aria-pressed], button[aria-checked], button[aria-selected]";

  /** What a person picks in a choice control, however it is drawn, by the option's name. */
  function option(fact) {
    const wanted = String(fact.option ?? fact.label ?? fact.name ?? fact.text ?? fact.value);
    const target = fact.target ?? fact.within ?? (fact.componentId !== undefined ? { surfaceId: fact.surfaceId, componentId: fact.componentId } : undefined);
    const roots = target ? find(target) : runner.easels();
    const choices = roots.flatMap((root) => [root, ...tree.elements(root)]).filter((element) => element.matches(CHOICES));
    const named = choices.find((element) => aria.name(element) === wanted || tree.text(element).trim() === wanted);
    return named ?? choices.find((element) => element.value === wanted);
  }

  function isSelected(element) {
    if (element.matches("input")) return element.checked;
    if (element.matches("option")) return element.selected;
    return ["aria-checked", "aria-selected", "aria-pressed"].some((name) => element.getAttribute(name) === "true");
  }

  function choice(fact, selected) {
    const element = option(fact);
    const wanted = fact.option ?? fact.label ?? fact.name ?? fact.text ?? fact.value;
    if (!element) return `there is no option ${match.show(wanted)}`;
    return isSelected(element) === selected ? undefined : `${match.show(wanted)} is ${selected ? "not " : ""}selected`;
  }

  runner.option = option;

  Object.assign(runner.facts, {
    element: (fact) => match.checkCount(byRole(fact).length, fact, named(fact)),
    element_absent: (fact) => (byRole(fact).length > 0 ? `there is a ${named(fact)}` : undefined),
    element_css: (fact) => match.checkCount(byCss(fact).length, fact, `element ${fact.css}${fact.text === undefined ? "" : ` with ${match.show(fact.text)}`}`),
    element_css_absent: (fact) => (byCss(fact).length > 0 ? `there is an element ${fact.css}` : undefined),
    attribute: (fact) => {
      const [name] = attributeNames(fact);
      const conditions = match.asked(fact).length > 0 ? fact : { ...fact, present: true };
      return match.check(one(fact.target).getAttribute(name), conditions, `${name} of ${describe(fact.target)}`);
    },
    attribute_any: (fact) => (anyAttribute(fact) ? undefined : `no attribute of ${describe(fact.target)} is as asked: ${match.show(fact)}`),
    attribute_not: (fact) => (anyAttribute(fact) ? `an attribute of ${describe(fact.target)} is as it must not be: ${match.show(fact)}` : undefined),
    style,
    value: (fact) => match.check(value(one(fact.target)), fact, `the value of ${describe(fact.target)}`),
    caret: (fact) => {
      const element = one(fact.target);
      const start = fact.at ?? fact.start ?? fact.equals;
      const end = fact.end ?? start;
      if (element.selectionStart === start && element.selectionEnd === end) return undefined;
      return `the caret is at ${element.selectionStart}–${element.selectionEnd}, not at ${start}–${end}`;
    },
    focused: (fact) => focusIs(fact, same),
    focus_within: (fact) => focusIs(fact, tree.contains),
    covers_viewport: (fact) => {
      const { left, top, right, bottom } = box(fact.target);
      const covers = left <= 0.5 && top <= 0.5 && right >= document.documentElement.clientWidth - 0.5 && bottom >= document.documentElement.clientHeight - 0.5;
      return covers ? undefined : `${describe(fact.target)} covers ${match.show([left, top, right, bottom])} only`;
    },
    size_ratio: (fact) => {
      const dimension = fact.dimension ?? "width";
      const ratio = box(fact.of)[dimension] / box(fact.to)[dimension];
      return match.check(ratio, fact, `the ratio of ${dimension}s`);
    },
    contrast_at_least: (fact) => {
      const least = fact.ratio ?? fact.value ?? fact.min ?? fact.at_least;
      const found = contrast(one(fact.target));
      return found >= least ? undefined : `the contrast of ${describe(fact.target)} is ${found.toFixed(2)}, below ${least}`;
    },
    choice_selected: (fact) => choice(fact, true),
    choice_not_selected: (fact) => choice(fact, false),
  });
})();
