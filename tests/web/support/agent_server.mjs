// An agent's server on loopback whose answers come in pieces, cut anywhere, and break off where a script says.
import { createHash } from "node:crypto";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { MEDIA_CSP } from "../../../scripts/support/server.mjs";

/** The policy of a page that may speak to it. */
export const AGENT_CSP = `${MEDIA_CSP}; connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*; require-trusted-types-for 'script'`;

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-expose-headers": "*" };

/**
 * Starts a server; it ends with the test `t`. `answer({ input, headers, count, say, cut, closed })` plays one response:
 *
 * - `say(text, size)` sends text in pieces of `size` bytes, each flushed by itself;
 * - `cut()` breaks the connection off without an end;
 * - `closed` resolves when the other side goes away.
 *
 * Answers `{ url, requests, sockets, frames, open(stage) }`: what was asked for, what came over sockets, and the permission
 * for a page to get here.
 */
export async function agentServer(t, answer) {
  const [requests, frames, sockets] = [[], [], []];
  const server = http.createServer(async (request, response) => {
    if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const input = text ? JSON.parse(text) : undefined;
    requests.push({ url: request.url, input, headers: request.headers });
    const closed = new Promise((resolve) => response.on("close", resolve));
    const begin = (status, headers) => response.headersSent || response.writeHead(status, { ...CORS, "content-type": "text/event-stream", ...headers });
    response.socket.setNoDelay(true);
    await answer({
      input,
      url: request.url,
      headers: request.headers,
      count: requests.length,
      closed,
      begin,
      async say(said, size = 1 << 16) {
        begin(200);
        const bytes = Buffer.from(said);
        for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
          response.write(bytes.subarray(at, at + size));
          await pause(1);
        }
      },
      async cut() {
        // What was sent is to arrive before the news that nothing more will.
        await pause(50);
        response.socket?.destroy();
      },
    });
    if (!response.destroyed) response.end();
  });
  server.on("upgrade", (request, socket) => {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    const live = { url: request.url, isOpen: true, send: (value) => socket.write(frame(JSON.stringify(value))) };
    sockets.push(live);
    let rest = Buffer.alloc(0);
    socket.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      for (let read = unmask(rest); read; read = unmask(rest)) {
        rest = rest.subarray(read.length);
        if (read.opcode === 1) frames.push(JSON.parse(read.payload));
        if (read.opcode === 8) socket.end();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => (live.isOpen = false));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${server.address().port}/`;
  return { url, requests, sockets, frames, open: ({ page }) => page.route(`${url}**`, (route) => route.continue()) };
}

/** Waits until `holds()` answers something, for five seconds. */
export async function until(holds) {
  for (const end = Date.now() + 5000; Date.now() < end; await pause(20)) {
    const answer = await holds();
    if (answer) return answer;
  }
  throw new Error(`never: ${holds}`);
}

/** A server-sent event. */
export const sse = (value, id) => `${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`;

function frame(text) {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? Buffer.from([0x81, payload.length]) : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, payload]);
}

/** The first frame of `data`, as soon as it is whole. */
function unmask(data) {
  if (data.length < 6) return undefined;
  const short = data[1] & 127;
  const start = short === 126 ? 4 : 2;
  const size = short === 126 ? data.readUInt16BE(2) : short;
  if (data.length < start + 4 + size) return undefined;
  const mask = data.subarray(start, start + 4);
  const payload = Buffer.from(data.subarray(start + 4, start + 4 + size)).map((byte, index) => byte ^ mask[index & 3]);
  return { opcode: data[0] & 15, payload: payload.toString(), length: start + 4 + size };
}
