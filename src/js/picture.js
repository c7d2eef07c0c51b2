// What charts and maps have in common: pictures that a module of their own draws, in the shape that src/js/on_demand.js asks
// for. Whatever goes wrong costs the picture and not what it shows.
import { list } from "./listing.js";
import { once, sheet } from "./once.js";

/** One component in its host. Its kinds have an `update()`, which draws what it was given last into `view`. */
export class Picture {
  host;
  /** The view in WebAssembly, once it has begun. */
  view;
  name;
  /** JSON text. */
  properties;
  page;
  isBroken = false;
  /** Whether it is at work: what that makes hosts and listeners do must not enter it again. */
  isBusy = false;
  /** Whether it was given something else meanwhile. */
  isOutdated = false;
  frame = 0;
  ends = new AbortController();

  constructor(host) {
    this.host = host;
  }

  get isOver() {
    return this.ends.signal.aborted;
  }

  /** What is at work is freed as soon as it is done with that. */
  end() {
    this.ends.abort();
    cancelAnimationFrame(this.frame);
    if (this.isBusy) return;
    try {
      this.view?.free();
    } catch (error) {
      console.error(error);
    }
    this.view = undefined;
  }

  /** Draws what it was given last: at once, or when it is done with what it is at. */
  draw() {
    this.isOutdated = this.isBusy;
    this.attempt(() => this.update());
  }

  /** Does what may fail; then the data is a table from now on. */
  attempt(work) {
    if (this.isBusy || this.isOver) return undefined;
    this.isBusy = true;
    let answer;
    try {
      answer = work();
    } catch (error) {
      console.error(error);
      this.isBroken = !this.isOver;
    }
    this.isBusy = false;
    if (this.isBroken || this.isOver) this.end();
    if (this.isBroken) this.list();
    else if (this.isOutdated) this.draw();
    return answer;
  }

  /** Moves the focus in the midst of work. What hears of it comes in as at any other time. */
  focus(target, options) {
    this.isBusy = false;
    target.focus(options);
    this.isBusy = true;
  }

  list() {
    list(this.host, this.properties);
  }
}

/** The host's word, or one of the module's own: a page answers with the name itself where it has none. */
export function wordOf(page, own, name) {
  const word = page.word(name);
  return word === name ? (own[name] ?? name) : word;
}

/** The three functions of a module that draws pictures of one kind. `load` makes its WebAssembly ready. */
export function pictures(Kind, styles, load) {
  const style = sheet(styles);
  /** Host → what is shown in it. */
  const shown = new WeakMap();
  let isLoaded = false;
  const loaded = once(async () => {
    await load();
    isLoaded = true;
  });

  const show = (picture) => {
    style(picture.page.root);
    if (isLoaded && !picture.isBroken) {
      picture.draw();
      return;
    }
    picture.list();
    if (picture.isBroken) return;
    // Until the module is there after all.
    loaded().then(
      () => shown.get(picture.host) === picture && !picture.view && show(picture),
      () => {},
    );
  };

  return {
    /** Settled when pictures can be drawn, be it as a table: a load that failed is tried again by the next that is drawn. */
    started: () => loaded().catch(console.error),

    draw(host, name, properties, page) {
      if (!shown.has(host)) shown.set(host, new Kind(host));
      show(Object.assign(shown.get(host), { name, properties, page }));
    },

    forget(host) {
      shown.get(host)?.end();
      shown.delete(host);
      host.replaceChildren();
    },
  };
}
