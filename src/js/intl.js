// Formatting by the browser's Intl: the counterpart of src/js/intl.rs.

const listeners = new Set();
let observer;

/** From now on, or no longer, `listener` is called when the language of any part of the page changes. */
export function languages(listener, isWanted) {
  if (!isWanted) return void listeners.delete(listener);
  listeners.add(listener);
  if (observer) return;
  observer = new MutationObserver(() => listeners.forEach((listener) => listener()));
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ["lang"] });
}

/** One locale's formatters. Formatters are dear to make and cheap to use, so each is made once. */
export class Formatter {
  /** The tag that was asked for. */
  asked;
  #locale;
  #made = new Map();

  /** `locale` is a BCP 47 tag, also in the manner of POSIX (`de_DE`); one that the browser does not understand counts as English. */
  constructor(locale) {
    this.asked = locale;
    this.#locale = supported(locale);
  }

  #get(key, make) {
    let formatter = this.#made.get(key);
    if (!formatter) {
      // Agents choose the options, so the number of kinds is theirs too.
      if (this.#made.size > 200) this.#made.clear();
      this.#made.set(key, (formatter = make(this.#locale)));
    }
    return formatter;
  }

  get locale() {
    return this.#locale;
  }

  /** A formatter of Intl's by the name of its kind, such as `of("NumberFormat", { style: "percent" })`. */
  of(kind, options) {
    return this.#get(kind + JSON.stringify(options), (locale) => new Intl[kind](locale, options));
  }

  decimal(value, least, most, grouping) {
    const options = { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: grouping };
    return this.#get(`n${least} ${most} ${grouping}`, (locale) => new Intl.NumberFormat(locale, options)).format(value);
  }

  currency(value, currency, decimals, grouping) {
    const options = { style: "currency", currency, useGrouping: grouping };
    if (decimals !== undefined) options.minimumFractionDigits = options.maximumFractionDigits = decimals;
    return this.#get(`c${currency} ${decimals} ${grouping}`, (locale) => new Intl.NumberFormat(locale, options)).format(value);
  }

  plural(value) {
    return this.#get("p", (locale) => new Intl.PluralRules(locale)).select(value);
  }

  /** The name as it stands in a date, which in many languages is another than the one that stands alone. */
  month(month, isLong) {
    const time = Date.UTC(2026, month - 1, 15);
    const alone = { month: isLong ? "long" : "short" };
    const options = { day: "numeric", ...alone, timeZone: "UTC" };
    const parts = this.#get(`m${alone.month}`, (locale) => new Intl.DateTimeFormat(locale, options)).formatToParts(time);
    const name = parts.find((part) => part.type === "month")?.value ?? "";
    return /\p{L}/u.test(name) ? name : this.#date(alone, time);
  }

  weekday(weekday, isLong) {
    // 4 January 2026 was a Sunday.
    return this.#date(isLong ? { weekday: "long" } : { weekday: "short" }, Date.UTC(2026, 0, 4 + weekday));
  }

  dayPeriod(hour) {
    const options = { hour: "numeric", hour12: true, timeZone: "UTC" };
    const parts = this.#get("a", (locale) => new Intl.DateTimeFormat(locale, options)).formatToParts(Date.UTC(2026, 0, 4, hour));
    return parts.find((part) => part.type === "dayPeriod")?.value ?? (hour < 12 ? "AM" : "PM");
  }

  #date(options, time) {
    return this.of("DateTimeFormat", { ...options, timeZone: "UTC" }).format(time);
  }
}

function supported(locale) {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0] ?? "en";
  } catch {
    return "en";
  }
}
