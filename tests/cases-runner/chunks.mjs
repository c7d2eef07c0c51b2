// Cuts a text stream into the pieces that a case asks for.

/** The pieces of `{lines | raw, cut?, encoding?}`: strings, or lists of bytes where a cut may fall inside a character. */
export function piecesOf({ lines, raw, cut, encoding = "utf-8", ...rest }, lineTexts) {
  const unknown = Object.keys(rest).find((key) => !/^notes?$/.test(key));
  if (unknown) throw new Error(`"${unknown}" of chunks is not understood`);
  if (!/^utf-?8$/i.test(encoding)) throw new Error(`the encoding "${encoding}" is not understood`);
  if (Array.isArray(raw)) return raw.flatMap((text) => cutUp(text, cut));
  return cutUp(raw ?? lineTexts.map((line) => `${line}\n`).join(""), cut);
}

function cutUp(text, cut) {
  if (cut === undefined || cut === null || /^(none|whole|never|as is|as written)$/i.test(cut)) return [text];
  if (Array.isArray(cut)) return atOffsets(Buffer.from(text), cut);
  if (typeof cut === "number") return every(Buffer.from(text), cut).map(bytes);
  if (typeof cut === "object") {
    if (cut.at) return atOffsets(Buffer.from(text), cut.at);
    return cutUp(text, cut.bytes ?? cut.every ?? cut.size ?? cut);
  }
  const words = /^(?:at |after )?(?:each|every|per)\s+(?:(\d+)\s+)?(\w+?)s?$/i.exec(String(cut).trim()) ?? /^()(line|byte|character|char)s?$/i.exec(String(cut).trim());
  if (!words) throw new Error(`the cut ${JSON.stringify(cut)} is not understood`);
  const size = Number(words[1] || 1);
  const unit = words[2].toLowerCase();
  if (unit === "byte") return every(Buffer.from(text), size).map(bytes);
  if (unit.startsWith("char") || unit === "codepoint") return every([...text], size).map((piece) => piece.join(""));
  if (unit === "line") return every(text.split(/(?<=\n)/), size).map((piece) => piece.join(""));
  throw new Error(`the cut ${JSON.stringify(cut)} is not understood`);
}

const bytes = (piece) => [...piece];

function every(whole, size) {
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, i) => whole.slice(i * size, (i + 1) * size));
}

function atOffsets(whole, offsets) {
  const edges = [0, ...offsets, whole.length];
  return edges.slice(1).map((end, i) => bytes(whole.subarray(edges[i], end)));
}
