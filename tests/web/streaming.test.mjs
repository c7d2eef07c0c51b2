// A conversation that streams in, cut anywhere, ends in the very DOM of the whole one and reports no error on the way.
import assert from "node:assert/strict";
import test from "node:test";
import { openStage } from "./support/stage.mjs";
import { loaded } from "./examples/surface.mjs";
import { SETS } from "./examples/versions.mjs";

/** Streams `lines` in steps of `size` bytes (0: random ones) beside an element that gets it whole; answers with both. */
const compare = (stage, lines, size) =>
  stage.page.evaluate(
    async ({ lines, size }) => {
      const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const made = () => document.body.appendChild(document.createElement("a2ui-easel"));
      const [whole, streamed] = [made(), made()];
      const errors = [];
      streamed.addEventListener("a2ui-issue", ({ detail }) => detail.severity === "error" && errors.push(detail));
      whole.send(lines.join("\n"));

      const bytes = new TextEncoder().encode(lines.join("\n"));
      let seed = 7;
      const next = () => (size > 0 ? size : (seed = (seed * 48271) % 2147483647) % 300);
      for (let at = 0, step; at < bytes.length; at += step) {
        step = next() + (size > 0 ? 0 : 1);
        streamed.write(bytes.slice(at, at + step));
      }
      streamed.end();

      // Generated ids differ between elements; what they tie together does not.
      const shown = (easel) => {
        const ids = new Map();
        const frames = [...easel.shadowRoot.querySelectorAll(".surface")].map((frame) => frame.outerHTML);
        return frames.join("\n").replace(/a2ui-\d+/g, (id) => ids.get(id) ?? ids.set(id, `id-${ids.size}`).get(id));
      };
      for (let frame = 0; frame < 60 && (streamed.state !== "painted" || shown(whole) !== shown(streamed)); frame++) await settled();
      const result = { whole: shown(whole), streamed: shown(streamed), errors };
      whole.remove();
      streamed.remove();
      return result;
    },
    { lines, size },
  );

for (const { title, examples } of SETS) {
  test(`${title}: every example streams into the DOM of the whole`, async (t) => {
    const stage = await openStage(t);
    await loaded(stage);
    for (const [index, example] of examples().entries()) {
      const lines = example.messages.map((message) => JSON.stringify(message));
      // One byte at a time where that is short, random chunks for all.
      const sizes = index % 6 === 0 && lines.join("").length < 4000 ? [1, 0] : [0];
      for (const size of sizes) {
        const { whole, streamed, errors } = await compare(stage, lines, size);
        assert.deepEqual(errors, [], `${example.name}, chunks of ${size || "any size"}`);
        assert.equal(streamed, whole, `${example.name}, chunks of ${size || "any size"}`);
      }
    }
    assert.deepEqual(stage.problems, []);
  });
}

test("text may be cut within a character, by whatever way it comes", async (t) => {
  const stage = await openStage(t);
  const shown = await stage.page.evaluate(async () => {
    const messages = (surfaceId) => [
      { version: "v0.9", createSurface: { surfaceId, catalogId: "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json" } },
      { version: "v0.9", updateComponents: { surfaceId, components: [{ id: "root", component: "Text", text: "18 °C 🌤🌦" }] } },
    ];
    // A string's own iterator would give whole characters.
    const units = (text) => text.split("");
    const lines = units(messages("s").map((message) => JSON.stringify(message)).join("\n"));
    const run = (...events) => [{ type: "RUN_STARTED", runId: "r" }, ...events, { type: "RUN_FINISHED", runId: "r" }];
    const told = units(`<a2ui-json>${JSON.stringify(messages("s"))}</a2ui-json>`);
    const text = run(
      { type: "TEXT_MESSAGE_START", messageId: "m" },
      ...told.map((delta) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta })),
      { type: "TEXT_MESSAGE_END", messageId: "m" },
    );
    const called = units(JSON.stringify({ surfaceId: "s", components: messages("s")[1].updateComponents.components }));
    const call = run(
      { type: "TOOL_CALL_START", toolCallId: "c", toolCallName: "render_a2ui" },
      ...called.map((delta) => ({ type: "TOOL_CALL_ARGS", toolCallId: "c", delta })),
      { type: "TOOL_CALL_END", toolCallId: "c" },
    );
    const stream = (chunks) =>
      new ReadableStream({
        start(stream) {
          chunks.forEach((chunk) => stream.enqueue(chunk));
          stream.close();
        },
      });
    const ways = {
      write: (easel) => {
        lines.forEach((unit) => easel.write(unit));
        easel.end();
      },
      text: (easel) => text.forEach((event) => easel.applyEvent(event)),
      call: (easel) => call.forEach((event) => easel.applyEvent(event)),
      "stream of text": (easel) => easel.connect(stream(units(text.map((event) => JSON.stringify(event)).join("\n")))),
      "stream of events": (easel) => easel.connect(stream(text)),
    };
    const shown = {};
    for (const [way, go] of Object.entries(ways)) {
      const easel = document.body.appendChild(document.createElement("a2ui-easel"));
      await go(easel);
      for (let frame = 0; frame < 60 && easel.state !== "painted"; frame++) await new Promise(requestAnimationFrame);
      shown[way] = [easel.state, easel.shadowRoot.querySelector(".text")?.textContent];
    }
    return shown;
  });
  for (const [way, what] of Object.entries(shown)) assert.deepEqual(what, ["painted", "18 °C 🌤🌦"], way);
});
