// Finds a Chromium or Chrome to run the browser tests in, and gets one where there is none.
import fs from "node:fs";
import path from "node:path";
import { Failure, ROOT, canInstallPackages, installPackages, run, which } from "./process.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Flags under which it runs headless everywhere: as root, without a GPU, and without calling home. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** The browser named by the variable CHROMIUM, else an installed one, else the one playwright downloaded. */
export async function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const installed = NAMES.map(which).find(Boolean) ?? PLACES.find((file) => fs.existsSync(file));
  if (installed) return installed;
  const { chromium } = await import("playwright-core");
  const downloaded = chromium.executablePath();
  return downloaded && fs.existsSync(downloaded) ? downloaded : undefined;
}

/** The same, after installing one if need be: a Debian package where that is possible, else playwright's build. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  if (canInstallPackages()) {
    await installPackages(["chromium"]).catch((error) => console.warn(error.message));
  }
  if (!(await findChromium())) {
    console.log("downloading a Chromium");
    await run(process.execPath, [path.join(ROOT, "node_modules/playwright-core/cli.js"), "install", "chromium"]);
  }
  const browser = await findChromium();
  if (browser) return browser;
  throw new Failure("No Chromium was found and none could be installed: set CHROMIUM to the path of one.");
}
