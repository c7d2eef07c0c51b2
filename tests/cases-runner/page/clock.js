// Time in the page under the runner's control: it flows as usual, and `clock.advance(ms)` makes it jump, firing on
// the way every timer that comes due, in order. Loaded before anything else, so that nobody keeps the real functions.
(() => {
  const native = {
    setTimeout: setTimeout.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    now: performance.now.bind(performance),
    Date,
  };
  let ahead = 0;
  const now = () => native.now() + ahead;
  const timers = new Map();
  let lastId = 0;

  function schedule(timer) {
    native.clearTimeout(timer.native);
    timer.native = native.setTimeout(() => fire(timer), Math.max(0, timer.due - now()));
  }

  function fire(timer) {
    if (!timers.has(timer.id)) return;
    if (timer.every === undefined) {
      timers.delete(timer.id);
      native.clearTimeout(timer.native);
    } else {
      timer.due = Math.max(timer.due + Math.max(1, timer.every), now());
      schedule(timer);
    }
    timer.run();
  }

  function start(callback, delay, rest, every) {
    const id = ++lastId;
    // A string would be compiled; pages under a strict policy have none, so it does nothing here.
    const run = () => typeof callback === "function" && callback(...rest);
    const timer = { id, run, every, due: now() + (Number(delay) || 0) };
    timers.set(id, timer);
    schedule(timer);
    return id;
  }

  function stop(id) {
    const timer = timers.get(id);
    if (!timer) return;
    native.clearTimeout(timer.native);
    timers.delete(id);
  }

  globalThis.setTimeout = (callback, delay, ...rest) => start(callback, delay, rest);
  globalThis.setInterval = (callback, delay, ...rest) => start(callback, delay, rest, Number(delay) || 0);
  globalThis.clearTimeout = stop;
  globalThis.clearInterval = stop;
  performance.now = now;
  globalThis.Date = class extends native.Date {
    constructor(...parts) {
      if (parts.length > 0) super(...parts);
      else super(native.Date.now() + ahead);
    }
    static now() {
      return native.Date.now() + Math.round(ahead);
    }
  };

  /** A task of its own: promises and messages that are under way get their turn. */
  const turn = () => new Promise((resolve) => native.setTimeout(resolve, 0));

  async function advance(ms) {
    const target = now() + ms;
    for (;;) {
      const next = [...timers.values()].sort((a, b) => a.due - b.due || a.id - b.id)[0];
      if (!next || next.due > target) break;
      ahead += Math.max(0, next.due - now());
      fire(next);
      await turn();
    }
    ahead += Math.max(0, target - now());
    for (const timer of timers.values()) schedule(timer);
    await turn();
  }

  globalThis.caseRunner = { clock: { advance, native } };
})();
