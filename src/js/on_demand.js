// The parts of the package that are loaded when a surface needs them, each once for all elements of the page.
import { fade, reach } from "./fade.js";
import { replace } from "./focus.js";
import { once } from "./once.js";

/** Nothing is thrown from here: an exception that passes through WebAssembly leaves its objects locked for good. */
function attempt(wish, ready) {
  try {
    wish(ready);
  } catch (error) {
    console.error(error);
  }
}

/**
 * A module that is loaded at its first use. What is asked before it is there is kept, the last wish for each host. A load
 * that fails is tried again at the next wish, with all that waited.
 */
class Part {
  #load;
  #ready;
  #waiting = new Map();

  constructor(load) {
    this.#load = once(load);
  }

  use(host, wish) {
    if (this.#ready) {
      attempt(wish, this.#ready);
      return;
    }
    this.#waiting.set(host, wish);
    this.#load().then((ready) => this.#begin(ready), console.error);
  }

  /** What waits for this host is not wanted any more. */
  forget(host) {
    this.#waiting.delete(host);
  }

  #begin(ready) {
    this.#ready = ready;
    for (const wish of this.#waiting.values()) attempt(wish, ready);
    this.#waiting.clear();
  }
}

const markdown = new Part(() => ready(import("./markdown.js")));

const icons = new Part(() => import("./icons.js"));

/** Modules that draw whole components, by the name the easel knows them under. */
const modules = {
  charts: new Part(() => ready(import("./charts.js"))),
  dashboard: new Part(() => ready(import("./dashboard.js"))),
  maps: new Part(() => ready(import("./maps.js"))),
};

async function ready(loading) {
  const module = await loading;
  await module.started();
  return module;
}

/** A word that there is none for is said as it is: names of icons come from agents, `constructor` may be one. */
function word(page, name) {
  const words = page.words();
  return Object.hasOwn(words, name) ? `${words[name]}` : name;
}

/** What a module that draws in `host` asks of the page. */
function pageFor(host, page) {
  return {
    get intl() {
      return page.intl();
    },
    /** The root that has the styles: what is drawn stands in it soon. */
    get root() {
      return page.root();
    },
    word: (name) => word(page, name),
    report: (...finding) => page.report(host, ...finding),
  };
}

function forget(drawn, host) {
  const { part, module } = drawn.get(host) ?? {};
  drawn.delete(host);
  part?.forget(host);
  if (module) attempt((module) => module.forget(host), module);
}

/** Modules hold the hosts they draw in. When an element is collected nobody else tells them to let go. */
const gone = new FinalizationRegistry((drawn) => [...drawn.keys()].forEach((host) => forget(drawn, host)));

/** What views ask of the page: the counterpart of `OnDemand` in src/view/mod.rs. */
export class OnDemand {
  #page;
  /** What modules draw: host → the last wish. */
  #drawn = new Map();

  /**
   * `page.words()` answers with our own few words, of which the host may have set some, `page.intl()` with the language's `Formatter`,
   * `page.root()` with the root of its styles, and `page.report(host, severity, code, message)` takes what a module finds in a component.
   */
  constructor(page) {
    this.#page = page;
    gone.register(this, this.#drawn);
  }

  markdown(host, text, isInline) {
    markdown.use(host, ({ render }) => {
      render(host, text, isInline);
      // A phrase stands in a button, where a link would be a control in a control.
      if (host.localName === "span") for (const link of host.querySelectorAll("a")) link.replaceWith(...link.childNodes);
      for (const table of host.querySelectorAll(".table")) fade(table);
    });
  }

  /** What a host waits for is not wanted any more. */
  forget(host) {
    markdown.forget(host);
    icons.forget(host);
    forget(this.#drawn, host);
  }

  draw(host, module, name, properties, label, description) {
    const own = JSON.stringify({ id: host.dataset.componentId, label: label || undefined, description: description || undefined });
    const page = pageFor(host, this.#page);
    const drawn = { part: modules[module], text: `${own.slice(0, -1)},${properties.slice(1)}`, module: undefined };
    drawn.wish = (module) => {
      drawn.module = module;
      module.draw(host, name, drawn.text, page);
    };
    this.#drawn.set(host, drawn);
    drawn.part.use(host, drawn.wish);
  }

  /** Another language, or other words: what modules draw is drawn again. */
  drawAgain() {
    for (const [host, { part, wish }] of this.#drawn) part.use(host, wish);
  }

  icon(svg, name) {
    icons.use(svg, ({ draw }) => draw(svg, name));
  }

  replace(before, now) {
    replace(before, now);
  }

  reveal(element) {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  fade(element) {
    fade(element);
    if (element.matches(".list")) reach(element, () => this.word("scrolls"));
  }

  word(name) {
    return word(this.#page, name);
  }
}
