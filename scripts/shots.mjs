// npm run shots: contact sheets of the example surfaces, to be looked at. They land in target/shots (or --out FOLDER).
//
//   npm run shots -- --version v0.9,v1.0 --width 360,768 --scheme light,dark --only 09,12_chat --dir rtl
//                    --density compact --offline --light --dev
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT, fail } from "./support/process.mjs";
import { MEDIA_CSP, serve } from "./support/server.mjs";
import { build, DIST } from "./build.mjs";

const { values: options } = parseArgs({
  options: {
    version: { type: "string", default: "v0.8,v0.9,v0.9 minimal,v1.0" },
    width: { type: "string", default: "360,768,1280" },
    scheme: { type: "string", default: "light,dark" },
    only: { type: "string" },
    dir: { type: "string", default: "ltr" },
    density: { type: "string" },
    offline: { type: "boolean", default: false },
    light: { type: "boolean", default: false },
    dev: { type: "boolean", default: false },
    out: { type: "string", default: path.join(ROOT, "target/shots") },
  },
});

/** Columns and surfaces of a sheet by the width of a surface: as many as stay readable. */
const LAYOUT = { 360: [4, 12], 768: [2, 8], 1280: [1, 4] };

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shots</title><link rel="stylesheet" href="shots.css">
<script type="module" src="/dist/index.js"></script><body></body></html>`;
const STYLE = `
  body { margin: 16px; font: 12px system-ui, sans-serif; background: light-dark(#fff, #14161b); color: light-dark(#555, #aaa) }
  main { column-gap: 24px } figure { break-inside: avoid; margin: 0 0 24px } figcaption { margin-bottom: 4px }
  a2ui-easel { outline: 1px dotted #8886 }`;

async function main() {
  await build({ dev: options.dev });
  const { writeExamples } = await import("./support/examples.mjs");
  writeExamples();
  const all = JSON.parse(fs.readFileSync(path.join(ROOT, "www/examples.json"), "utf8"));

  const site = path.join(options.out, ".site");
  fs.mkdirSync(site, { recursive: true });
  fs.writeFileSync(path.join(site, "index.html"), PAGE);
  fs.writeFileSync(path.join(site, "shots.css"), STYLE);
  const server = await serve({ "/": site, "/dist/": DIST }, { csp: MEDIA_CSP });
  const { chromium } = await import("playwright-core");
  const { CHROMIUM_FLAGS, ensureChromium } = await import("./support/chromium.mjs");
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    for (const version of options.version.split(",")) {
      const examples = all.filter((example) => example.version === version && isWanted(example.name));
      for (const width of options.width.split(",").map(Number)) {
        for (const scheme of options.scheme.split(",")) await sheets(browser, server.url, { version, examples, width, scheme });
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

const isWanted = (name) => !options.only || options.only.split(",").some((start) => name.startsWith(start));

async function sheets(browser, url, { version, examples, width, scheme }) {
  const [columns, size] = LAYOUT[width] ?? [1, 6];
  const viewport = { width: columns * (width + 24) + 8, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: scheme, locale: "en-US", reducedMotion: "reduce" });
  await context.route((target) => target.origin !== new URL(url).origin, (route) => answer(route));
  for (let start = 0; start < examples.length; start += size) {
    const page = await context.newPage();
    page.on("pageerror", (error) => console.error(`${version}: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && console.error(`${version}: ${message.text()}`));
    await page.goto(url);
    await page.evaluate(hang, { examples: examples.slice(start, start + size), width, columns, scheme, options });
    await page.waitForTimeout(700);
    const name = `${version.replace(" ", "-")}-${width}-${scheme}${options.dir === "rtl" ? "-rtl" : ""}-${start / size + 1}.png`;
    await page.screenshot({ path: path.join(options.out, name), fullPage: true });
    console.log(path.join(options.out, name));
    await page.close();
  }
  await context.close();
}

/** Pictures come out as a hill under a sky in their address's own colours; everything else stays away. */
function answer(route) {
  if (options.offline || route.request().resourceType() !== "image") return route.abort();
  const hue = [...route.request().url()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" viewBox="0 0 640 420">
    <rect width="640" height="420" fill="hsl(${hue} 60% 78%)"/><circle cx="460" cy="130" r="60" fill="hsl(${hue + 40} 90% 92%)"/>
    <path d="M0 420V300L190 160 340 290 450 220 640 350V420Z" fill="hsl(${hue} 35% 45%)"/></svg>`;
  return route.fulfill({ contentType: "image/svg+xml", body });
}

/** In the page: every example on an easel of its own. */
function hang({ examples, width, columns, scheme, options }) {
  document.documentElement.style.colorScheme = scheme;
  document.documentElement.dir = options.dir;
  const main = document.createElement("main");
  main.style.columnCount = columns;
  for (const { name, messages } of examples) {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = name;
    const easel = document.createElement("a2ui-easel");
    easel.style.width = `${width}px`;
    if (options.density) easel.setAttribute("density", options.density);
    if (options.light) easel.setAttribute("light", "");
    easel.messages = messages;
    figure.append(caption, easel);
    main.append(figure);
  }
  document.body.append(main);
}

await main().catch(fail);
