// The custom element: a class of callbacks that forward to the easel in WebAssembly. No decisions here.
import init, { Easel } from "./easel.js";
import { keepFocusInside } from "./dialog.js";
import { Formatter } from "./intl.js";
import { OnDemand } from "./on_demand.js";
import { ENGLISH } from "./words.js";
import styles from "./easel.css";

const EVENTS = ["click", "input", "change", "focusout", "keydown", "compositionstart", "compositionend"];
/** These do not bubble: they are caught on their way down. */
const CAPTURED = ["close", "error"];

// On a server there is no HTMLElement; the class can be imported there and is never constructed.
const Base = globalThis.HTMLElement ?? class {};

let module;
/** Starts the one WebAssembly instance that all elements of the page share. */
const started = () => (module ??= init({ module_or_path: new URL("./easel_bg.wasm", import.meta.url) }));

let sheet;
/** The one style sheet that all shadow roots share. */
function sharedSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  return sheet;
}

export class A2uiEasel extends Base {
  static observedAttributes = ["surface-id", "locale", "lang", "attribution"];

  #easel;
  #stage;
  /** Calls that came before the module was there. */
  #waiting = [];
  #willPaint = false;
  /** Whether the easel is at work: it must not be entered again, as removing what has the focus would. */
  #isBusy = false;
  #timer;
  #words = ENGLISH;
  #messages = [];

  constructor() {
    super();
    this.#stage = document.createElement("div");
    this.#stage.className = "stage";
    this.#stage.setAttribute("part", "stage");
    for (const kind of EVENTS) this.#stage.addEventListener(kind, this.#handle);
    for (const kind of CAPTURED) this.#stage.addEventListener(kind, this.#handle, true);
  }

  connectedCallback() {
    for (const name of ["messages", "words"]) this.#upgrade(name);
    const root = this.hasAttribute("light") ? this : (this.shadowRoot ?? this.attachShadow({ mode: "open" }));
    const styled = root === this ? this.getRootNode() : root;
    if (styled.adoptedStyleSheets && !styled.adoptedStyleSheets.includes(sharedSheet())) {
      styled.adoptedStyleSheets.push(sharedSheet());
    }
    if (this.#stage.parentNode !== root) root.append(this.#stage);
    if (!this.#easel) this.#start();
    else this.#after();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (name === "surface-id") this.#call((easel) => easel.showOnly(now ?? ""));
    else if (name === "attribution") this.#call((easel) => easel.setAttribution(now !== null));
    else this.#call((easel) => easel.setFormatter(new Formatter(this.#locale)));
  }

  /** Applies messages: objects of any version, or JSON or JSONL text. Answers with the issues they caused. */
  send(input) {
    const text = asText(input);
    if (this.#easel) return JSON.parse(this.#call((easel) => easel.send(text, now())));
    this.#call((easel) => easel.send(text, now()));
    return [];
  }

  /** The whole conversation so far. Set again, what is the same stays untouched. */
  get messages() {
    return this.#messages;
  }

  set messages(input) {
    this.#messages = input;
    const text = asText(input ?? []);
    this.#call((easel) => easel.snapshot(text, now()));
  }

  /** Our own words in the page's language: `{close, filter}`. */
  get words() {
    return this.#words;
  }

  set words(words) {
    this.#words = { ...ENGLISH, ...words };
  }

  /** `idle` or `painted`. */
  get state() {
    return this.#easel?.isVisible() ? "painted" : "idle";
  }

  /** Every problem found. */
  get issues() {
    return this.#easel ? JSON.parse(this.#easel.issues()) : [];
  }

  /** A copy of a surface's live data. */
  dataModel(surfaceId) {
    const text = this.#easel?.dataModel(String(surfaceId));
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** Forgets everything. */
  reset() {
    this.#messages = [];
    this.#call((easel) => easel.reset());
  }

  async #start() {
    await started();
    if (this.#easel) return;
    const onDemand = new OnDemand((name) => this.#words[name] ?? name);
    this.#easel = new Easel(this.#stage, onDemand, new Formatter(this.#locale));
    const surface = this.getAttribute("surface-id");
    if (surface) this.#easel.showOnly(surface);
    this.#easel.setAttribution(this.hasAttribute("attribution"));
    for (const work of this.#waiting.splice(0)) work(this.#easel);
    this.#after();
  }

  /** Runs `work` on the easel, now or when it is there, and sees to what follows. */
  #call(work) {
    if (!this.#easel) {
      this.#waiting.push(work);
      return undefined;
    }
    const answer = this.#enter(work);
    this.#after();
    return answer;
  }

  #enter(work) {
    this.#isBusy = true;
    try {
      return work(this.#easel);
    } finally {
      this.#isBusy = false;
    }
  }

  #after() {
    this.#announce();
    if (!this.#willPaint) {
      this.#willPaint = true;
      queueMicrotask(() => {
        this.#willPaint = false;
        this.#enter((easel) => easel.paint());
      });
    }
    clearTimeout(this.#timer);
    const deadline = this.#easel.nextDeadline();
    if (deadline !== undefined && this.isConnected) {
      this.#timer = setTimeout(() => this.#call((easel) => easel.tick(now())), Math.max(0, deadline - now()) + 1);
    }
  }

  #announce() {
    const outgoing = this.#easel.takeOutgoing();
    for (const { message, isAction, metadata } of outgoing ? JSON.parse(outgoing) : []) {
      if (isAction) this.#fire("a2ui-action", message, { metadata });
      this.#fire("a2ui-message", message, { metadata });
    }
    const issues = this.#easel.takeIssues();
    for (const issue of issues ? JSON.parse(issues) : []) this.#fire("a2ui-issue", issue);
  }

  #fire(name, detail, extra) {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === "a2ui-action" });
    return this.dispatchEvent(Object.assign(event, extra));
  }

  #handle = (event) => {
    // Not the user's doing but ours.
    if (this.#isBusy) return;
    if (event.type === "keydown") keepFocusInside(event);
    if (event.type.startsWith("composition")) {
      // Views leave a field alone while an input method composes text in it.
      event.target.a2uiComposing = event.type === "compositionstart";
      return;
    }
    const url = this.#call((easel) => easel.handle(event, new Date().toISOString()));
    if (url !== undefined) window.open(new URL(url, document.baseURI), "_blank", "noopener,noreferrer");
  };

  /** A property that was set before the element was defined hides the accessor: take it away and set it properly. */
  #upgrade(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }

  get #locale() {
    const given = this.getAttribute("locale") ?? this.closest("[lang]")?.getAttribute("lang");
    return given || navigator.language;
  }
}

const now = () => performance.now();

/** Input as JSON text. What JSON cannot say, such as a cycle, becomes text that is no JSON and names the reason: an issue. */
function asText(input) {
  if (typeof input === "string") return input;
  try {
    return JSON.stringify(input) ?? "null";
  } catch (error) {
    return String(error);
  }
}
