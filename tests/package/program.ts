// A user's program; it only has to compile.
import "a2ui-easel";
import { defineEasel, type A2uiEasel, type EaselAttributes, type EaselIssue, type MessageInput } from "a2ui-easel/define";

defineEasel("agent-surface");

const easel: A2uiEasel = document.createElement("a2ui-easel");
const input: MessageInput = [{ version: "v0.9", createSurface: { surfaceId: "s", catalogId: "c" } }];
easel.messages = input;
easel.messages = '{"version": "v0.9"}';
const issues: EaselIssue[] = easel.send(input);
for (const { severity, path, message } of issues) console.log(severity === "error", path.length, message);

easel.addEventListener("a2ui-action", (event) => {
  const action: { [key: string]: unknown } = event.detail;
  console.log(action, event.metadata);
  event.preventDefault();
});
easel.addEventListener("a2ui-issue", ({ detail }) => console.log(detail.code));
easel.addEventListener("click", (event) => console.log(event.clientX));

const found = document.querySelector("a2ui-easel");
if (found?.state === "painted") console.log(found.dataModel("s"));
found?.reset();

easel.write("{");
easel.write(new Uint8Array([125]));
easel.end();
easel.content = { status: "building", attempt: 1 };
easel.applyEvent({ type: "RUN_STARTED", threadId: "t", runId: "r" });
easel.endRun("failed", { message: "gone" });
easel.recovery = { showAfterMs: Infinity };
console.log(easel.recovery.debugExposure === "hidden", easel.recovery.holdMaxMs);
easel.words = { close: "Schließen", skip_next: "Nächster Titel", chartTotal: "Summe", mapPlaces: "Orte", retrying: "Noch einmal …" };
easel.catalogs = [{ id: "https://example.com/shop", functions: { now: { returnType: "string", call: () => new Date().toISOString() } } }];
console.log(easel.capabilities("v1.0"));
easel.connect("/agent", { headers: { Authorization: "Bearer" } });
easel.connect(new ReadableStream<Uint8Array>(), { contentType: "text/event-stream" });
easel.disconnect();
for (const { request } of easel.healing.open) easel.heal(String(request.id), [{ op: "replace", path: "/a", value: 1 }]);
easel.heal("1", null, "not now");
easel.addEventListener("a2ui-message", ({ detail, metadata }) => console.log(detail.version, metadata));
easel.addEventListener("a2ui-state", ({ detail }) => console.log(detail.from, detail.to === "painted"));
easel.addEventListener("a2ui-healing", (event) => event.detail.phase === "request" && event.preventDefault());

const attributes: EaselAttributes = { messages: input, "hold-max-ms": 100, "ona2ui-action": (event) => console.log(event.detail) };
console.log(attributes);

// @ts-expect-error: the state is read-only
easel.state = "idle";
// @ts-expect-error: a number is no message
easel.send(5);
