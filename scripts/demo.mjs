// npm run demo: builds the package and serves the demo page. PORT chooses the port. `-- --dev` builds quickly;
// `-- --prepare` builds the page's files and ends (Trunk serves them then).
import path from "node:path";
import { spawn } from "node:child_process";
import { ROOT, fail, which } from "./support/process.mjs";
import { MEDIA_CSP, serve } from "./support/server.mjs";
import { build, DIST } from "./build.mjs";

async function main() {
  await build({ dev: process.argv.includes("--dev") });
  const { writeExamples } = await import("./support/examples.mjs");
  const count = writeExamples();
  if (process.argv.includes("--prepare")) return;
  const folders = { "/": path.join(ROOT, "www"), "/dist/": DIST };
  const { url } = await serve(folders, { port: Number(process.env.PORT ?? 8080), nextFree: true, csp: MEDIA_CSP });
  console.log(`\n${count} examples on the easel: ${url}\nCtrl+C ends it.`);
  openBrowser(url);
}

/** Opens the page where somebody is likely to see it: on a desktop, from a terminal. */
function openBrowser(url) {
  if (!process.stdout.isTTY || process.env.CI) return;
  const [command, ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[process.platform] ?? ["xdg-open"];
  if (process.platform === "linux" && !(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)) return;
  if (!which(command)) return;
  spawn(command, [...args, url], { stdio: "ignore", detached: true }).on("error", () => {}).unref();
}

await main().catch(fail);
