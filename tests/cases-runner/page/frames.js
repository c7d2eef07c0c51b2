// Hooks into the page's frames: `frames.onDrawn(f)` runs f at the end of every frame's scripts, just before the
// browser draws it, and `frames.settle()` waits until nothing changes any more.
(() => {
  const request = requestAnimationFrame.bind(globalThis);
  let queue = new Map();
  let lastId = 0;
  let asked = false;
  const drawn = new Set();

  function ask() {
    if (asked) return;
    asked = true;
    request(frame);
  }

  function frame(time) {
    asked = false;
    const callbacks = queue;
    queue = new Map();
    for (const [id, callback] of callbacks) {
      if (!callbacks.has(id)) continue;
      try {
        callback(time);
      } catch (error) {
        reportError(error);
      }
    }
    // Microtasks of the callbacks come first; the frame is still not drawn then.
    queueMicrotask(() => drawn.forEach((f) => f()));
    if (drawn.size > 0) ask();
  }

  globalThis.requestAnimationFrame = (callback) => {
    const id = ++lastId;
    queue.set(id, callback);
    ask();
    return id;
  };
  globalThis.cancelAnimationFrame = (id) => queue.delete(id);

  const nextFrame = () => new Promise((resolve) => request(resolve));
  const roots = new WeakSet();
  let lastChange = 0;
  const observer = new MutationObserver(() => (lastChange = frameCount));
  let frameCount = 0;

  function watch(root) {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }

  /** Waits for two frames in a row without a change to the page or to a shadow tree in it. */
  async function settle() {
    watch(document);
    lastChange = frameCount;
    const end = frameCount + 120;
    do {
      // Only a change can bring a new shadow tree.
      if (lastChange >= frameCount - 1) for (const root of globalThis.caseRunner.shadowRoots()) watch(root);
      await nextFrame();
      frameCount += 1;
    } while (frameCount < lastChange + 2 && frameCount < end);
  }

  globalThis.caseRunner.frames = {
    settle,
    onDrawn(f) {
      drawn.add(f);
      ask();
      return () => drawn.delete(f);
    },
  };
})();
