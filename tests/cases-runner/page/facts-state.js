// Facts about data, surfaces, activities and the page itself.
(() => {
  const runner = globalThis.caseRunner;
  const { tree, match, find, describe, withAttribute } = runner;

  /** The value at a JSON pointer in a surface's model, or `undefined`. */
  function data({ surfaceId, path = "" }) {
    const ids = surfaceId === undefined ? surfaceIds() : [surfaceId];
    const models = runner.easels().flatMap((easel) => ids.map((id) => easel.dataModel(id)));
    const model = models.find((each) => each !== undefined && each !== null);
    const tokens = path.split("/").filter((token) => token !== "").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    return tokens.reduce((value, token) => (typeof value === "object" && value !== null && Object.hasOwn(value, token) ? value[token] : undefined), model);
  }

  const surfaces = () => runner.easels().flatMap((easel) => [...tree.elements(easel)]).filter((element) => element.hasAttribute("data-surface-id"));
  const surfaceIds = () => [...new Set(surfaces().map((element) => element.getAttribute("data-surface-id")))];
  const activities = () => runner.easels().flatMap((easel) => [...tree.elements(easel)]).filter((element) => element.hasAttribute("data-activity-id"));
  const isShown = (element) => element.checkVisibility() && element.getAttribute("data-state") !== "idle";

  function surfaceExists(id) {
    if (withAttribute("data-surface-id", id).length > 0) return true;
    return runner.easels().some((easel) => easel.dataModel(id) !== undefined && easel.dataModel(id) !== null);
  }

  function lifecycle(fact) {
    const wanted = fact.status ?? fact.state ?? fact.equals;
    const id = fact.activity ?? fact.activityId ?? fact.messageId;
    const found = id === undefined
      ? runner.easels()[0].state
      : activities().find((element) => element.getAttribute("data-activity-id") === id)?.getAttribute("data-state");
    return found === wanted ? undefined : `the state is ${match.show(found)}, not ${match.show(wanted)}`;
  }

  function placeholder(fact) {
    const inside = find(fact.target).flatMap((element) => [element, ...tree.elements(element)]);
    const holder = inside.find((element) => element.hasAttribute("data-placeholder"));
    if (!holder) return `there is no placeholder at ${describe(fact.target)}`;
    const own = fact.target.componentId;
    return own && tree.text(holder).trim() === own ? `the placeholder shows the id ${own}` : undefined;
  }

  const blank = () => {
    const empty = activities().find((element) => isShown(element) && !tree.paints(element));
    if (empty) return `the activity ${empty.getAttribute("data-activity-id")} draws nothing`;
    const easel = runner.easels().find((each) => each.state !== "idle" && !tree.paints(each));
    return easel && `the element is ${easel.state} and draws nothing`;
  };

  const marks = (target) => find(target).flatMap((element) => [...tree.elements(element)]).filter((element) => element.hasAttribute("data-mark"));

  const nodes = (fact) => (fact.target ?? fact.within ? find(fact.target ?? fact.within) : runner.easels()).reduce((sum, root) => sum + [...tree.elements(root)].length, 0);

  const global = (path) => path.split(".").reduce((value, key) => value?.[key], globalThis);

  Object.assign(runner.facts, {
    data: (fact) => {
      const value = data(fact);
      const what = `the data at ${fact.path ?? "/"}`;
      if (fact.absent !== undefined) return (value === undefined) === fact.absent ? undefined : `${what} is ${match.show(value)}`;
      if (fact.equals !== undefined && !match.equal(value, fact.equals)) return `${what} is ${match.show(value)}, not ${match.show(fact.equals)}`;
      const rest = { ...fact, equals: undefined };
      return match.asked(rest).length > 0 ? match.check(value, rest, what) : undefined;
    },
    data_matches: (fact) => match.check(data(fact), fact, `the data at ${fact.path}`),
    surface: (fact) => {
      const exists = surfaceExists(fact.surfaceId);
      return exists === (fact.exists ?? true) ? undefined : `the surface ${fact.surfaceId} ${exists ? "exists" : "does not exist"}`;
    },
    surface_count: (fact) => match.checkCount(surfaces().length, fact, "surfaces"),
    activity_count: (fact) => match.checkCount(activities().filter(isShown).length, fact, "activities"),
    lifecycle,
    placeholder,
    marks: (fact) => match.checkCount(marks(fact.target).length, fact, `marks in ${describe(fact.target)}`),
    dom_nodes: (fact) => match.checkCount(nodes(fact), fact, "elements in the page"),
    // Reported the other way round: the fact holds when something is blank.
    blank_activity: () => (blank() ? undefined : "no activity is blank"),
    global_absent: (fact) => (global(fact.name) === undefined ? undefined : `the global ${fact.name} is there`),
    global_unpolluted: (fact) => {
      const polluted = [{}, [], "", 0, () => {}].some((value) => value[fact.key] !== undefined);
      return polluted ? `every object has a ${fact.key}` : undefined;
    },
    same_node: (fact) => {
      const [before, now] = [fact.before, fact.now].map((ref) => runner.refs[ref]);
      if (before !== now) return `${describe(fact.target)} is another node than before`;
      return now.isConnected ? undefined : `${describe(fact.target)} is not in the page any more`;
    },
  });

})();
