// The page as a chart sees it: the counterpart of `JsPage` in crates/charts/src/view/dom.rs.
import { ENGLISH } from "./chart_words.js";

const DAY = 86_400_000;
const STYLES = {
  full: { year: "numeric", month: "short", day: "numeric" },
  short: { month: "short", day: "numeric" },
  month: { month: "short" },
  monthAndYear: { month: "short", year: "numeric" },
  year: { year: "numeric" },
};

/** More widths than these are measured again. */
const MAX_WIDTHS = 2_000;

export class ChartPage {
  #host;
  #page;
  #canvas = document.createElement("canvas").getContext("2d");
  #font;
  #widths = new Map();
  #formats = new Map();

  constructor(host, page) {
    this.#host = host;
    this.turnTo(page);
  }

  /** Another language, or other words; fonts may have changed too. */
  turnTo(page) {
    this.#page = page;
    this.#formats.clear();
    this.#widths.clear();
    this.#font = getComputedStyle(this.#host).fontFamily;
  }

  textWidth(text, size) {
    const key = `${size} ${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      if (this.#widths.size >= MAX_WIDTHS) this.#widths.clear();
      this.#canvas.font = `${size}px ${this.#font}`;
      width = this.#canvas.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  }

  number(value, notation, least, most) {
    const options = notation === "standard" ? { minimumFractionDigits: least, maximumFractionDigits: most } : { notation, maximumFractionDigits: most };
    return this.#format(Intl.NumberFormat, `${notation} ${least} ${most}`, options).format(value);
  }

  percent(share) {
    return this.#format(Intl.NumberFormat, "percent", { style: "percent", maximumFractionDigits: 1 }).format(share);
  }

  day(day, style) {
    return this.#format(Intl.DateTimeFormat, style, { ...STYLES[style], timeZone: "UTC" }).format(day * DAY);
  }

  word(name, count) {
    const one = `${name}One`;
    if (count === 1 && ENGLISH[one] !== undefined) return this.#word(one);
    return this.#word(name);
  }

  report(message) {
    this.#page.report("warning", "VALIDATION_FAILED", message);
  }

  #word(name) {
    const word = this.#page.word(name);
    return word === name ? (ENGLISH[name] ?? name) : word;
  }

  /** One formatter for each way of writing: making one costs more than many uses. */
  #format(Format, key, options) {
    let format = this.#formats.get(key);
    if (!format) {
      try {
        format = new Format(this.#page.locale, options);
      } catch {
        // A locale that is none.
        format = new Format("en", options);
      }
      this.#formats.set(key, format);
    }
    return format;
  }
}
