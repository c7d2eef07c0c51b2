// Charts, in the shape that src/js/on_demand.js asks for. What is here listens and forwards: crates/charts decides and draws.
import init, { ChartView } from "glue:charts";
import { ChartPage } from "./chart_page.js";
import { Picture, pictures } from "./picture.js";
import styles from "./charts.css";

/** How long what is waited for may take before that is said, in milliseconds. */
const PATIENCE = 10_000;

/** How long charts may draw before the page gets its turn, in milliseconds. */
const TURN = 30;

/** Charts that wait for their turn: many at once would keep the page from everything else. */
const waiting = new Set();
let turn = 0;
let end = 0;

function hasTime() {
  if (turn) return performance.now() < end;
  end = performance.now() + TURN;
  turn = setTimeout(() => {
    turn = 0;
    for (const chart of waiting) {
      if (!hasTime()) return;
      waiting.delete(chart);
      chart.attempt(() => chart.show());
    }
  });
  return true;
}

class Chart extends Picture {
  #words;
  #patience = 0;
  #resized = new ResizeObserver(() => this.#resize());

  end() {
    waiting.delete(this);
    this.#resized.disconnect();
    clearTimeout(this.#patience);
    super.end();
  }

  update() {
    if (!waiting.has(this) && hasTime()) {
      this.show();
      return;
    }
    waiting.add(this);
    // A place of about its size.
    if (!this.host.firstChild) this.host.dataset.placeholder = "pending";
  }

  show() {
    if (!this.view) this.#begin();
    else this.#words.turnTo(this.page);
    if (!this.view.update(this.name, this.properties)) throw new Error("a2ui-easel: properties of a chart could not be read");
    this.#measure();
    this.#paint();
  }

  #begin() {
    this.#words = new ChartPage(this.host, this.page);
    this.view = new ChartView(this.host, this.#words);
    const root = this.view.root;
    const signal = this.ends.signal;
    const hear = (kind, work) => root.addEventListener(kind, (event) => this.view && this.attempt(() => work(event)), { signal });
    hear("keydown", (event) => this.#key(event));
    hear("click", (event) => this.#press(event));
    hear("focusin", ({ target }) => isMark(target) && this.view.focused(numberOf(target)));
    hear("focusout", ({ relatedTarget }) => !root.contains(relatedTarget) && this.view.show(undefined));
    hear("pointermove", (event) => this.#point(event));
    hear("pointerdown", (event) => this.#point(event));
    hear("pointerleave", () => this.view.show(undefined));
    this.#resized.observe(root);
  }

  #measure() {
    return this.view.resize(this.view.root.clientWidth, getComputedStyle(this.host).direction === "rtl");
  }

  /** At most once a frame; what was measured may be over before the frame comes. */
  #resize() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      if (this.view?.root.clientWidth > 0) this.attempt(() => this.#measure() && this.#paint());
    });
  }

  #paint() {
    const { root } = this.view;
    const focused = () => root.getRootNode().activeElement;
    const held = root.contains(focused()) && focused();
    this.view.paint();
    if (held) this.#hold(held);
    const isPending = this.view.isPending;
    if (!isPending) {
      clearTimeout(this.#patience);
      this.#patience = 0;
    } else if (!this.#patience) {
      this.#patience = setTimeout(() => this.view && this.attempt(() => this.view.waited()), PATIENCE);
    }
  }

  /** What had the focus may be gone by now, or stand for another entry. */
  #hold(held) {
    const { depth } = held.dataset;
    const same = depth === undefined ? held : this.view.root.querySelector(`[data-depth="${depth}"]`);
    const stays = !isMark(held) && same?.getClientRects().length > 0;
    this.#move(stays ? same : this.view.place, { preventScroll: true });
  }

  /** Gives the focus to what the last call wants it on. */
  #follow() {
    const wished = this.view.wish();
    if (wished) this.#move(wished);
  }

  /** The chart hears of it as of any focus. */
  #move(element, options) {
    if (element !== this.view.root.getRootNode().activeElement) this.focus(element, options);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const isHere = isMark(event.target) || event.key === "Escape" || event.key === "Backspace";
    if (!isHere || !this.view.key(event.key)) return;
    // What means something here is not for what stands around it: tabs, dialogs, the page's own scrolling.
    event.preventDefault();
    event.stopPropagation();
    this.#follow();
  }

  #press({ target }) {
    if (target.closest(".chart-toggle")) this.view.toggle();
    else if (target.closest("[data-depth]")) this.view.climb(Number(target.closest("[data-depth]").dataset.depth));
    else if (isMark(target)) this.view.press(numberOf(target));
    else if (target.closest("[data-entry]")) this.view.press(Number(target.closest("[data-entry]").dataset.entry));
    this.#follow();
  }

  #point({ target, clientX, clientY }) {
    if (isMark(target)) return this.view.show(numberOf(target));
    const entry = target.closest("[data-entry]");
    if (entry) return this.view.show(Number(entry.dataset.entry));
    const plot = target.closest(".chart-plot")?.getBoundingClientRect();
    return this.view.show(plot && this.view.nearest(clientX - plot.left, clientY - plot.top));
  }
}

const isMark = (target) => target.dataset.mark !== undefined;
const numberOf = (mark) => Number(mark.dataset.mark);

export const { started, draw, forget } = pictures(Chart, styles, () => init({ module_or_path: new URL("./charts_bg.wasm", import.meta.url) }));
