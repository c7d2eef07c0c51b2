// Looks at a painted surface as a person would: reads it, presses its buttons, opens its dialogs and its tabs.
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "../../../scripts/support/process.mjs";
import { surface, text } from "./surface.mjs";

const PAGE = ["tree", "frames"].map((name) => fs.readFileSync(path.join(ROOT, `tests/cases-runner/page/${name}.js`), "utf8"));

/** Prepares a page for visits: brings what reads it, and has the element load what it loads on demand. */
export async function prepare(stage) {
  await stage.page.evaluate(`globalThis.caseRunner = {};\n${PAGE.join("\n")}`);
  await stage.send(surface({ root: { component: "Column", children: ["markdown", "icon"] }, markdown: text("**Bold**"), icon: { component: "Icon", name: "home" } }));
  await stage.page.locator("strong").waitFor();
}

const settle = (page) => page.evaluate(() => caseRunner.frames.settle());

/** Everything on screen: visible text, what is in fields, and the labels of what has no text. */
const read = (page) =>
  page.evaluate(() => {
    const { text: textOf, elements, isVisible } = caseRunner.tree;
    const labels = [];
    const values = [];
    for (const element of elements(document.body)) {
      if (!isVisible(element)) continue;
      labels.push(element.getAttribute("aria-label"), element.getAttribute("alt"), element.getAttribute("placeholder"));
      if (/^(input|textarea)$/.test(element.localName)) values.push(element.value);
    }
    return { drawn: textOf(document.body), labels: labels.filter(Boolean), values };
  });

/**
 * Visits a surface and answers with `{ seen, snapshot, pressed }`: what was on screen in any of its views, the accessible
 * tree of each view, and for every enabled button what the element said when it was pressed.
 */
export async function visit(stage, { modals, buttons }) {
  const { page } = stage;
  const seen = { text: "", labels: [], values: [] };
  const snapshots = [];
  const pressed = [];

  async function look(title) {
    await settle(page);
    const { drawn, labels, values } = await read(page);
    seen.text += `${drawn}\n`;
    seen.labels.push(...labels);
    seen.values.push(...values);
    snapshots.push(`${title}:\n${await page.locator("a2ui-easel").ariaSnapshot()}\n`);
  }

  async function press(id, handle) {
    const before = (await stage.events()).length;
    await handle.click({ timeout: 5000 });
    await settle(page);
    const events = (await stage.events()).slice(before);
    pressed.push({ id, action: buttons.get(id), events });
  }

  async function pressAll() {
    for (const id of buttons.keys()) {
      if (modals.includes(id)) continue;
      for (const handle of await freshButtons(page, id)) await press(id, handle);
    }
    for (const id of modals) {
      for (const handle of await freshButtons(page, id)) {
        await press(id, handle);
        await look(`dialog of ${id}`);
        await pressAll();
        await page.keyboard.press("Escape");
        await settle(page);
      }
    }
  }

  await look("surface");
  await pressAll();
  for (const tab of await page.getByRole("tab", { selected: false }).elementHandles()) {
    await tab.click({ timeout: 5000 });
    await look(`tab ${await tab.innerText()}`);
    await pressAll();
  }
  return { seen, snapshot: snapshots.join("\n"), pressed };
}

/** The visible, enabled buttons that a component drew and that were not asked for before. */
async function freshButtons(page, id) {
  const list = await page.evaluateHandle((wanted) => {
    const { elements, isVisible } = caseRunner.tree;
    caseRunner.met ??= new WeakSet();
    const owners = [...elements(document.body)].filter((element) => element.getAttribute("data-component-id") === wanted);
    const found = owners.map((owner) => (owner.localName === "button" ? owner : [...elements(owner)].find((inner) => inner.localName === "button")));
    return found.filter((button) => {
      const fresh = button && !caseRunner.met.has(button) && isVisible(button) && !button.disabled && button.getAttribute("aria-disabled") !== "true";
      if (fresh) caseRunner.met.add(button);
      return fresh;
    });
  }, id);
  const handles = [...(await list.getProperties()).values()].map((each) => each.asElement()).filter(Boolean);
  await list.dispose();
  return handles;
}
