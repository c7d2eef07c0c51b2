// Checks at every drawn frame that something is not so.
(() => {
  const runner = globalThis.caseRunner;

  /** Starts watching; `from` and `to` are moments: "start", "first_paint", "end" or a step such as "message 2". */
  function watchNever(facts, from, to) {
    const watched = { on: from === "start", frames: 0, violations: [] };
    const stop = runner.frames.onDrawn(() => {
      if (from === "first_paint" && !watched.on && !watched.over) {
        watched.on = runner.easels().some((easel) => runner.tree.paints(easel));
      }
      if (!watched.on || watched.over) return;
      watched.frames += 1;
      for (const fact of facts) {
        if (holds(fact)) watched.violations.push(`${JSON.stringify(fact)} held in frame ${watched.frames}; seen: ${JSON.stringify(runner.tree.text(document.body)).slice(0, 200)}`);
      }
      if (watched.violations.length > 0) stop();
    });
    runner.watched.push({ watched, from, to });
    return runner.watched.length - 1;
  }

  function holds(fact) {
    try {
      return runner.facts[fact.kind](fact) === undefined;
    } catch (error) {
      // A target that is not there makes no statement about it true.
      if (error.message.startsWith("there is no ")) return false;
      throw error;
    }
  }

  Object.assign(runner, {
    watched: [],
    watchNever,
    /** Tells the watchers that a moment has come. */
    moment(name) {
      for (const { watched, from, to } of runner.watched) {
        if (from === name) watched.on = true;
        if (to === name) watched.over = true;
      }
    },
  });
})();
