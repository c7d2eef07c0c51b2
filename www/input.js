// What people paste: JSON, JSONL, an array, one message, or an example file with `messages` inside.

/** The messages in a text, or `undefined` with the reason why the text cannot be taken apart here. */
export function readMessages(text) {
  const trimmed = text.trim();
  if (trimmed === "") return { messages: [] };
  let whole;
  try {
    whole = JSON.parse(trimmed);
  } catch (error) {
    return readLines(trimmed, error);
  }
  if (Array.isArray(whole)) return { messages: whole };
  if (Array.isArray(whole?.messages)) return { messages: whole.messages };
  return { messages: [whole] };
}

/** One message a line. The first broken line is the one to tell about, unless no line is a message. */
function readLines(text, whole) {
  const messages = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      messages.push(JSON.parse(line));
    } catch (error) {
      const looksLikeLines = messages.length > 0 && messages.every((message) => message !== null && typeof message === "object");
      const reason = looksLikeLines ? `line ${index + 1}: ${error.message}` : whole.message;
      return { reason: `Not JSON yet: ${reason}` };
    }
  }
  return { messages };
}

/** The surfaces that messages speak of, in the order of their first mention. */
export function surfaceIds(messages) {
  const ids = new Set();
  for (const message of messages) {
    if (message === null || typeof message !== "object") continue;
    for (const body of Object.values(message)) {
      if (typeof body?.surfaceId === "string") ids.add(body.surfaceId);
    }
  }
  return [...ids];
}
