// A static file server, for the demo page and for the browser tests.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

/** What the package must be able to live under. */
export const STRICT_CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";

/** The same for pages whose surfaces show pictures, sound and video from elsewhere. */
export const MEDIA_CSP = `${STRICT_CSP}; img-src 'self' data: blob: https:; media-src 'self' data: blob: https:`;

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".jsonl": "application/jsonl",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * Serves folders by the start of the address, the longest that fits first: `{ "/": www, "/dist/": dist }`.
 * Port 0 takes any; with `nextFree`, a taken port leads to the one after it. Answers `{ url, port, close }`.
 */
export async function serve(folders, { port = 0, csp = STRICT_CSP, nextFree = false } = {}) {
  const prefixes = Object.keys(folders).sort((a, b) => b.length - a.length);
  const server = http.createServer((request, response) => {
    const file = fileFor(request.url, prefixes, folders);
    if (!file) {
      response.writeHead(404, { "content-type": "text/plain" });
      return response.end("Not found\n");
    }
    response.writeHead(200, {
      "cache-control": "no-store",
      "content-security-policy": csp,
      "content-type": TYPES[path.extname(file)] ?? "application/octet-stream",
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") return response.end();
    return fs.createReadStream(file).pipe(response);
  });
  const taken = await listen(server, port, nextFree);
  return {
    url: `http://localhost:${taken}/`,
    port: taken,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The file behind an address; never one outside the folder that the address belongs to. */
function fileFor(url, prefixes, folders) {
  let address;
  try {
    address = decodeURIComponent(new URL(url, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  const prefix = prefixes.find((start) => address.startsWith(start));
  if (prefix === undefined || address.includes("\0")) return undefined;
  const folder = path.resolve(folders[prefix]);
  let file = path.join(folder, address.slice(prefix.length));
  if (file !== folder && !file.startsWith(folder + path.sep)) return undefined;
  if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) file = path.join(file, "index.html");
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

function listen(server, port, nextFree) {
  return new Promise((resolve, reject) => {
    const attempt = (candidate) => {
      server.once("error", (error) => {
        if (error.code === "EADDRINUSE" && nextFree && candidate < 65_535) attempt(candidate + 1);
        else reject(error);
      });
      server.listen(candidate, () => resolve(server.address().port));
    };
    attempt(port);
  });
}
