// Finds what a target names. `{ref: n}` is an element that the runner found before, in the browser's accessibility tree.
(() => {
  const runner = globalThis.caseRunner;
  const { elements, contains, parent } = runner.tree;
  const refs = [];

  const within = (scope, found) => (scope ? found.filter((element) => contains(scope, element)) : found);

  const withAttribute = (name, value) =>
    runner.easels().flatMap((easel) => [...elements(easel)]).filter((element) => element.getAttribute(name) === value);

  const surfaces = (id) => withAttribute("data-surface-id", id);

  /** Elements under `root` that a selector fits; it may reach across shadow roots only by descendants. */
  const matching = (root, css) => [...elements(root)].filter((element) => element.matches(css));

  function component({ surfaceId, componentId, css }) {
    const roots = surfaceId === undefined ? runner.easels() : surfaces(surfaceId);
    let found = roots;
    if (componentId !== undefined) {
      found = roots.flatMap((root) => [...elements(root)].filter((element) => element.getAttribute("data-component-id") === componentId));
    }
    if (css === undefined) return found;
    return found.flatMap((root) => (root.matches(css) ? [root, ...matching(root, css)] : matching(root, css)));
  }

  /** All elements that a target names, in the order of the page; `nth` picks one. */
  function find(target) {
    const scope = target.within && one(target.within);
    let found;
    if (target.ref !== undefined) found = [].concat(target.ref).map((ref) => refs[ref]);
    else if (target.role !== undefined) found = runner.aria.byRole(target.role, target.name);
    else if (target.label !== undefined) found = runner.aria.byLabel(target.label);
    else if (target.surfaceId !== undefined || target.componentId !== undefined) found = component(target);
    else if (target.css !== undefined) found = runner.easels().flatMap((easel) => matching(easel, target.css));
    else throw new Error(`the target ${JSON.stringify(target)} is not understood`);
    found = within(scope, found);
    return target.nth === undefined ? found : found.slice(target.nth, target.nth + 1 || undefined);
  }

  function one(target) {
    const [element] = find(target);
    if (!element) throw new Error(`there is no ${describe(target)}`);
    return element;
  }

  function describe(target) {
    if (target.backdrop_of) return `backdrop of ${describe(target.backdrop_of)}`;
    if (target.said) return describe(target.said);
    if (target.role) return `${target.role}${target.name === undefined ? "" : ` "${target.name}"`}${target.nth ? ` (${target.nth})` : ""}`;
    return JSON.stringify(target);
  }

  /** The box of a dialog's backdrop: its `::backdrop`, or an element behind it that was put there for that. */
  function backdropBox(target) {
    const dialog = one(target);
    for (let node = dialog; node instanceof Element; node = parent(node)) {
      if (node.matches("dialog:modal, [popover]:popover-open")) {
        const style = getComputedStyle(node, "::backdrop");
        if (style.display === "none") return { left: 0, top: 0, right: 0, bottom: 0 };
        const [left, top] = [parseFloat(style.left) || 0, parseFloat(style.top) || 0];
        return { left, top, right: left + parseFloat(style.width), bottom: top + parseFloat(style.height) };
      }
    }
    const covering = [];
    for (let node = dialog; node instanceof Element; node = parent(node)) covering.push(node, ...[...(node.parentNode?.children ?? [])]);
    const fixed = covering.find((node) => node !== dialog && getComputedStyle(node).position === "fixed");
    if (!fixed) throw new Error(`${describe(target)} has no backdrop`);
    return fixed.getBoundingClientRect();
  }

  const box = (target) => (target.backdrop_of ? backdropBox(target.backdrop_of) : one(target).getBoundingClientRect());

  Object.assign(runner, { refs, find, one, describe, box, surfaces, withAttribute });
})();
