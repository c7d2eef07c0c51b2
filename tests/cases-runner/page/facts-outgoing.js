// Facts about what leaves the element: messages to the agent, reports to the host, calls of the page's functions.
(() => {
  const runner = globalThis.caseRunner;
  const { match } = runner;

  const messages = () => runner.outgoing.map(({ message }) => message);

  function emitted(fact) {
    return messages().filter((message) => {
      if (fact.message !== undefined && !match.includes(message, fact.message)) return false;
      return fact.message_contains === undefined || JSON.stringify(message).includes(fact.message_contains);
    });
  }

  const sent = () => `; sent: ${match.show(messages())}`;

  const what = (fact) => `message with ${match.show(fact.message)}${fact.message_contains ? ` and ${match.show(fact.message_contains)}` : ""}`;

  const at = (value, path) => path.split(/[./]/).filter(Boolean).reduce((inner, key) => inner?.[key], value);

  /** Errors as the host and as the agent hear of them; both may tell of the same one. */
  function errors(fact) {
    const fits = (report, text) =>
      (fact.about === undefined || text.toLowerCase().includes(String(fact.about).toLowerCase())) &&
      (fact.componentId === undefined || report.componentId === fact.componentId || text.includes(JSON.stringify(fact.componentId)) || text.includes(fact.componentId)) &&
      (fact.surfaceId === undefined || report.surfaceId === fact.surfaceId) &&
      (fact.code === undefined || report.code === fact.code);
    const known = runner.easels().flatMap((easel) => [...easel.issues]).concat(runner.issues.flat());
    const host = known.filter((issue) => issue.severity === "error");
    const agent = messages().map((message) => message?.error).filter(Boolean);
    const unique = (reports) => [...new Map(reports.map((report) => [JSON.stringify(report), report])).entries()];
    const fitting = (reports) => unique(reports).filter(([text, report]) => fits(report, text)).map(([, report]) => report);
    return { host: fitting(host), agent: fitting(agent) };
  }

  const allText = () => JSON.stringify(runner.outgoing.map(({ message, metadata }) => ({ message, metadata })));

  const patternAbsent = (fact) => {
    const found = match.regex(fact).exec(allText());
    return found ? `${match.show(found[0])} goes out${sent()}` : undefined;
  };

  Object.assign(runner.facts, {
    emitted: (fact) => {
      const wrong = match.checkCount(emitted(fact).length, fact, what(fact));
      return wrong && wrong + sent();
    },
    not_emitted: (fact) => (emitted(fact).length > 0 ? `there is a ${what(fact)}` : undefined),
    emitted_matches: (fact) => {
      const values = emitted(fact).map((message) => at(message, fact.path)).filter((value) => value !== undefined);
      if (values.length === 0) return `no message has ${fact.path}${sent()}`;
      return values.map((value) => match.check(value, fact, fact.path)).find(Boolean);
    },
    emitted_metadata: (fact) => {
      const found = runner.outgoing.map(({ metadata }) => (fact.key === undefined ? metadata : metadata?.[fact.key]));
      const conditions = match.asked(fact).length > 0 ? fact : { ...fact, present: true };
      // "Absent" is said of all messages, anything else of one.
      const quantifier = conditions.absent === true ? "every" : "some";
      if (found[quantifier]((value) => !match.check(value, conditions, "it"))) return undefined;
      return `no message has the metadata asked for: ${match.show(found)}`;
    },
    not_emitted_pattern: patternAbsent,
    emitted_pattern_absent: patternAbsent,
    error_reported: (fact) => {
      const { host, agent } = errors(fact);
      const wrong = match.checkCount(Math.max(host.length, agent.length), fact, `error${fact.about ? ` about ${fact.about}` : ""}`);
      return wrong && `${wrong}; host: ${match.show(host)}, agent: ${match.show(agent)}`;
    },
    no_error_reported: (fact) => {
      const { host, agent } = errors(fact);
      return host.length + agent.length > 0 ? `reported to the host: ${match.show(host)}, to the agent: ${match.show(agent)}` : undefined;
    },
    host_call: (fact) => {
      const fits = runner.calls.filter((call) => call.fn === fact.fn.replace(/^window\.(?=open$)/, "") && (fact.opener === undefined || call.opener === fact.opener));
      const parts = [].concat(fact.args_contain ?? []);
      const found = fits.filter((call) => parts.every((part) => call.args.some((argument) => argument.includes(part))));
      const wrong = match.checkCount(found.length, fact, `call of ${fact.fn}`);
      return wrong && `${wrong}; called: ${match.show(runner.calls)}`;
    },
  });
})();
