// A fresh page with one element for one case, and what happens on it outside of the page's own view.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PAGE = path.join(path.dirname(fileURLToPath(import.meta.url)), "page");
const SCRIPTS = [
  "clock", "tree", "frames", "aria", "record", "match", "targets", "facts-text", "facts-elements", "facts-state",
  "facts-outgoing", "never", "steps", "host",
].map((name) => fs.readFileSync(path.join(PAGE, `${name}.js`), "utf8"));
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** What the runner's server serves: the page of a case, the package, and the package once more under another address. */
export const folders = (packageFolder) => ({ "/": PAGE, "/dist/": packageFolder, "/copy/": packageFolder });

/** Opens the page of a case: `{page, cdp, requests, errors, settle, close}`. */
export async function openCase(browser, url, settings) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", timezoneId: "UTC", ...settings.context });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const traffic = { requests: [], open: 0, count: 0 };
  const errors = [];
  const origin = new URL(url).origin;

  page.on("pageerror", (error) => errors.push(error.message));
  page.on("crash", () => errors.push("the page crashed"));
  page.on("request", (request) => {
    traffic.requests.push(request.url());
    traffic.open += 1;
    traffic.count += 1;
  });
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, () => (traffic.open -= 1));
  // Pictures from elsewhere arrive; everything else that is not of this machine is out of reach.
  await context.route((target) => /^https?:$/.test(target.protocol) && target.origin !== origin, (route) =>
    route.request().resourceType() === "image" ? route.fulfill({ contentType: "image/png", body: PIXEL }) : route.abort(),
  );
  const lang = settings.context.locale ?? "en-US";
  await page.addInitScript({ content: `${SCRIPTS.join("\n")}\naddEventListener("DOMContentLoaded", () => (document.documentElement.lang = ${JSON.stringify(lang)}));` });
  await page.goto(`${url}case.html`);
  await page.evaluate(() => customElements.whenDefined("a2ui-easel"));

  const stage = { page, cdp, errors, requests: traffic.requests, origin, settle: () => settle(page, traffic), close: () => context.close() };
  await page.evaluate((given) => caseRunner.start(given), settings);
  await stage.settle();
  return stage;
}

/** Waits until nothing changes in the page and nothing is loading: the next settled frame. */
async function settle(page, traffic) {
  for (let turn = 0; turn < 40; turn += 1) {
    const before = traffic.count;
    await page.evaluate(() => caseRunner.frames.settle());
    if (traffic.open <= 0 && traffic.count === before) return;
    // Something was loaded on demand; what it is for needs a moment to start.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
