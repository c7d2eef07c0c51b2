// The host's side: how messages, events and chunks are handed to the element, and what a host does with it.
(() => {
  const runner = globalThis.caseRunner;
  let given;
  const byId = new Map();
  const conversation = [];

  /** Makes `target` equal to `source` without giving it, or what is inside of it, a new identity. */
  function become(target, source) {
    for (const key of Object.keys(target)) if (!Object.hasOwn(source, key)) delete target[key];
    if (Array.isArray(target)) target.length = source.length;
    for (const [key, value] of Object.entries(source)) {
      const old = target[key];
      const both = typeof old === "object" && old && typeof value === "object" && value && Array.isArray(old) === Array.isArray(value);
      if (both) become(old, value);
      else target[key] = value;
    }
    return target;
  }

  function sameObject(event) {
    const known = byId.get(event.messageId);
    if (known) return become(known, event);
    byId.set(event.messageId, event);
    return event;
  }

  const { port1, port2 } = new MessageChannel();

  /** Does something with each of a list, each time in a task of its own. */
  async function each(list, work) {
    for (const [index, item] of list.entries()) {
      if (index > 0) {
        await new Promise((resolve) => {
          port2.onmessage = resolve;
          port1.postMessage(null);
        });
      }
      work(item);
    }
  }

  const feed = {
    messages(message, mutates) {
      if (!mutates) return void runner.subject.send(message);
      conversation.push(message);
      runner.subject.messages = conversation;
    },
    events(event, mutates) {
      runner.subject.applyEvent(mutates ? sameObject(event) : event);
    },
  };

  /** Waits until the package is loaded: another element paints something, and goes. */
  async function warmUp() {
    const easel = document.body.appendChild(document.createElement("a2ui-easel"));
    easel.send([
      { version: "v0.9", createSurface: { surfaceId: "warm-up", catalogId: "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json" } },
      { version: "v0.9", updateComponents: { surfaceId: "warm-up", components: [{ id: "root", component: "Text", text: "Ready" }] } },
    ]);
    const end = runner.clock.native.now() + 10_000;
    while (!runner.tree.text(easel).includes("Ready") && runner.clock.native.now() < end) await runner.frames.settle();
    easel.remove();
  }

  Object.assign(runner, {
    async start(settings) {
      await warmUp();
      runner.subject = document.querySelector("a2ui-easel");
      if (Object.keys(settings.recovery).length > 0) runner.subject.recovery = settings.recovery;
      if (settings.mapsKey) runner.subject.setAttribute("maps-key", settings.mapsKey);
      runner.watch(runner.subject);
    },
    /** Takes what will be fed next, so that reading it is no part of what is measured. */
    take(texts) {
      given = texts.map((text) => JSON.parse(text));
    },
    feed: (channel, mutates) => each(given, (item) => feed[channel](item, mutates)),
    /** Writes chunks and ends the stream. */
    async write(chunks) {
      await each(chunks, (chunk) => runner.subject.write(typeof chunk === "string" ? chunk : new Uint8Array(chunk)));
      runner.subject.end();
    },
    actions: {
      import_again: () => import("/dist/index.js"),
      import_copy_from_other_url: () => import("/copy/index.js"),
      async remount() {
        const easel = runner.subject;
        const { parentNode, nextSibling } = easel;
        easel.remove();
        await runner.frames.settle();
        parentNode.insertBefore(easel, nextSibling);
      },
      detach: () => runner.subject.remove(),
      attach_elsewhere() {
        const place = document.createElement("section");
        document.body.append(place);
        place.append(runner.subject);
      },
    },
  });
})();
