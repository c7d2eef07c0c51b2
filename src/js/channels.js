// The channels of healing sessions: a socket or a stream of events besides the runs, announced by the server. Their addresses
// hold tokens: nothing of them is told to anybody.

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
/** A socket that breaks is opened again this often, each time after a longer pause. */
const ATTEMPTS = 4;
const PAUSE = 500;
/** Types that servers may also name as the event's. */
const NAMES = ["message", "healing", "channels", ...["request", "response", "applied", "timeout", "rejected"].map((what) => `interactive_healing_${what}`)];

/** The channels of one address. `origins` may be spoken to besides the address's own; `element` is `{clock, converse(work)}`. */
export class Channels {
  #origins;
  #element;
  /** By session: `{ws?, sse?, socket?, events?}`; the empty one is that of any session without its own. */
  #known = new Map();
  #isOpen = true;

  constructor(origins, element) {
    this.#origins = origins;
    this.#element = element;
  }

  /** Remembers where a session can be reached. `base` is the address of the response that tells. */
  announce({ sessionId = "", ws, sse }, base) {
    const known = this.#known.get(sessionId) ?? {};
    for (const [kind, address] of Object.entries({ ws, sse })) {
      if (typeof address !== "string") continue;
      const url = this.#allowed(address, base, kind);
      if (url) known[kind] = url;
      else this.#element.converse((conversation) => conversation.refuseChannel());
    }
    this.#known.set(String(sessionId), known);
  }

  hasSocket(session) {
    return this.#of(session)?.ws !== undefined;
  }

  /** Sends one text frame; rejects if it cannot leave. */
  async send(session, frame) {
    const socket = await this.#socket(session);
    socket.send(JSON.stringify(frame));
  }

  /** Listens to these sessions, unless the run's own stream still tells what happens; all others are closed. */
  keep(sessions, isToldOtherwise) {
    const kept = new Set(sessions.map((session) => this.#of(session)));
    for (const channel of this.#known.values()) if (!kept.has(channel)) hangUp(channel);
    if (isToldOtherwise || !this.#isOpen) return;
    for (const session of sessions) {
      const channel = this.#of(session);
      if (channel?.ws) this.#socket(session).catch(() => {});
      else if (channel?.sse) this.#listen(channel);
    }
  }

  close() {
    this.#isOpen = false;
    for (const channel of this.#known.values()) hangUp(channel);
  }

  #of(session) {
    return this.#known.get(session) ?? this.#known.get("");
  }

  /** The address in full if it may be opened: our own origin or a listed one, and secure unless it is this machine. */
  #allowed(address, base, kind) {
    if (!URL.canParse(address, base)) return undefined;
    const url = new URL(address, base);
    const isSecure = url.protocol === "https:" || url.protocol === "wss:";
    const isPlain = url.protocol === "http:" || url.protocol === "ws:";
    if (!(isSecure || (isPlain && LOOPBACK.test(url.hostname)))) return undefined;
    const web = `${isSecure ? "https:" : "http:"}//${url.host}`;
    const listed = [new URL(base).origin, ...this.#origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).origin)];
    if (!listed.includes(web)) return undefined;
    const scheme = kind === "ws" ? (isSecure ? "wss:" : "ws:") : isSecure ? "https:" : "http:";
    return `${scheme}//${url.host}${url.pathname}${url.search}`;
  }

  /** The open socket of a session. */
  #socket(session) {
    const channel = this.#of(session);
    if (!this.#isOpen || !channel?.ws) return Promise.reject(new Error("no socket"));
    channel.socket ??= this.#dial(channel).catch((error) => {
      channel.socket = undefined;
      throw error;
    });
    return channel.socket;
  }

  async #dial(channel) {
    for (let attempt = 0; ; attempt += 1) {
      const socket = new WebSocket(channel.ws);
      channel.live = socket;
      const isOpen = await new Promise((tell) => {
        socket.onopen = () => tell(true);
        socket.onerror = socket.onclose = () => tell(false);
      });
      if (isOpen) {
        socket.onerror = null;
        socket.onclose = () => this.#lost(channel, socket);
        socket.onmessage = ({ data }) => this.#hear(data);
        return socket;
      }
      if (attempt >= ATTEMPTS || channel.live !== socket) throw new Error("the socket cannot be opened");
      await new Promise((go) => this.#element.clock.setTimeout(go, PAUSE * 2 ** attempt));
      if (channel.live !== socket) throw new Error("closed");
    }
  }

  /** The other side hung up while somebody waits: once more. */
  #lost(channel, socket) {
    if (channel.live !== socket) return;
    channel.socket = undefined;
    this.#element.converse((conversation) => {
      const session = conversation.liveSessions.find((live) => this.#of(live) === channel);
      if (session !== undefined) this.#element.clock.setTimeout(() => void this.#socket(session).catch(() => {}), PAUSE);
    });
  }

  #listen(channel) {
    if (channel.events) return;
    // It comes back by itself, and says after which event.
    channel.events = new EventSource(channel.sse);
    for (const name of NAMES) channel.events.addEventListener(name, ({ data, lastEventId }) => this.#hear(data, lastEventId || undefined));
  }

  #hear(text, id) {
    if (typeof text !== "string" || !this.#isOpen) return;
    this.#element.converse((conversation) => conversation.channelEvent(text, id));
  }
}

function hangUp(channel) {
  const { live, events } = channel;
  Object.assign(channel, { live: undefined, socket: undefined, events: undefined });
  live?.close();
  events?.close();
}
