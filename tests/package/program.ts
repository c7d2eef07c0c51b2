// A user's program; it only has to compile.
import "a2ui-easel";
import { defineEasel, type A2uiEasel, type EaselIssue, type MessageInput } from "a2ui-easel/define";

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

// @ts-expect-error: the state is read-only
easel.state = "idle";
// @ts-expect-error: a number is no message
easel.send(5);
