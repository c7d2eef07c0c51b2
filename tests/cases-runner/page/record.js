// Keeps what the page and the element do: messages that go out, calls to the page's own functions, long tasks.
(() => {
  const runner = globalThis.caseRunner;
  const outgoing = [];
  const issues = [];
  const calls = [];

  const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

  /** Records what an element sends and finds, wherever in the page or out of it the element is. */
  function watch(easel) {
    // This event carries every message for the agent, actions included.
    easel.addEventListener("a2ui-message", ({ detail, metadata }) => outgoing.push({ message: copy(detail), metadata: copy(metadata) }));
    easel.addEventListener("a2ui-issue", ({ detail }) => issues.push(copy(detail)));
  }

  const INTERRUPTING = new Set(["alert", "confirm", "print", "prompt"]);

  /** Records the calls of a function of the page, given as `alert` or `navigator.clipboard.writeText`. */
  function spy(path) {
    const names = path.replace(/^window\./, "").split(".");
    const name = names.pop();
    const owner = names.reduce((value, key) => value?.[key], globalThis);
    const original = owner?.[name];
    if (typeof original !== "function") return;
    owner[name] = function (...args) {
      calls.push({ fn: path, args: args.map(String) });
      return INTERRUPTING.has(name) ? undefined : original.apply(this, args);
    };
  }

  /** Records that a page is opened. A script address does what it does in a browser: it runs. */
  function opened(args, opener) {
    calls.push({ fn: "open", args: args.filter((value) => value !== undefined).map(String), opener });
    const script = /^[\s\x00-\x1f]*javascript:(.*)/is.exec(String(args[0]).replace(/[\t\r\n]/g, ""));
    if (script) (0, eval)(decodeURIComponent(script[1]));
  }

  globalThis.open = (url, target, features) => {
    opened([url, target, features], !/noopener|noreferrer/.test(features ?? ""));
    return null;
  };

  // A link that opens another page is the other way to call open; it is recorded and does not leave this page.
  addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node.localName === "a" && node.href);
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    const opener = link.target === "_blank" ? link.relList.contains("opener") : !/noopener|noreferrer/.test(link.rel);
    opened([link.href, link.target], opener);
  });

  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: "longtask" });

  /** Runs `work`'s longest task, in ms, of those that began since `start` (of `clock.native.now`). */
  async function longestSince(start) {
    // The browser delivers an entry in a task after the long one.
    await new Promise((resolve) => runner.clock.native.setTimeout(resolve, 20));
    tasks.push(...observer.takeRecords());
    return Math.max(0, ...tasks.filter((task) => task.startTime >= start - 1).map((task) => task.duration));
  }

  Object.assign(runner, { outgoing, issues, calls, watch, spy, longestSince });
})();
