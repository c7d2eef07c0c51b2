// Comparing what is with what a fact asks for. Every check answers with nothing, or says in words what is wrong.
(() => {
  const runner = globalThis.caseRunner;

  function equal(a, b) {
    if (Object.is(a, b) || a === b) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
  }

  /** Whether `value` has everything that `part` has: objects may have more keys, arrays are as long. */
  function includes(value, part) {
    if (typeof part !== "object" || part === null) return Object.is(value, part) || value === part;
    if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(part)) return false;
    if (Array.isArray(part) && part.length !== value.length) return false;
    return Object.keys(part).every((key) => Object.hasOwn(value, key) && includes(value[key], part[key]));
  }

  const show = (value) => {
    const text = value === undefined ? "nothing" : JSON.stringify(value);
    return text.length > 300 ? `${text.slice(0, 300)}…` : text;
  };

  const regex = (fact) => new RegExp(fact.pattern ?? fact.matches, fact.flags ?? "u");

  /** The conditions a fact may put on one value. `equals` compares as text where the value is text. */
  const CONDITIONS = {
    equals: (value, wanted) => equal(value, wanted) || (typeof value === "string" && value === String(wanted)),
    not_equals: (value, unwanted) => !CONDITIONS.equals(value, unwanted),
    one_of: (value, wanted) => wanted.some((each) => CONDITIONS.equals(value, each)),
    any_of: (value, wanted) => wanted.some((each) => CONDITIONS.equals(value, each)),
    contains: (value, part) => String(value ?? "").includes(part),
    starts_with: (value, start) => String(value ?? "").startsWith(start),
    pattern: (value, _, fact) => value != null && regex(fact).test(typeof value === "string" ? value : JSON.stringify(value)),
    matches: (value, _, fact) => value != null && regex(fact).test(typeof value === "string" ? value : JSON.stringify(value)),
    absent: (value, absent) => (value === undefined || value === null) === absent,
    present: (value, present) => (value !== undefined && value !== null) === present,
    exists: (value, exists) => (value !== undefined && value !== null) === exists,
    type: (value, type) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value) === type,
    min: (value, min) => Number(value) >= min,
    at_least: (value, min) => Number(value) >= min,
    max: (value, max) => Number(value) <= max,
    at_most: (value, max) => Number(value) <= max,
    between: (value, [min, max]) => Number(value) >= min && Number(value) <= max,
    count: (value, count) => value === count,
  };

  const asked = (fact) => Object.keys(CONDITIONS).filter((key) => fact[key] !== undefined);

  /** Checks a value against every condition in `fact`; `what` names it in the answer. */
  function check(value, fact, what) {
    const conditions = asked(fact);
    if (conditions.length === 0) throw new Error(`no condition is given for ${what}`);
    const failed = conditions.find((key) => !CONDITIONS[key](value, fact[key], fact));
    return failed && `${what} is ${show(value)}, not ${failed} ${show(fact[failed])}`;
  }

  /** Checks how often something was found: `count` or bounds where the fact has them, else at least once. */
  function checkCount(found, fact, what) {
    const bounds = ["count", "min", "max", "at_least", "at_most", "between", "equals"].filter((key) => fact[key] !== undefined);
    if (bounds.length === 0) return found > 0 ? undefined : `there is no ${what}`;
    const failed = bounds.find((key) => !CONDITIONS[key](found, fact[key], fact));
    return failed && `there are ${found} of ${what}, not ${failed} ${show(fact[failed])}`;
  }

  Object.assign(runner, { match: { equal, includes, show, regex, check, checkCount, asked }, facts: {} });
})();
