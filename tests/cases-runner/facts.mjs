// Checks facts: those about the page are checked in the page, with targets found in the accessibility tree; the rest here.
import { accessibleNodes, descriptionOf, hasStates, toRefs, withLabel, withRole, withText } from "./accessibility.mjs";

/** Checks one fact and answers with nothing, or with what is wrong. */
export async function checkFact(fact, run) {
  const own = OWN[fact.kind];
  return own ? own(fact, run) : inPage(await resolveTargets(fact, run), run);
}

const inPage = (fact, { page }) => page.evaluate((given) => caseRunner.check(given), fact);

/** Turns the targets by role or label into places in the page's list of found elements. */
export async function resolveTargets(given, run) {
  const resolved = { ...given };
  for (const key of ["target", "within", "of", "to"]) {
    if (typeof given[key] === "object" && given[key] !== null) resolved[key] = await resolve(given[key], run);
  }
  return resolved;
}

export async function resolve(target, run) {
  if (target.backdrop_of) return { backdrop_of: await resolve(target.backdrop_of, run) };
  const within = target.within && (await resolve(target.within, run));
  if (target.role === undefined && target.label === undefined) return { ...target, within };
  const nodes = await accessibleNodes(run.cdp);
  const found = target.role === undefined ? withLabel(nodes, target.label) : withRole(nodes, target);
  return { ref: await toRefs(run.cdp, found), nth: target.nth, within, said: target };
}

async function elements(fact, run) {
  let found = withRole(await accessibleNodes(run.cdp), fact);
  if (fact.within) {
    const within = await resolve(fact.within, run);
    const refs = await toRefs(run.cdp, found);
    const inside = await run.page.evaluate(([list, scope]) => list.map((ref) => caseRunner.find({ ref: [ref], within: scope }).length > 0), [refs, within]);
    found = found.filter((_, i) => inside[i]);
  }
  if (fact.nth !== undefined) found = found.slice(fact.nth, fact.nth + 1);
  return { fitting: found.filter((node) => hasStates(node, fact.state)), named: found };
}

const show = (value) => JSON.stringify(value);

async function known(fact, run) {
  const nodes = withRole(await accessibleNodes(run.cdp), { role: fact.role });
  return `; of that role: ${show(nodes.map(({ name, states }) => (fact.state ? { name, ...states } : name))).slice(0, 400)}`;
}

async function drawsPixels(fact, run) {
  const target = await resolve(fact.target, run);
  const box = await run.page.evaluate((given) => {
    const element = caseRunner.one(given);
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = caseRunner.box(given);
    return { x, y, width, height };
  }, target);
  if (box.width < 1 || box.height < 1) return `${show(fact.target)} has no size`;
  const picture = await run.page.screenshot({ clip: box });
  const colours = await run.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    canvas.drawImage(bitmap, 0, 0);
    return new Set(new Uint32Array(canvas.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer)).size;
  }, picture.toString("base64"));
  return colours > 1 ? undefined : `${show(fact.target)} draws nothing`;
}

async function text(fact, run) {
  const named = fact.accessible ? await toRefs(run.cdp, withText(await accessibleNodes(run.cdp), fact.text)) : undefined;
  return inPage({ ...(await resolveTargets(fact, run)), named }, run);
}

const OWN = {
  text_present: text,
  text_absent: text,
  async element(fact, run) {
    const { fitting } = await elements(fact, run);
    const what = `${fact.role}${fact.name === undefined ? "" : ` ${show(fact.name)}`}${fact.state ? ` with ${show(fact.state)}` : ""}`;
    const wrong = await run.page.evaluate(([found, given, said]) => caseRunner.match.checkCount(found, given, said), [fitting.length, fact, what]);
    return wrong && wrong + (await known(fact, run));
  },
  async element_absent(fact, run) {
    const { fitting } = await elements(fact, run);
    return fitting.length > 0 ? `there is a ${fact.role}${fact.name === undefined ? "" : ` ${show(fact.name)}`}` : undefined;
  },
  async described_by(fact, run) {
    const target = await resolve(fact.target, run);
    const description = await descriptionOf(run.cdp, `caseRunner.one(${JSON.stringify(target)})`);
    const wanted = fact.text ?? fact.equals ?? fact.contains ?? "";
    return description.includes(wanted) ? undefined : `the description of ${show(fact.target)} is ${show(description)}, without ${show(wanted)}`;
  },
  drawn: drawsPixels,
  network_absent(fact, run) {
    const foreign = (url) => !url.startsWith(run.origin) && !/^(data|blob):/.test(url);
    const found = run.requests.find(fact.pattern === undefined ? foreign : (url) => new RegExp(fact.pattern, fact.flags ?? "u").test(url));
    return found && `${found} was asked for`;
  },
  no_uncaught_error: (_, run) => (run.errors.length > 0 ? `uncaught: ${run.errors.join("; ")}` : undefined),
  time_budget(fact, run) {
    const parts = { interaction: run.longest.steps, message: run.longest.feeding, event: run.longest.feeding };
    if (fact.per !== undefined && !(fact.per in parts)) throw new Error(`per "${fact.per}" is not understood`);
    const longest = Math.max(0, ...(parts[fact.per] ?? [...run.longest.feeding, ...run.longest.steps]));
    return longest <= fact.max_ms ? undefined : `a task took ${Math.round(longest)} ms, more than ${fact.max_ms}`;
  },
  async never(fact, run) {
    const { frames, violations, on } = await run.page.evaluate((index) => caseRunner.watched[index].watched, run.watchers.get(fact));
    if (violations.length > 0) return violations[0];
    return on && frames > 0 ? undefined : "no frame was drawn in which it could be checked";
  },
  async same_node(fact, run) {
    const { before, now } = await run.identity(fact);
    return inPage({ ...fact, before, now }, run);
  },
};
