// Maps, in the shape that src/js/on_demand.js asks for. What is here listens and forwards: crates/maps decides and draws.
import init, { MapView } from "glue:maps";
import { ENGLISH } from "./map_words.js";
import styles from "./maps.css";
import { Picture, pictures, wordOf } from "./picture.js";

/** People where distances are told in miles. */
const MILES = ["US", "GB", "LR", "MM"];
/** How long what is waited for may take before that is said, in milliseconds. */
const PATIENCE = 10_000;
const HINT = 1_500;
const BETWEEN_NEWS = 1_000;
/** A wheel's line in pixels. */
const LINE = 16;

class ShownMap extends Picture {
  #canvas;
  #news;
  #heard = "";
  #timers = {};
  #resized = new ResizeObserver(() =>
    this.attempt(() => {
      this.#resize();
      this.#drawFrame(performance.now());
    }),
  );

  end() {
    this.#resized.disconnect();
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    super.end();
  }

  update() {
    const id = Math.random().toString(36).slice(2, 10);
    this.view ??= new MapView(this.host, this.name, id, pageOf(() => this.page, this.host));
    const held = this.#held();
    const isReady = this.view.update(this.properties, performance.now());
    // Whoever heard of what is wrong with it may have taken it away.
    if (this.isOver) return;
    if (!isReady) {
      this.#wait();
      return;
    }
    if (!this.#canvas) this.#begin();
    this.#drawFrame(performance.now(), held);
  }

  /** The map itself, of which nothing is to be seen yet, and words when it takes long. */
  #wait() {
    this.host.dataset.placeholder = "pending";
    this.host.setAttribute("aria-busy", "true");
    if (this.#timers.waiting) return;
    const waiting = element("div", "map-waiting");
    this.host.querySelector(".map-picture").append(waiting);
    this.#timers.waiting = setTimeout(() => (waiting.textContent = wordOf(this.page, ENGLISH, "waiting")), PATIENCE);
  }

  #begin() {
    clearTimeout(this.#timers.waiting);
    this.host.querySelector(".map-waiting")?.remove();
    delete this.host.dataset.placeholder;
    this.host.removeAttribute("aria-busy");
    const root = this.host.querySelector(".map");
    this.#canvas = root.querySelector(".map-canvas");
    this.#news = element("p", "map-unseen");
    this.#news.setAttribute("role", "status");
    root.append(this.#news);
    this.#resize();
    this.#resized.observe(this.#canvas);
    this.#listen(root);
    this.#heard = this.view.news();
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth > 0) this.view.resize(clientWidth, clientHeight);
  }

  #drawFrame(now, held = this.#held()) {
    if (this.view?.frame(now)) this.#ask();
    if (held && this.view) this.#keepFocus(held);
  }

  /** What of the map has the focus. */
  #held() {
    const active = this.host.getRootNode().activeElement;
    return this.host.contains(active) ? active : undefined;
  }

  /** What had the focus may be gone by now, may stand for another place or have nothing left to do. */
  #keepFocus(held) {
    const [kind] = parts(held);
    let target = held;
    if (kind === "place") target = this.host.querySelector(`[data-do="place:${this.view.placeStop}"]`);
    else if (kind === "pin" || kind === "group") target = this.#mark();
    else if (!held.isConnected) target = (kind === "close" && this.host.querySelector("[data-do=close]")) || this.#mark();
    else if (held.matches("[hidden] *, :disabled")) target = null;
    target ??= this.#canvas;
    if (target !== held) this.#focus(target);
  }

  /** The mark that Tab leads to, if it shows the pin that it should. */
  #mark() {
    const first = this.view.markStop;
    return this.host.querySelector(`[data-do="pin:${first}"], [data-do="group:${first}"]`);
  }

  /** The next frame, and in time the news of it. */
  #ask() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.attempt(() => this.#drawFrame(now)));
  }

  #changed() {
    this.#ask();
    this.#timers.news ??= setTimeout(() => {
      this.#timers.news = undefined;
      this.attempt(() => this.#announce(this.view?.news() ?? ""));
    }, BETWEEN_NEWS);
  }

  #announce(words) {
    if (words === this.#heard) return;
    this.#heard = words;
    this.#news.textContent = words;
  }

  #listen(root) {
    const on = (target, types, listener, options = {}) => {
      for (const type of types.split(" ")) {
        target.addEventListener(type, (event) => this.attempt(() => this.view && listener(event)), { signal: this.ends.signal, ...options });
      }
    };
    const canvas = this.#canvas;
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left - canvas.clientLeft, event.clientY - box.top - canvas.clientTop];
    };

    on(canvas, "pointerdown", (event) => {
      if (event.button === 0) this.view.pointerDown(event.pointerId, event.pointerType === "touch", ...at(event));
    });
    on(canvas, "pointermove", (event) => {
      if (!this.view.pointerMoved(event.pointerId, ...at(event), performance.now())) return;
      if (!canvas.hasPointerCapture(event.pointerId)) canvas.setPointerCapture(event.pointerId);
      canvas.toggleAttribute("data-dragged", true);
      this.#changed();
    });
    on(canvas, "pointerup pointercancel", (event) => {
      canvas.removeAttribute("data-dragged");
      this.view.pointerUp(event.pointerId, performance.now());
      this.#ask();
    });
    // At the end of a drag; a press by keyboard has no detail.
    on(canvas, "click", (event) => event.detail > 0 && this.view.isDrag && event.stopImmediatePropagation(), { capture: true });
    on(canvas, "dblclick", (event) => {
      if (event.target.closest("[data-do]")) return;
      event.preventDefault();
      this.view.zoomAt(1, ...at(event), performance.now());
      this.#changed();
    });
    on(canvas, "wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) {
        this.#hint();
        return;
      }
      event.preventDefault();
      this.view.wheel(event.deltaMode === 1 ? event.deltaY * LINE : event.deltaY, ...at(event));
      this.#changed();
    }, { passive: false });

    on(root, "click", (event) => {
      const action = event.target.closest("[data-do]")?.dataset.do;
      if (action) this.#do(action);
      else if (canvas.contains(event.target)) this.#close();
    });
    on(root, "keydown", (event) => this.#key(event));
    on(root, "focusin", (event) => {
      const [kind, index] = parts(event.target);
      if (kind === "pin" || kind === "group") this.view.markFocused(index);
      if (kind === "place") this.view.placeFocused(index);
    });
    on(document, "pointerdown", (event) => {
      if (this.view.selected !== undefined && !event.composedPath().includes(root)) this.#close();
    });
  }

  #do(action) {
    const [kind, number] = action.split(":");
    const [index, now] = [Number(number), performance.now()];
    if (kind === "list") this.view.toggleList();
    else if (kind === "in") this.view.zoomBy(1, now);
    else if (kind === "out") this.view.zoomBy(-1, now);
    else if (kind === "fit") this.view.fit(now);
    else if (kind === "group") this.view.openGroup(index, now);
    else if (kind === "close") this.#close();
    else this.view.select(index, now);
    this.#drawFrame(now);
    if (kind === "pin" || kind === "place" || kind === "group") this.#opened();
    this.#changed();
  }

  #opened() {
    if (this.view.selected !== undefined) this.#announce(this.view.cardNews());
  }

  /** Focus goes back to the pin, if it was in the card. */
  #close() {
    const wasInside = this.#held()?.closest(".map-card");
    const index = this.view.close();
    if (wasInside) this.view.markFocused(index);
    this.#drawFrame(performance.now());
  }

  #focus(target) {
    this.focus(target, { preventScroll: true });
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape") {
      if (this.view.selected === undefined) return;
      this.#close();
      event.preventDefault();
      // A dialog round the map stays open.
      event.stopPropagation();
      return;
    }
    const [kind] = parts(event.target);
    const next = NEXT[event.key];
    if (next && (kind === "pin" || kind === "group" || kind === "place")) {
      event.preventDefault();
      const all = [...this.host.querySelectorAll(kind === "place" ? ".map-place" : ".map-marks > button")];
      const target = all.at(next(all.indexOf(event.target), all.length));
      // What is at the edge of the list is scrolled to; the picture itself never scrolls.
      this.focus(target, { preventScroll: kind !== "place" });
      return;
    }
    if (!this.#canvas.contains(event.target)) return;
    if (!this.view.key(event.key, event.shiftKey, performance.now())) return;
    event.preventDefault();
    this.#changed();
  }

  #hint() {
    const hint = this.host.querySelector(".map-hint") ?? element("p", "map-hint");
    hint.textContent = wordOf(this.page, ENGLISH, /Mac|iPhone|iPad/.test(navigator.platform) ? "mapHintMac" : "mapHint");
    hint.setAttribute("aria-hidden", "true");
    this.#canvas.after(hint);
    clearTimeout(this.#timers.hint);
    this.#timers.hint = setTimeout(() => hint.remove(), HINT);
  }
}

/** Which one a key leads to from one of several. */
const NEXT = {
  ArrowRight: (index, count) => Math.min(index + 1, count - 1),
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowLeft: (index) => Math.max(index - 1, 0),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: () => -1,
};

function parts(target) {
  const [kind, index] = (target.dataset?.do ?? "").split(":");
  return [kind, Number(index)];
}

function element(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

let letters;

function measured(text, host) {
  letters ??= document.createElement("canvas").getContext("2d");
  if (!letters) return text.length * 8;
  letters.font = `600 12px ${getComputedStyle(host).fontFamily}`;
  return Math.ceil(letters.measureText(text).width);
}

/** What the view asks of the page, the counterpart of crates/maps/src/view/page.rs: nothing of it throws. */
function pageOf(page, host) {
  const widths = new Map();
  const format = (kind, options) => page().intl.of(kind, options);
  return {
    word: (name) => wordOf(page(), ENGLISH, name),
    number: (value, digits) => format("NumberFormat", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
    distance: (value, unit) => format("NumberFormat", { style: "unit", unit }).format(value),
    // In the letters of .map-name.
    width: (name) => (widths.has(name) ? widths.get(name) : widths.set(name, measured(name, host)).get(name)),
    country: (code) => format("DisplayNames", { type: "region" }).of(code),
    report: (...finding) => page().report(...finding),
    get hasMiles() {
      return MILES.includes(new Intl.Locale(page().intl.locale).maximize().region);
    },
    get isCalm() {
      return matchMedia("(prefers-reduced-motion: reduce)").matches;
    },
  };
}

export const { started, draw, forget } = pictures(ShownMap, styles, () => init({ module_or_path: new URL("./maps_bg.wasm", import.meta.url) }));
