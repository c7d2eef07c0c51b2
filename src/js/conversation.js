// An element's conversation with an agent: AG-UI events in, screens and news out. Loaded when a host first needs it.
import init, { Session, announcement, forwardedProps } from "glue:activity";
import { once, sheet } from "./once.js";
import styles from "./status.css";

/** Settled when conversations can be made: one WebAssembly instance for all of the page. */
export const started = once(() => init({ module_or_path: new URL("./activity_bg.wasm", import.meta.url) }));
const style = sheet(styles);

/**
 * Forwards to the session in WebAssembly. Whoever calls sees to it that no call comes from within another.
 * `element` answers for what only the element knows: `{easel, stage, clock, words(), intl(), later(work), picture(place)}`.
 */
export class Conversation {
  #session;
  #element;
  #host;
  #news = [];
  /** Of the agent's text and of the response. */
  #utf8 = [new Utf8(), new Utf8()];
  issues = [];

  constructor(element) {
    const { clock, stage } = element;
    this.#element = element;
    this.#host = new Host(element);
    this.#session = new Session(stage, this.#host, clock.now(), clock.wall());
    this.adopt();
  }

  /** The screens' style sheet belongs to the root that the stage stands in. */
  adopt() {
    style(this.#element.stage.getRootNode());
  }

  event(text, id) {
    this.#session.event(text, id, this.#now);
  }

  content(text) {
    this.#session.content(text, this.#now);
  }

  /** Answers with the issues that the messages caused. */
  send(text) {
    this.#host.caused = [];
    this.#session.send(text, this.#now);
    return [...this.#host.caused, ...this.#hear().filter(({ event }) => event === "a2ui-issue").map(({ detail }) => detail)];
  }

  /** Bytes or text, cut anywhere; so for `read`. */
  write(chunk) {
    this.#session.write(this.#utf8[0].encode(chunk), this.#now);
  }

  end() {
    this.#utf8[0] = new Utf8();
    this.#session.end(this.#now);
  }

  setRecovery({ showAfterMs, showAfterAttempts, debugExposure, holdMaxMs }) {
    const isExplicit = debugExposure !== undefined;
    this.#session.setRecovery(number(showAfterMs), number(showAfterAttempts), String(debugExposure), number(holdMaxMs), isExplicit, this.#now);
  }

  endRun(kind, message = "", code = undefined) {
    this.#session.endRun(kind, message, code, this.#now);
  }

  /** Surfaces that came without us: the host wants to see what is wrong with them. */
  adoptSurfaces() {
    const frames = [...this.#element.stage.querySelectorAll("[data-surface-id]")];
    this.#session.adoptSurfaces(JSON.stringify(frames.map((frame) => frame.dataset.surfaceId)), this.#now);
  }

  surfacesChanged() {
    this.#session.surfacesChanged(this.#now);
  }

  tick() {
    this.#session.tick(this.#now);
  }

  togglePanel(activity, isOpen) {
    this.#session.togglePanel(activity, isOpen, this.#now);
  }

  /** Starts reading a response; what comes in it is told by `read` and `close`. */
  open(contentType, goesOn) {
    this.#utf8[1] = new Utf8();
    this.#session.open(contentType, goesOn);
  }

  read(chunk) {
    this.#session.read(this.#utf8[1].encode(chunk), this.#now);
  }

  close() {
    this.#session.close(this.#now);
  }

  /** How a broken stream goes on: `{lastId, retry, isRunning, hasNews}`. */
  get resume() {
    return JSON.parse(this.#session.resume());
  }

  /** Channels that the response announced since this was last asked. */
  takeChannels() {
    return JSON.parse(this.#session.takeChannels() || "[]");
  }

  refuseChannel() {
    this.#session.refuseChannel();
  }

  /** What came over a channel: a healing message; anything else has no business there. */
  channelEvent(text, id) {
    this.#session.channelEvent(text, id, this.#now);
  }

  /** The surfaces that came in activities, as JSON text. */
  get activitySurfaces() {
    return this.#session.activitySurfaces();
  }

  /** The page's words or language changed. */
  reword() {
    this.#session.reword(this.#now);
  }

  /** The sessions that wait for somebody. */
  get liveSessions() {
    return JSON.parse(this.#session.liveSessions());
  }

  heal(session, request, patch, reason) {
    return JSON.parse(this.#session.heal(session, request, patch, reason, this.#now));
  }

  tellDesk(what, session, request) {
    this.#session.tellDesk(what, session, request, this.#now);
  }

  /** How an answer gets to the agent: `{input, until?}` of a run or the `{frame}` for a socket; nothing if only the host can bring it there. */
  wayBack(session, request, response, hasSocket) {
    const way = this.#session.wayBack(session, request, JSON.stringify(response), hasSocket);
    return way && JSON.parse(way);
  }

  get healing() {
    return JSON.parse(this.#session.healing());
  }

  get state() {
    return this.#session.state();
  }

  get agentState() {
    return JSON.parse(this.#session.agentState());
  }

  get nextDeadline() {
    return this.#session.nextDeadline(this.#now);
  }

  /** What hosts have to hear since this was last asked. */
  takeNews() {
    this.#hear();
    return this.#news.splice(0);
  }

  reset() {
    this.issues = [];
    this.#session.reset(this.#now);
  }

  #hear() {
    const text = this.#session.takeNews();
    const news = text ? JSON.parse(text) : [];
    for (const { event, detail } of news) {
      if (event === "a2ui-issue" && this.issues.length < MAX_ISSUES) this.issues.push(detail);
    }
    this.#news.push(...news);
    return news;
  }

  get #now() {
    return this.#element.clock.now();
  }
}

/** More issues than this tell nobody anything new. */
const MAX_ISSUES = 1000;

/** The input of the run that takes a message to the agent. */
export const runInput = (message, metadata, itemPath) => ({
  forwardedProps: JSON.parse(forwardedProps(JSON.stringify(message), itemPath, JSON.stringify(metadata ?? {}))),
});

/** The context entry that tells an agent of a catalog document. */
export const catalogEntry = (catalog) => JSON.parse(announcement(JSON.stringify(catalog)));

/** What the session asks of the page: the counterpart of `Host` in src/status/host.rs. */
class Host {
  /** The issues that steps caused; the easel tells them too. */
  caused = [];
  #element;
  #outlined;
  #pictures = new Map();

  constructor(element) {
    this.#element = element;
  }

  get #easel() {
    return this.#element.easel;
  }

  applySteps(steps, now) {
    this.caused.push(...JSON.parse(this.#easel.applySteps(steps, now)));
  }

  preview(partial, growing, now) {
    this.#easel.preview(partial, growing, now);
  }

  facts(surface) {
    return this.#easel.facts(surface);
  }

  spelling(surface) {
    return this.#easel.spelling(surface);
  }

  dataModel(surface) {
    return this.#easel.dataModel(surface);
  }

  issuesOf(surface) {
    return this.#easel.issuesOf(surface);
  }

  place(surface, place) {
    this.#easel.place(surface, place);
  }

  word(key) {
    const words = this.#element.words();
    return Object.hasOwn(words, key) ? String(words[key]) : undefined;
  }

  number(number) {
    return this.#element.intl().of("NumberFormat").format(number);
  }

  toggled(activity, isOpen) {
    this.#element.later((conversation) => conversation.togglePanel(activity, isOpen));
  }

  answer(session, request, patch, reason) {
    this.#element.later((conversation) => conversation.heal(session, request, patch, reason));
  }

  outline(surface, component) {
    this.#outlined?.removeAttribute("data-outlined");
    const frame = `[data-surface-id="${CSS.escape(surface)}"]`;
    this.#outlined = component && this.#element.stage.querySelector(`${frame} [data-component-id="${CSS.escape(component)}"]`);
    this.#outlined?.setAttribute("data-outlined", "");
    this.#outlined?.scrollIntoView({ block: "nearest" });
  }

  copy(text) {
    navigator.clipboard?.writeText(text).catch(console.error);
  }

  /** At most once a frame each, however fast somebody types. */
  picture(place, messages) {
    if (this.#pictures.size === 0) {
      requestAnimationFrame(() => {
        const due = [...this.#pictures];
        this.#pictures.clear();
        for (const [where, what] of due) this.#element.picture(where, what);
      });
    }
    this.#pictures.set(place, messages);
  }
}

const number = (value) => (value === undefined || value === null ? Number.NaN : Number(value));

/** Chunks of text as bytes. A half character at the end of one belongs to the next. */
class Utf8 {
  #half = "";

  encode(chunk) {
    if (typeof chunk !== "string") return chunk;
    const text = this.#half + chunk;
    [this.#half] = /[\ud800-\udbff]?$/.exec(text);
    return new TextEncoder().encode(text.slice(0, text.length - this.#half.length));
  }
}
