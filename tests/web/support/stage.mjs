// A page with one <a2ui-easel> from the built package, in a real browser, under the strict security policy.
//
//   import { openStage } from "./support/stage.mjs";
//
//   test("a text is painted", async (t) => {
//     const stage = await openStage(t);
//     await stage.send([{ version: "v0.9", createSurface: {…} }, …]);
//     assert.equal(await stage.page.getByText("Hello").count(), 1);
//     assert.deepEqual(stage.problems, []);
//   });
//
// `npm run build` first (`-- --dev` is enough); `npm test` does. One browser serves all tests of a file.
import path from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, ensureChromium } from "../../../scripts/support/chromium.mjs";
import { ROOT } from "../../../scripts/support/process.mjs";
import { MEDIA_CSP, serve } from "../../../scripts/support/server.mjs";

const TRUSTED_CSP = `${MEDIA_CSP}; require-trusted-types-for 'script'`;
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const opened = new Map();

/** Starts something once per test file and ends it with the file. */
function once(name, start) {
  if (!opened.has(name)) opened.set(name, start());
  return opened.get(name);
}

after(async () => {
  for (const thing of opened.values()) await (await thing).close();
});

const browser = (flags) =>
  once(`browser ${flags}`, async () => chromium.launch({ executablePath: await ensureChromium(), args: [...CHROMIUM_FLAGS, ...flags] }));

const inRoot = (folder) => path.join(ROOT, folder);
const FOLDERS = { "/": inRoot("tests/web/support"), "/dist/": inRoot("dist"), "/demo/": inRoot("www"), "/demo/dist/": inRoot("dist") };
const server = (csp) => once(csp, () => serve(FOLDERS, { csp }));

/**
 * Opens a page and answers `{ page, url, problems, events, send, easel }`; it closes when the test `t` ends.
 *
 * - `problems` collects console errors and warnings, uncaught errors and failed requests.
 * - `send(messages)` hands messages to the element, waits for the paint and answers with the issues they caused.
 * - `easel(f, argument)` runs `f(element, argument)` in the page.
 * - `events()` answers with the `{ type, detail }` of every a2ui event so far.
 *
 * Pictures from elsewhere become one grey pixel; every other request that leaves this machine fails. Options go to
 * playwright's `newContext` (`colorScheme`, `locale`, `viewport` …), but for `csp`, `path` (the page to open) and `flags` (of the browser).
 */
export async function openStage(t, { csp = TRUSTED_CSP, path: address = "stage.html", flags = [], ...options } = {}) {
  const { url } = await server(csp);
  const context = await (await browser(flags)).newContext({ viewport: { width: 800, height: 600 }, locale: "en-US", ...options });
  t.after(() => context.close());
  await context.route(
    (target) => target.origin !== new URL(url).origin,
    (route) =>
      route.request().resourceType() === "image"
        ? route.fulfill({ contentType: "image/png", body: PIXEL })
        : route.request().resourceType() === "media"
          ? route.fulfill({ contentType: "video/mp4", body: Buffer.alloc(0) })
          : route.abort(),
  );

  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => {
    if (request.resourceType() !== "media") problems.push(`failed: ${request.url()}`);
  });
  await page.goto(url + address);

  return {
    page,
    url,
    problems,
    easel: (f, argument) => page.locator("a2ui-easel").first().evaluate(f, argument),
    events: () => page.evaluate(() => globalThis.events),
    async send(messages) {
      const issues = await this.easel((element, input) => element.send(input), messages);
      await painted(page);
      return issues;
    },
  };
}

/** Waits until what was sent is on screen: the second frame from now. */
export const painted = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
