// Facts about text.
(() => {
  const runner = globalThis.caseRunner;
  const { tree, match, find, one, describe } = runner;

  const scope = (fact) => {
    const target = fact.within ?? fact.target;
    return target ? one(target) : document.body;
  };

  const occurrences = (text, part) => text.split(part).length - 1;

  /** How often a text is found: as drawn, or with its white space as written. `named` are nodes whose name contains it. */
  function count(fact) {
    const root = scope(fact);
    const folded = fact.hidden_ok === true || fact.visible === false;
    const drawn = occurrences(tree.text(root, { folded }), fact.text);
    const found = drawn || occurrences(tree.text(root, { raw: true, folded }), fact.text);
    if (found || !fact.accessible) return found;
    return (fact.named ?? []).filter((ref) => tree.contains(root, runner.refs[ref])).length;
  }

  const seen = (fact) => `; seen: ${match.show(tree.text(scope(fact)))}`;

  function lines(element) {
    const tops = [];
    for (const node of tree.elements(element)) collect(node);
    collect(element);
    function collect(node) {
      for (const child of tree.children(node)) {
        if (child.nodeType !== Node.TEXT_NODE || !child.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(child);
        tops.push(...[...range.getClientRects()].filter((box) => box.width > 0).map((box) => box.top + box.height / 2));
      }
    }
    tops.sort((a, b) => a - b);
    // Pieces of one line may sit a little higher or lower than each other.
    return tops.filter((top, i) => i === 0 || top - tops[i - 1] > 4).length;
  }

  Object.assign(runner.facts, {
    text_present: (fact) => {
      const wrong = match.checkCount(count(fact), fact, `text ${match.show(fact.text)}`);
      return wrong && wrong + seen(fact);
    },
    text_absent: (fact) => (count(fact) > 0 ? `the text ${match.show(fact.text)} is there${seen(fact)}` : undefined),
    text_matches: (fact) => (match.regex(fact).test(tree.text(scope(fact)).trim()) ? undefined : `the text does not match ${fact.pattern}${seen(fact)}`),
    text_pattern_absent: (fact) => (match.regex(fact).test(tree.text(scope(fact))) ? `the text matches ${fact.pattern}${seen(fact)}` : undefined),
    component_text: (fact) => match.check(tree.text(one(fact.target)).trim(), fact, `the text of ${describe(fact.target)}`),
    line_count: (fact) => match.checkCount(lines(one(fact.target)), fact, `lines in ${describe(fact.target)}`),
    order: (fact) => {
      const text = tree.text(scope(fact));
      let from = 0;
      for (const part of fact.texts) {
        const at = text.indexOf(part, from);
        if (at < 0) return `${match.show(part)} does not follow in ${match.show(text)}`;
        from = at + part.length;
      }
      return undefined;
    },
    markup_absent: (fact) => {
      const roots = fact.within || fact.target ? find(fact.within ?? fact.target) : runner.easels();
      const found = match.regex(fact).exec(roots.map(tree.markup).join("\n"));
      return found ? `the markup contains ${match.show(found[0])}` : undefined;
    },
  });
})();
