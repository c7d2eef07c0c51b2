// The page as a chart sees it: the counterpart of `JsPage` in crates/charts/src/view/dom.rs.
import { ENGLISH } from "./chart_words.js";
import { wordOf } from "./picture.js";

const DAY = 86_400_000;
const STYLES = {
  full: { year: "numeric", month: "short", day: "numeric" },
  short: { month: "short", day: "numeric" },
  month: { month: "short" },
  monthAndYear: { month: "short", year: "numeric" },
  year: { year: "numeric" },
};

/** What a number is written with: decimals, or digits that count; others are notations of Intl's. */
const OPTIONS = {
  standard: (least, most) => ({ minimumFractionDigits: least, maximumFractionDigits: most }),
  digits: (_, most) => ({ maximumSignificantDigits: most }),
};

/** More widths than these are measured again. */
const MAX_WIDTHS = 2_000;

export class ChartPage {
  #host;
  #page;
  #canvas = document.createElement("canvas").getContext("2d");
  #font;
  #widths = new Map();

  constructor(host, page) {
    this.#host = host;
    this.turnTo(page);
  }

  /** Another language, or other words; fonts may have changed too. */
  turnTo(page) {
    this.#page = page;
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
    const options = OPTIONS[notation]?.(least, most) ?? { notation, maximumFractionDigits: most };
    return this.#page.intl.of("NumberFormat", options).format(value);
  }

  percent(share) {
    return this.#page.intl.of("NumberFormat", { style: "percent", maximumFractionDigits: 1 }).format(share);
  }

  day(day, style) {
    return this.#page.intl.of("DateTimeFormat", { ...STYLES[style], timeZone: "UTC" }).format(day * DAY);
  }

  word(name, count) {
    const one = `${name}One`;
    return wordOf(this.#page, ENGLISH, count === 1 && ENGLISH[one] !== undefined ? one : name);
  }

  report(message, property) {
    this.#page.report("warning", "VALIDATION_FAILED", message, property);
  }
}
