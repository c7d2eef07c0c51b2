// The parts of the package that are loaded when a surface needs them, each once for all elements of the page.

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
  #isLoading = false;
  #waiting = new Map();

  constructor(load) {
    this.#load = load;
  }

  use(host, wish) {
    if (this.#ready) {
      attempt(wish, this.#ready);
      return;
    }
    this.#waiting.set(host, wish);
    if (!this.#isLoading) this.#start();
  }

  /** What waits for this host is not wanted any more. */
  forget(host) {
    this.#waiting.delete(host);
  }

  async #start() {
    this.#isLoading = true;
    try {
      this.#ready = await this.#load();
      for (const wish of this.#waiting.values()) attempt(wish, this.#ready);
      this.#waiting.clear();
    } catch (error) {
      console.error(error);
    } finally {
      this.#isLoading = false;
    }
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

  /** `words` answers with our own few words, of which the host may have set some. */
  constructor(words) {
    this.#words = words;
  }

  markdown(host, text, isInline) {
    markdown.use(host, ({ render }) => render(host, text, isInline));
  }

  /** What a host waits for is not wanted any more. */
  forget(host) {
    markdown.forget(host);
    icons.forget(host);
  }

  icon(svg, name) {
    icons.use(svg, ({ draw }) => draw(svg, name));
  }

  /** A word that there is none for is said as it is: names of icons come from agents, `constructor` may be one. */
  word(name) {
    const words = this.#words();
    return Object.hasOwn(words, name) ? `${words[name]}` : name;
  }
}
