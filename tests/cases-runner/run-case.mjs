// Runs one case on a page of its own and collects what is wrong.
import { checkFact, resolve } from "./facts.mjs";
import { checkWords } from "./parameters.mjs";
import { readSettings } from "./settings.mjs";
import { openCase } from "./stage.mjs";
import { feed, runStep, write } from "./steps.mjs";

/** Runs a case and answers with its failures, each a sentence. */
export async function runCase(testCase, browser, url) {
  checkWords(testCase);
  const settings = readSettings(testCase.host);
  const stage = await openCase(browser, url, settings);
  const run = new Run(testCase, stage, settings);
  try {
    await run.all();
  } finally {
    await stage.close();
  }
  return run.failures;
}

const momentName = (moment) => Object.entries(moment)[0].join(" ");

class Run {
  failures = [];
  longest = { feeding: [], steps: [] };
  watchers = new Map();
  nodes = new Map();
  #reached = new Set();
  #phase = "feeding";

  constructor(testCase, stage, settings) {
    Object.assign(this, stage);
    this.settings = settings;
    this.testCase = testCase;
    this.facts = testCase.expect.facts;
    this.timed = this.facts.some((fact) => fact.kind === "time_budget");
  }

  async all() {
    const { messages = [], events = [], chunks, interaction = [] } = this.testCase;
    const spied = this.facts.filter(({ kind, fn }) => kind === "host_call" && !/^(window\.)?open$/.test(fn)).map(({ fn }) => fn);
    await this.page.evaluate((names) => names.forEach((name) => caseRunner.spy(name)), spied);
    await this.startWatchers();
    await feed("messages", messages, this, (index) => this.reached("message", index));
    await feed("events", events, this, (index) => this.reached("event", index));
    if (chunks) await write(chunks, this);
    this.#phase = "steps";
    for (const [index, step] of interaction.entries()) {
      try {
        await this.measured(async () => {
          await runStep(step, this);
          await this.settle();
        });
      } catch (error) {
        this.failures.push(`step ${index} (${step.do}): ${plainly(error)}`);
        return;
      }
      await this.reached("interaction", index);
    }
    await this.page.evaluate(() => caseRunner.moment("end"));
    await this.check(this.facts.filter((fact) => fact.after === undefined));
    for (const fact of this.facts) {
      if (fact.after && !this.#reached.has(momentName(fact.after))) this.failures.push(`${fact.kind}: there is no ${momentName(fact.after)}`);
    }
    // Often the reason for what else is wrong.
    const asked = this.facts.some(({ kind }) => kind === "no_uncaught_error");
    if (this.failures.length > 0 && this.errors.length > 0 && !asked) this.failures.push(`uncaught meanwhile: ${this.errors.join("; ")}`);
  }

  resolve = (target) => resolve(target, this);

  /** Runs `work`; where the case has a time budget, keeps its longest task. */
  measured = async (work) => {
    if (!this.timed) return work();
    const start = await this.page.evaluate(() => caseRunner.clock.native.now());
    await work();
    this.longest[this.#phase].push(await this.page.evaluate((since) => caseRunner.longestSince(since), start));
    return undefined;
  };

  /** Runs `work`; what it throws in the page counts as an uncaught error. */
  attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      this.errors.push(plainly(error));
    }
  };

  async reached(kind, index) {
    const name = `${kind} ${index}`;
    this.#reached.add(name);
    await this.page.evaluate((moment) => caseRunner.moment(moment), name);
    for (const fact of this.facts) if (fact.kind === "same_node") await this.keepNode(fact, name);
    await this.check(this.facts.filter((fact) => fact.after && momentName(fact.after) === name));
  }

  async check(facts) {
    for (const fact of facts) {
      const after = fact.after ? ` after ${momentName(fact.after)}` : "";
      try {
        const wrong = await checkFact(fact, this);
        if (wrong) this.failures.push(`${fact.kind}${after}: ${wrong}`);
      } catch (error) {
        this.failures.push(`${fact.kind}${after}: ${plainly(error)}`);
      }
    }
  }

  async startWatchers() {
    for (const fact of this.facts.filter(({ kind }) => kind === "never")) {
      const [from, to] = (fact.between ?? ["start", "end"]).map((moment) => (typeof moment === "string" ? moment : momentName(moment)));
      const index = await this.page.evaluate(([facts, ...range]) => caseRunner.watchNever(facts, ...range), [fact.facts, from, to]);
      this.watchers.set(fact, index);
    }
  }

  // ---- same_node: which node a target named at which moment ----

  async keepNode(fact, moment) {
    if (!this.nodes.has(fact)) this.nodes.set(fact, new Map());
    const ref = await this.nodeNow(fact);
    if (ref !== undefined) this.nodes.get(fact).set(moment, ref);
  }

  async nodeNow(fact) {
    const target = await this.resolve(fact.target);
    return this.page.evaluate((given) => {
      const [element] = caseRunner.find(given);
      return element && caseRunner.refs.push(element) - 1;
    }, target);
  }

  /** The node a fact's target named at the moment it starts from (else when it first named one), and the one it names now. */
  async identity(fact) {
    const kept = this.nodes.get(fact) ?? new Map();
    const from = fact.from ?? fact.since ?? fact.before ?? fact.between?.[0];
    const to = fact.to ?? fact.between?.[1];
    const before = from ? kept.get(momentName(from)) : [...kept.values()][0];
    const now = to && typeof to === "object" ? kept.get(momentName(to)) : await this.nodeNow(fact);
    if (before === undefined) throw new Error(`there was no ${JSON.stringify(fact.target)} to compare with`);
    if (now === undefined) throw new Error(`there is no ${JSON.stringify(fact.target)}`);
    return { before, now };
  }
}

/** The first line of what an error says, without playwright's preface. */
const plainly = (error) => error.message.split("\n")[0].replace(/^page\.evaluate: (Error: )?/, "");
