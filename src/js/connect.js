// Sources that a host attaches: an agent object, an address, a stream of bytes. Each is a link: `send` takes a message for
// the agent, `heal` an answer to its request, `close` ends it.
import { catalogEntry, runInput } from "./conversation.js";

/** Opens a link. `element` is `{clock, converse(work)}`. */
export function open(source, options, element) {
  if (typeof source?.getReader === "function") return new StreamLink(source, options, element);
  if (typeof source?.subscribe === "function") return new AgentLink(source, options, element);
  return new AddressLink(source, options, element);
}

/** What all links share: one run at a time, the next ones wait in order. */
class Link {
  #runs = [];
  #isRunning = false;
  #later = [];

  constructor(element, { catalog } = {}) {
    this.element = element;
    this.isOpen = true;
    /** What every run's context begins with. */
    this.context = catalog ? [catalogEntry(catalog)] : [];
  }

  /** Takes a message for the agent: an action starts a run, anything else rides with the next one. */
  send(message, metadata, isAction) {
    // The metadata of the action that takes the rest along are enough.
    const input = runInput(message, isAction ? metadata : undefined);
    if (!isAction) {
      this.#later.push(...(input.forwardedProps.a2uiMessages ?? []));
      return;
    }
    const key = `${message.action?.sourceComponentId ?? message.userAction?.sourceComponentId} ${message.action?.surfaceId ?? message.userAction?.surfaceId}`;
    // Pressing again what is under way is no second wish.
    if (this.#runs.some((run) => run.key === key)) return;
    this.#queue({ key, input });
  }

  /** Takes an answer to a healing request. */
  heal({ session, id, response }) {
    this.element.converse((conversation) => {
      const input = conversation.wayBack(session, id, response);
      if (!input) return;
      const ended = (isSent) => this.element.converse((later) => later.tellDesk(isSent ? "run-ended" : "not-sent", session, id));
      this.#queue({ input, ended });
    });
  }

  close() {
    this.isOpen = false;
    this.#runs = [];
  }

  #queue(run) {
    this.#runs.push(run);
    if (!this.#isRunning) this.#goOn();
  }

  async #goOn() {
    this.#isRunning = true;
    while (this.isOpen && this.#runs.length > 0) {
      const { input, ended } = this.#runs[0];
      if (this.#later.length > 0) input.forwardedProps = { ...input.forwardedProps, a2uiMessages: this.#later.splice(0) };
      if (this.context.length > 0) input.context = [...this.context];
      const isSent = await this.run(input).then(() => true, () => false);
      this.#runs.shift();
      ended?.(isSent);
    }
    this.#isRunning = false;
  }
}

/** An agent of `@ag-ui/client`: we see every event before it does, and act through its own runs. */
class AgentLink extends Link {
  #agent;
  #subscription;
  /** Whether a run began of which no end was told. */
  #isUnderWay = false;
  #idle = [];

  constructor(agent, options, element) {
    super(element, options);
    this.#agent = agent;
    const { messages } = agent;
    if (messages?.length > 0) this.#hear({ type: "MESSAGES_SNAPSHOT", messages });
    this.#subscription = agent.subscribe({
      onEvent: ({ event }) => {
        if (event.type === "RUN_STARTED") this.#isUnderWay = true;
        if (event.type === "RUN_FINISHED" || event.type === "RUN_ERROR") this.#isUnderWay = false;
        this.#hear(event);
      },
      onRunFailed: ({ error }) => this.#ended(error),
      onRunFinalized: () => {
        this.#ended();
        // The agent counts as running until its subscribers have heard of the end.
        setTimeout(() => this.#idle.splice(0).forEach((go) => go()));
      },
    });
  }

  async run(input) {
    while (this.isOpen && this.#agent.isRunning) await new Promise((go) => this.#idle.push(go));
    if (!this.isOpen) throw new Error("closed");
    await this.#agent.runAgent(input);
  }

  close() {
    super.close();
    this.#subscription.unsubscribe();
    this.#idle.splice(0).forEach((go) => go());
  }

  #hear(event) {
    const text = JSON.stringify(event);
    this.element.converse((conversation) => conversation.event(text));
  }

  #ended(error) {
    if (!this.#isUnderWay) return;
    this.#isUnderWay = false;
    const kind = !error ? "closed" : error.name === "AbortError" || error.code === "abort" ? "cancelled" : "failed";
    this.element.converse((conversation) => conversation.endRun(kind, error?.message, error?.code));
  }
}

/** A broken stream is asked for again this often, each time after a longer pause. */
const ATTEMPTS = 4;

/** An address that answers a POST of a run's input with server-sent events or JSON lines. */
class AddressLink extends Link {
  #address;
  #options;
  #abort = new AbortController();
  #thread;

  constructor(address, options, element) {
    super(element, options);
    this.#address = address;
    this.#options = options;
    this.#thread = options.input?.threadId ?? crypto.randomUUID();
    this.run({}).catch(() => {});
  }

  close() {
    super.close();
    this.#abort.abort();
  }

  async run(input) {
    const { headers, input: given } = this.#options;
    const context = [...this.context, ...(given?.context ?? [])];
    const body = JSON.stringify({ state: {}, messages: [], tools: [], ...given, context, forwardedProps: { ...given?.forwardedProps, ...input.forwardedProps }, ...(input.resume && { resume: input.resume }), threadId: this.#thread, runId: crypto.randomUUID() });
    for (let attempt = 0, lastId; ; attempt += 1) {
      const resume = lastId === undefined ? {} : { "Last-Event-ID": lastId };
      try {
        const response = await fetch(this.#address, {
          method: "POST",
          headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/x-ndjson", ...headers, ...resume },
          body,
          signal: this.#abort.signal,
        });
        if (!response.ok) return this.#fail(`${response.status} ${await response.text()}`.slice(0, 2000), String(response.status));
        await pump(response.body, response.headers.get("Content-Type") ?? undefined, attempt > 0, this.element);
        this.element.converse((conversation) => conversation.endRun("closed"));
        return undefined;
      } catch (error) {
        if (!this.isOpen) {
          this.element.converse((conversation) => conversation.endRun("cancelled"));
          throw error;
        }
        lastId = await new Promise((tell) => this.element.converse((conversation) => tell(conversation.lastEventId)));
        if (lastId === undefined || attempt + 1 >= ATTEMPTS) return this.#fail(error.message);
        await new Promise((go) => this.element.clock.setTimeout(go, 500 * 2 ** attempt));
      }
    }
  }

  #fail(message, code) {
    this.element.converse((conversation) => conversation.endRun("failed", message, code));
    throw new Error(message);
  }
}

/** A stream of bytes that somebody else opened: there is no way back. */
class StreamLink {
  #reader;

  constructor(stream, options, element) {
    this.#reader = stream.getReader();
    pump(this.#reader, options.contentType, false, element).then(
      () => element.converse((conversation) => conversation.endRun("closed")),
      (error) => element.converse((conversation) => conversation.endRun("failed", String(error?.message ?? error))),
    );
  }

  send() {}

  heal() {}

  close() {
    this.#reader.cancel().catch(() => {});
  }
}

/** Reads a body to its end, chunk by chunk. */
async function pump(body, contentType, goesOn, { converse }) {
  const reader = body.getReader?.() ?? body;
  converse((conversation) => conversation.open(contentType, goesOn));
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
    converse((conversation) => conversation.read(bytes));
  }
  converse((conversation) => conversation.close());
}
