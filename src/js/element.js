// The custom element: a class of callbacks that forward to the easel in WebAssembly. No decisions here.
import init, { Easel } from "glue:easel";
import { Attached } from "./attached.js";
import { declare } from "./catalogs.js";
import { closeAll, keepFocusInside, showAgain } from "./dialog.js";
import { Formatter, languages } from "./intl.js";
import { OnDemand } from "./on_demand.js";
import { once, sheet } from "./once.js";
import { DEFAULT_RECOVERY, RECOVERY_ATTRIBUTES, recoveryOf } from "./recovery.js";
import { Relics } from "./relics.js";
import { asText, newStage } from "./stage.js";
import { ENGLISH } from "./words.js";
import styles from "./easel.css";

/** What hosts hear. */
const EVENT_NAMES = ["a2ui-action", "a2ui-message", "a2ui-issue", "a2ui-state", "a2ui-healing"];
/** Hosts may keep these to themselves. */
const CANCELABLE = new Set(["a2ui-action", "a2ui-healing"]);

// On a server there is no HTMLElement; the class can be imported there and is never constructed.
const Base = globalThis.HTMLElement ?? class {};

/** Starts the one WebAssembly instance that all elements of the page share. */
const started = once(() => init({ module_or_path: new URL("./easel_bg.wasm", import.meta.url) }));
const style = sheet(styles);

export class A2uiEasel extends Base {
  static observedAttributes = ["surface-id", "locale", "lang", "attribution", ...RECOVERY_ATTRIBUTES];

  /**
   * Where elements take the time from: `now()` never goes back, `wall()` is the time of day. Tests put a clock of their own
   * here before the first element is made.
   */
  static clock = {
    now: () => performance.now(),
    wall: () => Date.now(),
    setTimeout: (work, span) => setTimeout(work, span),
    clearTimeout: (timer) => clearTimeout(timer),
  };

  /**
   * What WebAssembly holds is never collected as long as it holds it: the stage, and through what we hand in whatever that
   * reaches. So from there the element is reached by this alone, and goes when its page lets it go.
   */
  #self = new WeakRef(this);
  #easel;
  #stage;
  /** The shadow root or document whose styles the stage has. */
  #styled;
  /** Calls that came before the module was there. */
  #waiting = [];
  #willPaint = false;
  /** The next part of lists that are too long to be drawn at once. */
  #rest;
  /** Whether the easel is at work: it must not be entered again, as removing what has the focus would. */
  #isBusy = false;
  /** While it draws it can still be read. */
  #isPainting = false;
  /** What was read last, for when it cannot be. */
  #known = {};
  #timer;
  #words = ENGLISH;
  /** Formats for the page's language. */
  #intl;
  #messages = [];
  /** The conversation with an agent that speaks AG-UI, once its module is there, and what waits for it. */
  #conversation;
  #said = [];
  #content;
  #recovery = {};
  #state = "idle";
  #relics = new Relics();
  /** The messages that were shown again after a failure: if they are what fails, once is enough. */
  #shownAgain;
  #catalogs = [];
  /** The way back to the agent. */
  #attached = new Attached({
    clock: this.#clock,
    converse: (work) => this.#converse(work),
    busy: (surface, isBusy) => this.#markBusy(surface, isBusy),
  });
  /** The parts of the package that are loaded when a surface needs them. */
  #onDemand;

  constructor() {
    super();
    // No other function here may use `this`: the stage's, and with it WebAssembly, would hold what they share.
    const self = this.#self;
    this.#stage = newStage((event) => self.deref()?.#handle(event));
  }

  connectedCallback() {
    for (const name of ["words", "catalogs", "recovery", "messages", "content"]) this.#upgrade(name);
    // A shadow root stays, and hides what is not in it.
    const root = this.shadowRoot ?? (this.hasAttribute("light") ? this : this.attachShadow({ mode: "open" }));
    if (this.#stage.parentNode !== root) root.append(this.#stage);
    showAgain(this.#stage);
    this.#dress(root === this ? this.getRootNode() : root);
    languages(this.#localise, true);
    if (!this.#easel) this.#start();
    else {
      this.#localise();
      // What was due meanwhile comes first.
      this.#tick();
    }
  }

  disconnectedCallback() {
    this.#clock.clearTimeout(this.#timer);
    languages(this.#localise, false);
    // Moving an element takes it out and puts it back in one go.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.disconnect();
      closeAll(this.#stage);
      // In its root it would hold the element.
      this.#stage.remove();
    });
  }

  /** Sees to the styles of the root that the stage has come to. */
  #dress(root) {
    // Another document takes the styles off a shadow root.
    if (!style(root) && root === this.#styled) return;
    this.#styled = root;
    this.#conversation?.adopt();
    this.#onDemand?.drawAgain();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    if (RECOVERY_ATTRIBUTES.includes(name)) this.#recover();
    else if (name === "surface-id") {
      this.#relics.showOnly(now ?? "");
      this.#call((easel) => easel.showOnly(now ?? ""));
    }
    else if (name === "attribution") this.#call((easel) => easel.setAttribution(now !== null));
    else this.#localise();
  }

  /** Numbers, dates and words follow the language that the element is in. */
  #localise = () => {
    if (this.#intl?.asked === this.#locale) return;
    const intl = (this.#intl = new Formatter(this.#locale));
    this.#call((easel) => easel.setFormatter(intl));
    this.#speak();
  };

  /** The words or the language changed: what is on screen follows. */
  #speak() {
    this.#onDemand?.drawAgain();
    if (this.#conversation) this.#converse((conversation) => conversation.reword());
  }

  /** Applies messages: objects of any version, or JSON or JSONL text. Answers with the issues they caused. */
  send(input) {
    const text = asText(input);
    if (this.#isConversing) {
      let issues = [];
      this.#converse((conversation) => void (issues = conversation.send(text)));
      return issues;
    }
    return JSON.parse(this.#call((easel) => easel.send(text, this.#clock.now())) ?? "[]");
  }

  /** Text or bytes as they stream from an agent, cut anywhere. */
  write(chunk) {
    const copy = typeof chunk === "string" ? chunk : new Uint8Array(chunk);
    this.#converse((conversation) => conversation.write(copy));
  }

  /** The text that was written is over. */
  end() {
    this.#converse((conversation) => conversation.end());
  }

  /** One AG-UI event. */
  applyEvent(event) {
    const text = asText(event);
    this.#converse((conversation) => conversation.event(text));
  }

  /** The content of one `a2ui-surface` activity. */
  get content() {
    return this.#content;
  }

  set content(content) {
    this.#content = content;
    const text = asText(content ?? null);
    this.#converse((conversation) => conversation.content(text));
  }

  /** The run ended, or the host stopped it, without an event that says so: `closed`, `cancelled` or `failed`. */
  endRun(kind = "closed", { message, code } = {}) {
    this.#converse((conversation) => conversation.endRun(kind, message, code));
  }

  /** When retries show, how long half-ready surfaces are held back, how much people see of an agent's troubles. */
  get recovery() {
    const given = Object.entries({ ...recoveryOf(this), ...this.#recovery }).filter(([, value]) => value !== undefined);
    return { ...DEFAULT_RECOVERY, ...Object.fromEntries(given) };
  }

  set recovery(recovery) {
    this.#recovery = { ...recovery };
    this.#recover();
  }

  /** Open requests for corrections, and what was said about them. */
  get healing() {
    return this.#read("healing", () => this.#conversation?.healing) ?? { open: [], log: [] };
  }

  /** Answers an open request with a JSON Patch, or declines it with `null`; `sessionId` if its id alone does not tell it. Answers with what speaks against it. */
  heal(requestId, patch, reason, sessionId) {
    let issues = [];
    const text = patch === null || patch === undefined ? undefined : asText(patch);
    this.#converse((conversation) => void (issues = conversation.heal(sessionId, String(requestId), text, reason)));
    return issues;
  }

  /** Listens to an agent: an `@ag-ui/client` agent, a URL, or a `ReadableStream`. Actions go back the same way. */
  connect(source, options = {}) {
    this.#attached.connect(source, options);
  }

  /** Listens no longer. What is shown stays. */
  disconnect() {
    this.#attached.disconnect();
  }

  /** Catalogs of the host beside ours: `{id, components?, functions?}`. */
  get catalogs() {
    return this.#catalogs;
  }

  set catalogs(catalogs) {
    this.#catalogs = [...(catalogs ?? [])];
    const declared = this.#catalogs;
    this.#call((easel) => declare(easel, declared));
  }

  /** What to tell an agent that speaks `version` about what can be shown: transport metadata by key. */
  capabilities(version) {
    const text = this.#read(`capabilities ${version}`, () => this.#easel?.capabilities(String(version)));
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** The whole conversation so far. Set again, what is the same stays untouched. */
  get messages() {
    return this.#messages;
  }

  set messages(input) {
    this.#messages = input;
    const text = asText(input ?? []);
    this.#call((easel) => easel.snapshot(text, this.#conversation?.activitySurfaces ?? "[]", this.#clock.now()));
    this.#adopt();
  }

  /** Our own words in the page's language: `{close, filter}`. */
  get words() {
    return this.#words;
  }

  set words(words) {
    this.#words = { ...ENGLISH, ...words };
    this.#speak();
  }

  /** `idle`, `building`, `retrying`, `failed` or `painted`. */
  get state() {
    if (!this.#isReadable) return this.#state;
    const state = this.#conversation?.state ?? "idle";
    return state === "idle" && this.#easel?.isVisible() ? "painted" : state;
  }

  /** The agent's own state as AG-UI carries it (`STATE_SNAPSHOT`, `STATE_DELTA`); it never touches a surface. */
  get agentState() {
    return this.#read("agentState", () => this.#conversation?.agentState) ?? null;
  }

  /** Every problem found. */
  get issues() {
    const own = this.#read("issues", () => this.#easel?.issues()) ?? "[]";
    return [...this.#relics.issues, ...JSON.parse(own), ...(this.#conversation?.issues ?? [])];
  }

  /** A copy of a surface's live data. */
  dataModel(surfaceId) {
    const text = this.#isReadable ? this.#easel?.dataModel(String(surfaceId)) : undefined;
    return text === undefined ? undefined : JSON.parse(text);
  }

  get #isReadable() {
    return !this.#isBusy || this.#isPainting;
  }

  /** What `read` answers, or answered when it was last possible: while the easel calls a function of the host it is not. */
  #read(name, read) {
    if (this.#isReadable) this.#known[name] = read();
    return this.#known[name];
  }

  /** Forgets everything. */
  reset() {
    this.#messages = [];
    this.#content = undefined;
    this.#relics.issues = [];
    this.#relics.remove();
    if (this.#isConversing) this.#converse((conversation) => conversation.reset());
    this.#call((easel) => easel.reset());
  }

  async #start() {
    try {
      await started();
    } catch (error) {
      console.error("a2ui-easel: easel_bg.wasm must be served beside the module", error);
      return;
    }
    if (this.#easel) return;
    this.#begin();
    for (const work of this.#waiting.splice(0)) this.#enter(work);
    this.#after();
    if (this.#isConversing) this.#goOn();
  }

  #begin() {
    const self = this.#self;
    this.#onDemand = new OnDemand({
      words: () => self.deref()?.#words ?? ENGLISH,
      intl: () => self.deref()?.#intl ?? new Formatter("en"),
      root: () => self.deref()?.#styled,
      report: (host, ...finding) => self.deref()?.#report(host, finding),
    });
    this.#intl ??= new Formatter(this.#locale);
    this.#easel = new Easel(this.#stage, this.#onDemand, this.#intl);
    const surface = this.getAttribute("surface-id");
    if (surface) this.#easel.showOnly(surface);
    this.#easel.setAttribution(this.hasAttribute("attribution"));
    this.#easel.setCallSeed(crypto.getRandomValues(new Uint32Array(1))[0].toString(36));
  }

  /**
   * What went through WebAssembly has left it locked: goes on with a new easel. What is shown stays to be read until there
   * is something to see again; a host that gave all messages gets them shown again at once.
   */
  #beginAgain(error) {
    console.error("a2ui-easel: the renderer failed and starts anew", error);
    const self = this.#self;
    const relic = this.#stage;
    this.#stage = newStage((event) => self.deref()?.#handle(event));
    try {
      this.#begin();
    } catch {
      // Nothing can be started any more; what is shown is all there will be.
      this.#stage = relic;
      return;
    }
    const issue = this.#relics.keep(relic, this.#stage);
    this.#conversation = undefined;
    this.#said = [];
    declare(this.#easel, this.#catalogs);
    this.#fire("a2ui-issue", issue);
    if (this.#messages === this.#shownAgain || asText(this.#messages) === "[]") return;
    this.#shownAgain = this.#messages;
    queueMicrotask(() => (this.messages = this.#messages));
  }

  /** Runs `work` on the easel, now or when it is there and not at work, and sees to what follows. */
  #call(work) {
    if (!this.#easel || this.#isBusy) {
      this.#waiting.push(work);
      // A function or listener of the host called back from within.
      if (this.#easel) queueMicrotask(() => this.#waiting.splice(0).forEach((next) => this.#call(next)));
      else if (this.isConnected) this.#start();
      return undefined;
    }
    this.#easel.setUserActivation(navigator.userActivation?.isActive ?? false);
    const answer = this.#enter(work);
    this.#enter(() => this.#conversation?.surfacesChanged());
    this.#after();
    return answer;
  }

  /** Whether there is a conversation, or will be one as soon as its module is there. */
  get #isConversing() {
    return this.#conversation !== undefined || this.#said.length > 0;
  }

  /** Runs `work` on the conversation, now or when it is there: in order, and never one within another. */
  #converse(work) {
    this.#said.push(work);
    if (this.#easel) this.#goOn();
  }

  #goOn() {
    if (!this.#conversation) return void this.#beginConversation().catch(console.error);
    if (this.#isBusy) return undefined;
    while (this.#said.length > 0) {
      const work = this.#said.shift();
      this.#enter(() => work(this.#conversation));
      this.#after();
    }
    return undefined;
  }

  async #beginConversation() {
    const { Conversation, started } = await import("./conversation.js");
    await started();
    if (!this.#conversation) {
      const self = this.#self;
      const picture = (place, messages) => self.deref()?.#picture(place, messages);
      const [words, intl] = [() => self.deref()?.#words ?? ENGLISH, () => self.deref()?.#intl ?? new Formatter("en")];
      const later = (work) => self.deref()?.#converse(work);
      this.#conversation = new Conversation({ easel: this.#easel, stage: this.#stage, clock: this.#clock, words, intl, later, picture });
      this.#conversation.setRecovery({ ...recoveryOf(this), ...this.#recovery });
    }
    this.#goOn();
  }

  #recover() {
    const recovery = { ...recoveryOf(this), ...this.#recovery };
    if (this.#isConversing || this.#isOpen) this.#converse((conversation) => conversation.setRecovery(recovery));
    this.#adopt();
  }

  /** Whether the host wants to see what is wrong. */
  get #isOpen() {
    return /^(collapsed|verbose)$/.test({ ...recoveryOf(this), ...this.#recovery }.debugExposure);
  }

  /** Surfaces that no conversation brought stand in ours too, with what is wrong with them, once they are drawn. */
  #adopt() {
    if (this.#isOpen) queueMicrotask(() => this.#converse((conversation) => conversation.adoptSurfaces()));
  }

  /** Draws messages into `place` as a picture: nothing in it can be reached or heard. */
  #picture(place, messages) {
    let easel = place.firstElementChild;
    if (!easel) {
      easel = new this.constructor();
      easel.inert = true;
      for (const name of EVENT_NAMES) easel.addEventListener(name, (event) => event.stopPropagation());
      place.append(easel);
    }
    easel.messages = messages;
    // Surfaces are found by this; a picture is none.
    requestAnimationFrame(() => easel.shadowRoot.querySelectorAll("[data-surface-id]").forEach((frame) => frame.removeAttribute("data-surface-id")));
  }

  /** What the module that draws the component in `host` found in it. */
  #report(host, finding) {
    const surface = host.closest("[data-surface-id]")?.dataset.surfaceId;
    if (surface !== undefined) this.#call((easel) => easel.report(surface, host.dataset.componentId, ...finding));
  }

  get #clock() {
    return A2uiEasel.clock;
  }

  #enter(work) {
    this.#isBusy = true;
    try {
      return work(this.#easel);
    } catch (error) {
      this.#beginAgain(error);
      return undefined;
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
        this.#paint();
      });
    }
    const clock = this.#clock;
    clock.clearTimeout(this.#timer);
    const deadlines = [this.#easel.nextDeadline(), this.#conversation?.nextDeadline].filter((deadline) => deadline !== undefined);
    if (deadlines.length > 0 && this.isConnected) {
      this.#timer = clock.setTimeout(this.#tick, Math.max(0, Math.min(...deadlines) - clock.now()) + 1);
    }
  }

  #paint() {
    this.#enter((easel) => easel.settle());
    this.#isPainting = true;
    const isMore = this.#enter((easel) => easel.paint());
    this.#isPainting = false;
    // What is there is seen, and what a person does heard, before the rest of long lists is drawn.
    if (isMore) this.#rest ??= setTimeout(() => ((this.#rest = undefined), this.#paint()));
    if (this.#easel.isVisible()) this.#relics.remove();
  }

  #tick = () => {
    this.#call((easel) => easel.tick(this.#clock.now()));
    if (this.#conversation) this.#converse((conversation) => conversation.tick());
  };

  #announce() {
    const outgoing = this.#easel.takeOutgoing();
    const { sent, metadata: shared } = outgoing ? JSON.parse(outgoing) : { sent: [] };
    for (const { message, isAction, metadata: position, itemPath } of sent) {
      const metadata = shared[position];
      const beside = { metadata, ...(itemPath !== undefined && { dataContextPath: itemPath }) };
      const isFree = !isAction || this.#fire("a2ui-action", message, beside);
      this.#fire("a2ui-message", message, beside);
      if (isFree) this.#attached.give("send", message, metadata, isAction, itemPath);
    }
    const issues = this.#easel.takeIssues();
    for (const issue of issues ? JSON.parse(issues) : []) this.#fire("a2ui-issue", issue);
    for (const news of this.#conversation?.takeNews() ?? []) this.#tell(news);
    const [from, to] = [this.#state, this.state];
    if (from !== to) {
      this.#state = to;
      this.#fire("a2ui-state", { from, to });
    }
  }

  #tell({ event, detail, session, id, response }) {
    const isFree = this.#fire(event, detail);
    if (event !== "a2ui-healing") return;
    const tellDesk = (what) => this.#converse((conversation) => conversation.tellDesk(what, session, id));
    if (response && !isFree) tellDesk("host-sends");
    else if (response && !this.#attached.isThere) tellDesk("no-way-back");
    else if (response) this.#attached.give("heal", { session, id, response });
    else if (id !== undefined && !isFree) tellDesk("shown-elsewhere");
    if (!response && this.#attached.isThere) this.#attached.give("healingChanged");
  }

  /** A surface waits for its agent, or no longer. */
  #markBusy(surface, isBusy) {
    for (const frame of this.#stage.querySelectorAll(`[data-surface-id="${CSS.escape(surface)}"]`)) {
      if (isBusy) frame.setAttribute("aria-busy", "true");
      else frame.removeAttribute("aria-busy");
    }
  }

  #fire(name, detail, extra) {
    const event = new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: CANCELABLE.has(name) });
    return this.dispatchEvent(Object.assign(event, extra));
  }

  #handle(event) {
    // Not the user's doing but ours.
    if (this.#isBusy) return;
    if (event.type === "keydown") keepFocusInside(event);
    if (event.type.startsWith("composition")) {
      // Views leave a field alone while an input method composes text in it.
      event.target.a2uiComposing = event.type === "compositionstart";
      return;
    }
    const url = this.#call((easel) => easel.handle(event, new Date().toISOString()));
    // What a person does shows before anything else runs; what agents send can wait for the rest of its batch.
    if (this.#easel && !this.#isBusy) this.#paint();
    if (url !== undefined && URL.canParse(url, document.baseURI)) window.open(new URL(url, document.baseURI), "_blank", "noopener,noreferrer");
  }

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
