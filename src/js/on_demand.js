// The parts of the package that are loaded when a surface needs them, each once for all elements of the page.

/** Nothing is thrown from here: an exception that passes through WebAssembly leaves its objects locked for good. */
function attempt(wish, ready) {
  try {
    wish(ready);
  } catch (error) {
    console.error(error);
  }
}

/** A module that is loaded at its first use. What is asked before it is there is kept, the last wish for each host. */
class Part {
  #load;
  #ready;
  #waiting = new Map();

  constructor(load) {
    this.#load = load;
  }

  use(host, wish) {
    if (this.#ready) {
      attempt(wish, this.#ready);
      return;
    }
    if (this.#waiting.size === 0) {
      this.#load().then((ready) => {
        this.#ready = ready;
        for (const wish of this.#waiting.values()) attempt(wish, ready);
        this.#waiting.clear();
      }, console.error);
    }
    this.#waiting.set(host, wish);
  }

  /** Settled when nothing is waiting any more. */
  get isIdle() {
    return this.#waiting.size === 0;
  }
}

const markdown = new Part(async () => {
  const module = await import("./markdown.js");
  await module.default({ module_or_path: new URL("./markdown_bg.wasm", import.meta.url) });
  return module;
});

const icons = new Part(() => import("./icons.js"));

/** What views ask of the page: the counterpart of `OnDemand` in src/view/mod.rs. */
export class OnDemand {
  #words;

  /** `words` answers with one of our own few words. */
  constructor(words) {
    this.#words = words;
  }

  markdown(host, text, isInline) {
    host.a2uiMarkdown = text;
    markdown.use(host, ({ render }) => {
      if (host.a2uiMarkdown === text) render(host, text, isInline);
    });
  }

  icon(svg, name) {
    svg.a2uiIcon = name;
    icons.use(svg, ({ draw }) => {
      if (svg.a2uiIcon === name) draw(svg, name);
    });
  }

  word(name) {
    return this.#words(name);
  }
}
