// Sources that a host attaches: an agent object, an address, a stream of bytes. Each is a link: `send` takes a message for
// the agent, `heal` an answer to its request, `close` ends it.
import { Channels } from "./channels.js";
import { catalogEntry, runInput } from "./conversation.js";
import { isAgent } from "./overhear.js";

/** What links are made with has to be there before. */
export { started } from "./conversation.js";

/** Opens a link. `element` is `{clock, converse(work), busy(surface, isBusy), early}`; the last is an agent as we overhear it. */
export function open(source, options, element) {
  if (isAgent(source)) return new AgentLink(source, options, element);
  if (typeof source?.getReader === "function") return new StreamLink(source, options, element);
  if (typeof source === "string" || source instanceof URL) return new AddressLink(source, options, element);
  element.converse((conversation) => conversation.endRun("failed", "The source is neither an agent nor an address nor a stream."));
  return new Link(element);
}

/** What all links share: one run at a time, the next ones wait in order. */
class Link {
  #runs = [];
  #isRunning = false;
  #later = [];
  /** Whether a run that is under way ends when nobody listens any more. */
  endsRuns = true;

  constructor(element, { catalog } = {}) {
    this.element = element;
    this.isOpen = true;
    /** What every run's context begins with. */
    this.context = catalog ? [catalogEntry(catalog)] : [];
  }

  /** Takes a run to the agent: a link to nothing does not. */
  async run() {
    throw new Error("no source");
  }

  /** Takes a message for the agent: an action starts a run, anything else rides with the next one. */
  send(message, metadata, isAction, itemPath) {
    // The metadata of the action that takes the rest along are enough.
    const input = runInput(message, isAction ? metadata : undefined, itemPath);
    if (!isAction) {
      this.#later.push(...(input.forwardedProps.a2uiMessages ?? []));
      return;
    }
    const { surfaceId, sourceComponentId } = message.action ?? message.userAction ?? {};
    const key = JSON.stringify([surfaceId, sourceComponentId, itemPath]);
    // Pressing again what is under way is no second wish.
    if (!this.#runs.some((run) => run.key === key)) this.queue({ key, input, surfaceId });
  }

  /** Takes an answer to a healing request. */
  heal({ session, id, response }) {
    this.element.converse((conversation) => {
      const way = conversation.wayBack(session, id, response, this.hasSocket(session));
      const tell = (what) => this.element.converse((later) => later.tellDesk(what, session, id));
      if (!way) tell("no-way-back");
      else if (way.frame) this.sendFrame(session, way.frame).then(() => tell("sent"), () => tell("send-failed"));
      else this.queue({ input: way.input, until: way.until ?? Infinity, began: () => tell("sent"), ended: (isSent) => tell(isSent ? "run-ended" : "send-failed") });
    });
  }

  /** A request for a correction came, or is over. */
  healingChanged() {}

  hasSocket() {
    return false;
  }

  close() {
    this.isOpen = false;
    const [underWay, ...waiting] = this.#runs;
    for (const { surfaceId } of this.#runs.splice(0)) this.#mark(surfaceId);
    // Ours hears of it by itself; an agent may go on for somebody else, or for ever.
    if (!this.endsRuns) underWay?.ended?.(true);
    for (const { ended } of waiting) ended?.(false);
  }

  /** Whether an answer may still leave. */
  isInTime({ until = Infinity }) {
    return this.isOpen && this.element.clock.now() < until;
  }

  /** One run at a time: this one starts when those before it have ended. */
  queue(run) {
    this.#runs.push(run);
    this.#mark(run.surfaceId);
    if (!this.#isRunning) this.#goOn();
  }

  /** People and assistive technology see that a surface waits for its agent. */
  #mark(surfaceId) {
    if (surfaceId !== undefined) this.element.busy(surfaceId, this.#runs.some((run) => run.surfaceId === surfaceId));
  }

  async #goOn() {
    this.#isRunning = true;
    while (this.isOpen && this.#runs.length > 0) {
      const run = this.#runs[0];
      const begin = () => (run.began?.(), this.#filled(run.input));
      const isSent = await this.run(run, begin).then(() => true, () => false);
      if (this.#runs[0] === run) this.#runs.shift();
      this.#mark(run.surfaceId);
      run.ended?.(isSent);
    }
    this.#isRunning = false;
  }

  /** The input of a run that starts now. */
  #filled(input) {
    const filled = { ...input };
    if (this.#later.length > 0) filled.forwardedProps = { ...input.forwardedProps, a2uiMessages: this.#later.splice(0) };
    if (this.context.length > 0) filled.context = [...this.context];
    return filled;
  }
}

/** What stands in an agent's messages, as an event. */
const snapshot = (messages) => JSON.stringify({ type: "MESSAGES_SNAPSHOT", messages });

/** How often we look whether an agent is free, should it not tell. */
const LOOK_AGAIN = 1000;

/** An agent of `@ag-ui/client`: we see every event before it does, and act through its own runs. */
class AgentLink extends Link {
  #agent;
  #subscription;
  /** Whether a run began of which no end was told. */
  #isUnderWay;
  #idle = [];
  /** How many runs have failed and told so. */
  #failures = 0;

  constructor(agent, options, element) {
    super(element, options);
    this.endsRuns = false;
    this.#agent = agent;
    const { early } = element;
    this.#subscription = early;
    this.#isUnderWay = early.isRunning;
    if (early.messages.length > 0) {
      this.#hear(snapshot(early.messages));
      // Nobody goes on with what was left unfinished.
      if (!early.isRunning && !(agent.pendingInterrupts?.length > 0)) this.#ended();
    }
    early.listen({
      onEvent: ({ text, type }) => {
        if (type === "RUN_STARTED") this.#isUnderWay = true;
        if (type === "RUN_FINISHED" || type === "RUN_ERROR") this.#isUnderWay = false;
        this.#hear(text);
      },
      // The agent may throw whatever a host aborted it with.
      onRunFailed: ({ error }) => {
        this.#failures += 1;
        this.#ended(error ?? "failed");
      },
      onRunFinalized: () => {
        if (this.#isUnderWay) this.#ended();
        // The agent counts as running until its subscribers have heard of the end.
        setTimeout(() => this.#idle.splice(0).forEach((go) => go()));
      },
    });
    if (early.isRunning) this.#follow();
  }

  /** A run that began before we came tells us nothing; what it has done so far stands in the messages. */
  #follow(known) {
    if (!this.isOpen) return;
    const text = snapshot(this.#agent.messages ?? []);
    if (text !== known) this.#hear(text);
    if (this.#agent.isRunning) this.element.clock.setTimeout(() => this.#follow(text), LOOK_AGAIN / 4);
    else if (this.#isUnderWay) this.#ended();
  }

  async run(run, input) {
    while (!this.#takes(run)) {
      if (!this.isInTime(run)) throw new Error("closed or too late");
      await new Promise((go) => {
        this.#idle.push(go);
        this.element.clock.setTimeout(go, LOOK_AGAIN);
      });
    }
    if (!this.isInTime(run)) throw new Error("closed or too late");
    const overdue = run.input.resume ? [] : this.#interrupts;
    const resume = overdue.map(({ id }) => ({ interruptId: id, status: "cancelled" }));
    const told = this.#failures;
    try {
      await this.#agent.runAgent({ ...input(), ...(resume.length > 0 && { resume }) });
    } catch (error) {
      // A run that is refused before it begins fails without a word to its subscribers.
      if (this.#failures === told && this.isOpen) this.#ended(error);
      throw error;
    }
  }

  close() {
    super.close();
    this.#subscription.unsubscribe();
    this.#idle.splice(0).forEach((go) => go());
    // We shall not hear of its end.
    if (this.#isUnderWay) this.element.converse((conversation) => conversation.endRun("cancelled"));
  }

  get #interrupts() {
    return this.#agent.pendingInterrupts ?? [];
  }

  /** While interrupts are open only their answers start a run; those that nobody answered in time can be cancelled. */
  #takes({ input }) {
    const isOver = ({ expiresAt }) => expiresAt !== undefined && Date.parse(expiresAt) <= this.element.clock.wall();
    return !this.#agent.isRunning && (input.resume !== undefined || this.#interrupts.every(isOver));
  }

  #hear(text) {
    this.element.converse((conversation) => conversation.event(text));
  }

  #ended(error) {
    this.#isUnderWay = false;
    const isAbort = error?.name === "AbortError" || error?.code === "abort" || (typeof error === "string" && error !== "failed");
    const kind = error === undefined ? "closed" : isAbort ? "cancelled" : "failed";
    this.element.converse((conversation) => conversation.endRun(kind, String(error?.message ?? error ?? ""), error?.code?.toString()));
  }
}

/** A stream is asked for again this often, each time after a longer pause. One that broke after something new may break as often again. */
const ATTEMPTS = 4;
/** The first pause, unless the server names one. */
const PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** An address that answers a POST of a run's input with server-sent events or JSON lines. */
class AddressLink extends Link {
  #address;
  #options;
  #abort = new AbortController();
  #thread;
  #channels;
  #isReading = false;

  constructor(address, options, element) {
    super(element, options);
    this.#address = address;
    this.#options = options;
    this.#thread = options.input?.threadId ?? crypto.randomUUID();
    this.#channels = new Channels(options.channelOrigins ?? [], element);
    this.queue({ input: {} });
  }

  close() {
    super.close();
    this.#abort.abort();
    this.#channels.close();
    if (this.#isReading) this.element.converse((conversation) => conversation.endRun("cancelled"));
    this.#isReading = false;
  }

  hasSocket(session) {
    return this.#channels.hasSocket(session);
  }

  sendFrame(session, frame) {
    return this.#channels.send(session, frame);
  }

  healingChanged() {
    this.element.converse((conversation) => this.#channels.keep(conversation.liveSessions, this.#isReading));
  }

  async run(run, input) {
    if (!this.isInTime(run)) throw new Error("closed or too late");
    const { input: given } = this.#options;
    const { context = [], forwardedProps, resume } = input();
    const body = JSON.stringify({
      state: {},
      messages: [],
      tools: [],
      ...given,
      context: [...context, ...(given?.context ?? [])],
      forwardedProps: { ...given?.forwardedProps, ...forwardedProps },
      ...(resume && { resume }),
      threadId: this.#thread,
      runId: crypto.randomUUID(),
    });
    this.#isReading = true;
    const { message, code } = await this.#read(body);
    if (!this.isOpen) throw new Error("closed");
    this.#isReading = false;
    this.element.converse((conversation) => conversation.endRun(message === undefined ? "closed" : "failed", message, code));
    this.healingChanged();
    if (message !== undefined) throw new Error(message);
  }

  /** Reads one run to its end, over as many connections as it takes. Answers with what went wrong. */
  async #read(body) {
    let lastId;
    for (let attempt = 0; ; attempt += 1) {
      let problem;
      let isBroken = false;
      try {
        const response = await this.#ask(body, lastId);
        const isPage = /^text\/html/i.test(response.headers.get("Content-Type") ?? "");
        if (response.ok && isPage) return { message: "The server answered with a web page, not with events." };
        if (response.ok) {
          const hasMore = await this.#pump(response, lastId !== undefined);
          if (!hasMore) return {};
        } else {
          const words = isPage ? response.statusText : await response.text() ;
          const message = `The server answered with ${response.status}${words ? `: ${words}` : "."}`.slice(0, 2000);
          // A server that is on its way back may say so; nothing else gets better by asking again.
          if (lastId === undefined || response.status < 500) return { message, code: String(response.status) };
          problem = message;
        }
      } catch (error) {
        problem = String(error?.message ?? error);
        isBroken = true;
      }
      if (!this.isOpen) return {};
      const { lastId: newest, retry, hasNews } = await this.#state();
      lastId = newest ?? undefined;
      // A server that ends its answers early does so on purpose: however much it says, it is not asked without end.
      if (isBroken && hasNews) attempt = 0;
      if (lastId === undefined || attempt >= ATTEMPTS) return { message: problem };
      const pause = Math.min((retry ?? PAUSE) * 2 ** attempt, LONGEST_PAUSE);
      await new Promise((go) => this.element.clock.setTimeout(go, pause));
      if (!this.isOpen) return {};
    }
  }

  #ask(body, lastId) {
    const headers = { "Content-Type": "application/json", Accept: "text/event-stream, application/x-ndjson", ...this.#options.headers };
    if (lastId !== undefined) headers["Last-Event-ID"] = lastId;
    return fetch(this.#address, { method: "POST", headers, body, signal: this.#abort.signal });
  }

  /** Answers whether the run is to go on in another response: this one ended first, but said where it was. */
  async #pump(response, goesOn) {
    const announce = (conversation) => conversation.takeChannels().forEach((channel) => this.#channels.announce(channel, response.url));
    const [ws, sse] = ["X-AON-WS", "X-AON-SSE"].map((name) => response.headers.get(name) ?? undefined);
    if (ws || sse) this.#channels.announce({ ws, sse }, response.url);
    await pump(response.body, response.headers.get("Content-Type") ?? undefined, goesOn, this, () => this.element.converse(announce));
    this.element.converse(announce);
    const { lastId, isRunning } = await this.#state();
    return isRunning && lastId !== null;
  }

  #state() {
    return new Promise((tell) => this.element.converse((conversation) => tell(conversation.resume)));
  }
}

/** A stream of bytes that somebody else opened: there is no way back. */
class StreamLink {
  #reader;
  #end;

  constructor(stream, options, element) {
    this.isOpen = true;
    this.element = element;
    this.#end = (...how) => {
      if (!this.isOpen) return;
      this.isOpen = false;
      element.converse((conversation) => conversation.endRun(...how));
    };
    this.#read(stream, options).then(
      () => this.#end("closed"),
      (error) => this.#end("failed", String(error?.message ?? error)),
    );
  }

  async #read(stream, { contentType }) {
    // Somebody else may have one.
    this.#reader = stream.getReader();
    await pump(this.#reader, contentType, false, this);
  }

  send() {}

  heal({ session, id }) {
    this.element.converse((conversation) => conversation.tellDesk("no-way-back", session, id));
  }

  healingChanged() {}

  close() {
    this.#end("cancelled");
    this.#reader?.cancel().catch(() => {});
  }
}

/** Reads a body to its end, chunk by chunk, as long as the link is open. */
async function pump(body, contentType, goesOn, link, taken) {
  const converse = (work) => link.isOpen && link.element.converse(work);
  const reader = body?.getReader?.() ?? body;
  converse((conversation) => conversation.open(contentType, goesOn));
  // An answer without a body is an empty one.
  while (reader) {
    const { value, done } = await reader.read();
    if (done || !link.isOpen) break;
    const chunk = plain(value);
    converse((conversation) => conversation.read(chunk));
    taken?.();
  }
  converse((conversation) => conversation.close());
}

/** A chunk as bytes or text. Streams of somebody's own may carry text, or the events themselves. */
function plain(chunk) {
  if (chunk instanceof Uint8Array || typeof chunk === "string") return chunk;
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  if (typeof chunk !== "object" || chunk === null) throw new TypeError("A chunk of the stream is neither bytes nor text nor an event.");
  return `${JSON.stringify(chunk)}\n`;
}
