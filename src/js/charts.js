// Charts, in the shape that src/js/on_demand.js asks for. What is here listens and forwards: crates/charts decides and draws.
import init, { ChartView } from "glue:charts";
import { ChartPage } from "./chart_page.js";
import { list } from "./listing.js";
import { once, sheet } from "./once.js";
import styles from "./charts.css";

const style = sheet(styles);
let isLoaded = false;
const load = once(async () => {
  await init({ module_or_path: new URL("./charts_bg.wasm", import.meta.url) });
  isLoaded = true;
});

/** Settled when charts can be drawn, be it as a table: a load that failed is tried again by the next chart that is drawn. */
export const started = () => load().catch(console.error);

/** Host → what is shown in it. */
const shown = new WeakMap();

export function draw(host, name, properties, page) {
  if (!shown.has(host)) shown.set(host, new ShownChart(host));
  shown.get(host).draw(name, properties, page);
}

export function forget(host) {
  shown.get(host)?.end();
  shown.delete(host);
  host.replaceChildren();
}

/** How long what is waited for may take before that is said, in milliseconds. */
const PATIENCE = 10_000;

class ShownChart {
  #host;
  #view;
  #page;
  #given;
  #isBroken = false;
  /** Whether the view is at work: taking away what has the focus makes events that must not enter it again. */
  #isBusy = false;
  #frame = 0;
  #patience = 0;
  #ends = new AbortController();
  #resized = new ResizeObserver(() => this.#resize());

  constructor(host) {
    this.#host = host;
  }

  draw(name, properties, page) {
    this.#given = [name, properties, page];
    style(this.#host.getRootNode());
    if (isLoaded && !this.#isBroken) this.#attempt(() => this.#update());
    else this.#list();
  }

  end() {
    this.#ends.abort();
    this.#resized.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#patience);
    try {
      this.#view?.free();
    } catch (error) {
      console.error(error);
    }
    this.#view = undefined;
  }

  /** What goes wrong costs the picture and not what it shows: that is a table then. */
  #attempt(work) {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    try {
      return work();
    } catch (error) {
      console.error(error);
      this.end();
      this.#isBroken = true;
      list(this.#host, this.#given[1]);
      return undefined;
    } finally {
      this.#isBusy = false;
    }
  }

  /** A table until the module is there after all. */
  #list() {
    list(this.#host, this.#given[1]);
    if (this.#isBroken) return;
    load().then(
      () => shown.get(this.#host) === this && !this.#view && this.draw(...this.#given),
      () => {},
    );
  }

  #update() {
    const [name, properties, page] = this.#given;
    if (!this.#view) this.#begin(page);
    else this.#page.turnTo(page);
    if (!this.#view.update(name, properties)) throw new Error("a2ui-easel: properties of a chart could not be read");
    this.#measure();
    this.#paint();
  }

  #begin(page) {
    this.#page = new ChartPage(this.#host, page);
    this.#view = new ChartView(this.#host, this.#page);
    const root = this.#view.root;
    const signal = this.#ends.signal;
    const hear = (kind, work) => root.addEventListener(kind, (event) => this.#view && this.#attempt(() => work(event)), { signal });
    hear("keydown", (event) => this.#key(event));
    hear("click", (event) => this.#press(event));
    hear("focusin", ({ target }) => isMark(target) && this.#view.focused(numberOf(target)));
    hear("focusout", ({ relatedTarget }) => !root.contains(relatedTarget) && this.#view.show(undefined));
    hear("pointermove", (event) => this.#point(event));
    hear("pointerdown", (event) => this.#point(event));
    hear("pointerleave", () => this.#view.show(undefined));
    this.#resized.observe(this.#host);
  }

  #measure() {
    return this.#view.resize(this.#host.clientWidth, getComputedStyle(this.#host).direction === "rtl");
  }

  /** At most once a frame; what was measured may be over before the frame comes. */
  #resize() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (this.#view && this.#host.clientWidth > 0) this.#attempt(() => this.#measure() && this.#paint());
    });
  }

  #paint() {
    this.#view.paint();
    this.#follow();
    const isPending = this.#view.isPending;
    if (!isPending) {
      clearTimeout(this.#patience);
      this.#patience = 0;
    } else if (!this.#patience) {
      this.#patience = setTimeout(() => this.#view && this.#attempt(() => this.#view.waited()), PATIENCE);
    }
  }

  /** Gives the focus to what the last call wants it on; the chart hears of it as of any focus. */
  #follow() {
    const wished = this.#view.wish();
    if (!wished) return;
    this.#isBusy = false;
    wished.focus();
    this.#isBusy = true;
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const isHere = isMark(event.target) || event.key === "Escape" || event.key === "Backspace";
    if (!isHere || !this.#view.key(event.key)) return;
    // What means something here is not for what stands around it: tabs, dialogs, the page's own scrolling.
    event.preventDefault();
    event.stopPropagation();
    this.#follow();
  }

  #press({ target }) {
    if (target.closest(".chart-toggle")) this.#view.toggle();
    else if (target.closest("[data-depth]")) this.#view.climb(Number(target.closest("[data-depth]").dataset.depth));
    else if (isMark(target)) this.#view.press(numberOf(target));
    else if (target.closest("[data-entry]")) this.#view.press(Number(target.closest("[data-entry]").dataset.entry));
    this.#follow();
  }

  #point({ target, clientX, clientY }) {
    if (isMark(target)) return this.#view.show(numberOf(target));
    const entry = target.closest("[data-entry]");
    if (entry) return this.#view.show(Number(entry.dataset.entry));
    const plot = target.closest(".chart-plot")?.getBoundingClientRect();
    return this.#view.show(plot && this.#view.nearest(clientX - plot.left, clientY - plot.top));
  }
}

const isMark = (target) => target.dataset.mark !== undefined;
const numberOf = (mark) => Number(mark.dataset.mark);
