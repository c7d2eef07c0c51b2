// What a surface owes to the wishes of a person and of a device: large targets, colours of their own, no motion.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, surface, text } from "./examples/surface.mjs";
import { SETS } from "./examples/versions.mjs";
import { openStage, painted } from "./support/stage.mjs";

async function openReady(t, options) {
  const stage = await openStage(t, options);
  await loaded(stage);
  return stage;
}

/** One of each thing that is pressed. */
const CONTROLS = {
  root: { component: "Column", children: ["row", "field", "pick", "chips", "slider", "day", "tabs", "modal", "line", "icon", "box"] },
  row: { component: "Row", children: ["plain", "primary", "bare"] },
  plain: { component: "Button", child: "words", action: { event: { name: "go" } } },
  primary: { component: "Button", variant: "primary", child: "words", action: { event: { name: "go" } } },
  bare: { component: "Button", variant: "borderless", child: "icon", action: { event: { name: "go" } } },
  words: text("Go"),
  icon: { component: "Icon", name: "send" },
  line: { component: "Divider" },
  box: { component: "Card", child: "check" },
  check: { component: "CheckBox", label: "Check", value: { path: "/check" } },
  field: { component: "TextField", label: "Field", value: { path: "/field" } },
  pick: { component: "ChoicePicker", label: "Pick", filterable: true, value: { path: "/pick" }, options: [{ label: "One", value: "1" }, { label: "Two", value: "2" }] },
  chips: { component: "ChoicePicker", label: "Chips", displayStyle: "chips", variant: "multipleSelection", value: { path: "/pick" }, options: [{ label: "One", value: "1" }, { label: "Two", value: "2" }] },
  slider: { component: "Slider", label: "Slider", min: 0, max: 10, value: { path: "/slider" } },
  day: { component: "DateTimeInput", label: "Day", enableDate: true, value: { path: "/day" } },
  tabs: { component: "Tabs", tabs: [{ title: "One", child: "words" }, { title: "Two", child: "words" }] },
  modal: { component: "Modal", trigger: "plain", content: "words" },
};
const DATA = { check: true, field: "Words", pick: ["1"], slider: 5, day: "2026-03-04" };

/** What can be pressed and is smaller than `least` pixels either way, its label counted in. */
const small = ({ page }, least) =>
  page.evaluate((limit) => {
    const pressed = document.querySelector("a2ui-easel").shadowRoot.querySelectorAll("button, input, textarea, [role=button], [tabindex='0'].tab");
    return [...pressed]
      .filter((element) => element.checkVisibility())
      .map((element) => [element, (element.matches("[type=checkbox], [type=radio]") ? element.closest("label") : element).getBoundingClientRect()])
      .filter(([, { width, height }]) => width < limit || height < limit)
      .map(([element, { width, height }]) => `${element.outerHTML}: ${width} by ${height}`);
  }, least);

for (const [kind, least, options] of [
  ["a mouse", 24, {}],
  ["a mouse, where things stand dense", 24, { density: "compact" }],
  ["a narrow window", 24, { viewport: { width: 320, height: 700 } }],
]) {
  test(`for ${kind} everything pressed in every example is at least ${least} pixels large`, async (t) => {
    const { density, ...more } = options;
    const stage = await openReady(t, more);
    if (density) await stage.easel((easel, value) => easel.setAttribute("density", value), density);
    for (const { title, examples, isDerived } of SETS) {
      if (isDerived) continue;
      for (const { name, messages } of [...examples(), { name: "controls", messages: surface(CONTROLS, DATA) }]) {
        await stage.easel((easel) => easel.reset());
        await stage.send(messages);
        assert.deepEqual(await small(stage, least), [], `${title}, ${name}`);
        for (const trigger of await stage.page.locator("[aria-haspopup=dialog]").elementHandles()) {
          await trigger.click();
          await painted(stage.page);
          assert.deepEqual(await small(stage, least), [], `${title}, ${name}, dialog`);
          await stage.page.keyboard.press("Escape");
        }
      }
    }
  });
}

test("for a finger buttons, fields and tabs are 44 pixels high, and whole lines choose", async (t) => {
  const stage = await openReady(t, { hasTouch: true, isMobile: true });
  await stage.send(surface(CONTROLS, DATA));
  const heights = await stage.page.locator("button:visible, .input:visible, [type=date]").evaluateAll((all) => all.map((element) => element.offsetHeight));
  assert.ok(heights.length > 8 && heights.every((height) => height >= 44), String(heights));
  const low = await stage.page.locator(".choice:visible, [type=range]:visible").evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height).filter((height) => height < 44));
  assert.deepEqual(low, []);
  assert.deepEqual(await small(stage, 32), []);
});

test("with colours of the person's own everything keeps an edge, and what is chosen, focused and disabled is told apart", async (t) => {
  const stage = await openReady(t, { forcedColors: "active", reducedMotion: "reduce" });
  await stage.send(surface({ ...CONTROLS, plain: { ...CONTROLS.plain, checks: [{ condition: { path: "/no" }, message: "No" }] } }, DATA));
  const { page } = stage;
  const styles = (selector, ...names) =>
    page.locator(selector).first().evaluate((element, wanted) => wanted.map((name) => getComputedStyle(element)[name]), names);
  const system = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const read = (color) => {
      probe.style.forcedColorAdjust = "none";
      probe.style.color = color;
      return getComputedStyle(probe).color;
    };
    return Object.fromEntries(["Canvas", "CanvasText", "Highlight", "HighlightText", "GrayText"].map((name) => [name, read(name)]));
  });
  for (const framed of [".card", ".button:not(.borderless)", ".input", ".options[data-style=chips] .choice"]) {
    const [width, color] = await styles(framed, "borderTopWidth", "borderTopColor");
    assert.ok(Number.parseFloat(width) >= 1 && color !== system.Canvas, `${framed}: ${width} ${color}`);
  }
  const [chosen, ground] = await styles("[data-style=chips] .choice:has(:checked)", "color", "backgroundColor");
  assert.deepEqual([chosen, ground], [system.HighlightText, system.Highlight]);
  const [other] = await styles("[data-style=chips] .choice:not(:has(:checked))", "backgroundColor");
  assert.notEqual(other, system.Highlight);
  const [line] = await styles(".tab[aria-selected=true]", "borderBottomColor");
  const [noLine] = await styles(".tab[aria-selected=false]", "borderBottomColor");
  assert.deepEqual([line, noLine], [system.Highlight, system.Canvas]);
  assert.deepEqual(await styles(".divider", "backgroundColor"), [system.CanvasText]);
  assert.deepEqual(await styles(".button:disabled", "color"), [system.GrayText]);
  assert.equal((await styles(".tablist", "maskImage"))[0], "none");
  await page.getByRole("textbox", { name: "Field" }).focus();
  const [style, width] = await styles(".input:focus-visible", "outlineStyle", "outlineWidth");
  assert.ok(style !== "none" && Number.parseFloat(width) >= 2);
  assert.deepEqual(stage.problems, []);
});

/** Everything that moves by itself for longer than a blink: what follows the finger or the wheel does not. */
const moving = ({ page }) =>
  page.evaluate(() =>
    document.querySelector("a2ui-easel").shadowRoot
      .getAnimations()
      .filter(({ timeline, effect }) => timeline === document.timeline && effect.getComputedTiming().activeDuration > 1)
      .map(({ effect }) => effect.target.className),
  );

test("who wants less motion gets none, whatever is opened, pressed and pointed at", async (t) => {
  for (const [reducedMotion, isStill] of [["reduce", true], ["no-preference", false]]) {
    const stage = await openReady(t, { reducedMotion });
    const { page } = stage;
    await stage.send(surface(CONTROLS, DATA));
    const seen = [];
    const watch = async (act) => {
      await act();
      seen.push(...(await moving(stage)));
    };
    await watch(() => page.getByRole("button", { name: "Go" }).nth(1).hover());
    await watch(() => page.getByRole("tab", { name: "Two" }).click());
    await watch(() => page.getByRole("checkbox", { name: "Two" }).click());
    await watch(() => page.locator("[aria-haspopup=dialog]").click());
    await watch(() => page.keyboard.press("Escape"));
    assert.equal(seen.length === 0, isStill, String(seen));
    const spans = await page.evaluate(() => [...document.querySelector("a2ui-easel").shadowRoot.querySelectorAll("*")].flatMap((element) => getComputedStyle(element).transitionDuration.split(", ")));
    assert.equal(spans.every((span) => Number.parseFloat(span) === 0), isStill);
  }
});

test("words read in their own direction and stand where the page's do", async (t) => {
  for (const dir of ["ltr", "rtl"]) {
    const stage = await openStage(t);
    await stage.page.evaluate((dir) => (document.documentElement.dir = dir), dir);
    await loaded(stage);
    await stage.send(
      surface({
        root: { component: "Column", children: ["english", "arabic", "list", "field"] },
        english: text("Hello, Ada!"),
        arabic: text("مرحبا!"),
        list: text("- Hello, Ada!\n- مرحبا!"),
        field: { component: "TextField", label: "Your name?", value: "" },
      }),
    );
    await stage.page.locator("li").first().waitFor();
    const seen = await stage.page.evaluate(() => {
      const root = document.querySelector("a2ui-easel").shadowRoot;
      const line = root.querySelector("[data-component-id=root]").getBoundingClientRect();
      const walker = document.createTreeWalker(root.querySelector(".surface"), NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.data.trim()) continue;
        const at = (from, to) => {
          const range = document.createRange();
          range.setStart(node, from);
          range.setEnd(node, to);
          return range.getBoundingClientRect();
        };
        const { length } = node.data;
        const all = at(0, length);
        found.push([at(length - 1, length).left > at(0, 1).left ? "left to right" : "right to left", all.left - line.left < line.right - all.right ? "ltr" : "rtl"]);
      }
      return found;
    });
    const [english, arabic] = [["left to right", dir], ["right to left", dir]];
    assert.deepEqual(seen, [english, arabic, english, arabic, english]);
  }
});
