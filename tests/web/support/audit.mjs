// The accessibility check of a page by axe-core.
import fs from "node:fs";
import { createRequire } from "node:module";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on a page, a line each: rule, help, and where. An empty list is a pass. */
export async function audit(page, options = {}) {
  const loaded = await page.evaluate(() => "axe" in globalThis);
  if (!loaded) await inject(page);
  const { violations } = await page.evaluate((given) => globalThis.axe.run(document, given), options);
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.flat().join(" ")}: ${node.html}`));
}

/** Through the debugger, which a content security policy does not bind. */
async function inject(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  await session.detach();
}
