// What a person without a mouse does: real keys only, from the first Tab to the sent form.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, surface, text, update } from "./examples/surface.mjs";
import { SETS } from "./examples/versions.mjs";
import { openStage, painted } from "./support/stage.mjs";

async function openReady(t, options) {
  const stage = await openStage(t, options);
  await loaded(stage);
  return stage;
}

const example = (version, name) => SETS.find((set) => set.snapshots === version).examples().find((each) => each.name === name).messages;

/** What has the focus: its name. */
const focused = ({ page }) =>
  page.evaluate(() => {
    const element = document.querySelector("a2ui-easel").shadowRoot.activeElement;
    const name = element?.getAttribute("aria-label") ?? element?.labels?.[0]?.textContent ?? element?.textContent;
    return name?.trim();
  });

/** Presses keys one after the other; `"text:…"` is typed, `"@…"` is what must have the focus now. */
async function go(stage, ...keys) {
  const { page } = stage;
  for (const key of keys) {
    if (key.startsWith("@")) assert.equal(await focused(stage), key.slice(1), `after ${keys.slice(0, keys.indexOf(key)).join(" ")}`);
    else if (key.startsWith("text:")) await page.keyboard.type(key.slice(5));
    else await page.keyboard.press(key);
    await painted(page);
  }
}

/** The actions sent so far: their names and contexts. */
const actions = async (stage) =>
  (await stage.events())
    .filter(({ type }) => type === "a2ui-action")
    .map(({ detail }) => detail.action ?? detail.userAction)
    .map(({ name, context }) => [name, context]);

for (const [version, name, keys, expected] of [
  [
    "v0_8",
    "09_login",
    ["Tab", "@E-mail", "End", "text:x", "Tab", "@Password", "text:secret", "Tab", "@Keep me signed in", "Space", "Tab", "@Sign in", "Enter"],
    ["sign-in", { mail: "kim@example.orgx", keep: false }],
  ],
  [
    "v0_8",
    "12_trip-survey",
    [
      ...["Tab", "@The crew", "Space", "Tab", "@The food", "Space", "Tab", "@The route", "Space"],
      ...["Tab", "@Yes", "ArrowDown", "@Perhaps", "ArrowUp", "@Yes", "ArrowUp", "@No"],
      ...["Tab", "@In your own words", "Control+a", "text:Again!", "Tab", "@Date", "text:07042026", "Tab", "@Date"],
      ...["Tab", "@Grade", "Home", "End", "Tab", "@Send answers", "Space"],
    ],
    ["survey", { liked: ["crew", "route"], again: ["no"], words: "Again!", when: "2026-07-04", grade: 10 }],
  ],
  [
    "v0_8",
    "16_booking",
    ["Tab", "@Boat", "text:Ran", "Tab", "@Length in metres", "text:12", "Tab", "@With shore power", "Space", "Tab", "@Date and time", "text:05062026", "Tab", "text:0930AM", "Tab", "Tab", "@Book", "Enter"],
    ["book", { boat: "Ran", length: "12", power: false, arrival: "2026-05-06T09:30" }],
  ],
  ["v0_9", "09_login-form", ["Tab", "@Email", "text:kim@example.org", "Tab", "@Password", "text:long enough", "Tab", "@Sign in", "Enter"], ["login", undefined]],
  ["v1_0", "09_login-form", ["Tab", "@Email", "text:kim@example.org", "Tab", "@Password", "text:long enough", "Tab", "@Sign in", "Enter"], ["login", undefined]],
  [
    "v0_9",
    "32_advanced-form-validator",
    ["Tab", "@Email Address", "text:kim@example.org", "Tab", "@Phone Number", "Tab", "@Zip Code", "text:12345", "Tab", "@I agree to the terms and conditions", "Space", "Tab", "@Submit Registration", "Enter"],
    ["register", { data: { email: "kim@example.org", phone: "", zip: "12345", agree: true } }],
  ],
]) {
  test(`${name} of ${version} is filled in and sent by keyboard alone`, async (t) => {
    const stage = await openReady(t);
    await stage.send(example(version, name));
    await go(stage, ...keys);
    const sent = await actions(stage);
    assert.equal(sent.length, 1);
    assert.equal(sent[0][0], expected[0]);
    if (expected[1]) assert.deepEqual(sent[0][1], expected[1]);
    assert.deepEqual(stage.problems, []);
  });
}

test("a form that is not complete is sent by no key", async (t) => {
  const stage = await openReady(t);
  await stage.send(example("v0_9", "09_login-form"));
  await go(stage, "Tab", "@Email", "text:kim", "Enter", "Tab", "@Password", "Enter", "Space");
  assert.ok(await stage.page.getByRole("button", { name: "Sign in" }).isDisabled());
  assert.deepEqual(await actions(stage), []);
});

test("the invitation is built by keyboard, and its preview follows every key", async (t) => {
  const stage = await openReady(t);
  await stage.send(example("v0_9", "30_live-invitation-builder"));
  const preview = (words) => stage.page.getByText(words, { exact: true }).count();
  await go(stage, "Tab", "@Event Name", "Control+a", "text:Regatta");
  assert.equal(await stage.page.getByRole("heading", { name: "Regatta", level: 2 }).count(), 1);
  await go(stage, "Tab", "@Guest of Honor", "Control+a", "text:Ebba", "Tab", "@Event Date & Time", "text:08");
  assert.equal(await preview("Friday, August 15, 2025 at 7:00 PM"), 1);
  // The parts of a date are stops of their own.
  await go(stage, "Shift+Tab", "@Event Date & Time", "Shift+Tab", "@Guest of Honor");
  await stage.page.getByRole("radio", { name: "Sunset Terrace" }).evaluate((radio) => radio.checked || assert.fail());
  while ((await focused(stage)) !== "Sunset Terrace") await go(stage, "Tab");
  await go(stage, "ArrowRight", "@Garden Pavillion");
  assert.equal(await preview("Location: garden"), 1);
  await go(stage, "ArrowRight", "@Grand Ballroom");
  assert.equal(await preview("Location: ballroom"), 1);
  assert.deepEqual(stage.problems, []);
});

test("the tabs of the recipe are walked through by arrow keys, and Tab goes into their panel", async (t) => {
  const stage = await openReady(t, { viewport: { width: 320, height: 600 } });
  await stage.send(example("v0_9", "24_recipe-card"));
  const { page } = stage;
  await go(stage, "Tab", "@Overview", "ArrowRight", "@Ingredients");
  assert.ok((await page.getByRole("tabpanel", { name: "Ingredients" }).textContent()).includes("1 cup quinoa"));
  await go(stage, "End", "@Instructions");
  const isWhole = () => page.getByRole("tab", { selected: true }).evaluate((tab) => {
    const [own, list] = [tab, tab.parentElement].map((element) => element.getBoundingClientRect());
    return own.left >= list.left - 1 && own.right <= list.right + 1;
  });
  assert.ok(await isWhole(), "the last tab is scrolled to");
  await go(stage, "ArrowRight", "@Overview");
  assert.ok(await isWhole());
  await go(stage, "Tab");
  assert.ok(await page.getByRole("tabpanel").evaluate((panel) => panel === panel.getRootNode().activeElement));
  await go(stage, "Shift+Tab", "@Overview");
});

for (const [version, name, trigger, order] of [
  ["v0_8", "14_terms", "Show the terms", ["Close", "I accept"]],
  ["v0_9", "36_modal", "Open Modal", ["Close"]],
  ["v1_0", "36_modal", "Open Modal", ["Close"]],
]) {
  test(`the dialog of ${name} of ${version} opens, holds and returns the focus`, async (t) => {
    const stage = await openReady(t);
    await stage.send(example(version, name));
    for (const [open, close] of [["Enter", "Escape"], ["Space", "Enter"]]) {
      if (open === "Enter") await go(stage, "Tab");
      await go(stage, `@${trigger}`, open, `@${order[0]}`);
      assert.equal(await stage.page.getByRole("dialog").count(), 1);
      for (const next of [...order.slice(1), ...order]) await go(stage, "Tab", `@${next}`);
      for (const next of [...order].reverse()) await go(stage, "Shift+Tab", ...(order.length > 1 ? [] : [`@${next}`]));
      while ((await focused(stage)) !== "Close") await go(stage, "Tab");
      await go(stage, close, `@${trigger}`);
      assert.equal(await stage.page.getByRole("dialog").count(), 0);
    }
    assert.deepEqual(stage.problems, []);
  });
}

test("a complaint comes when the field is left, is linked to it, and goes when it is put right", async (t) => {
  const stage = await openReady(t);
  const { page } = stage;
  await stage.send(
    surface(
      {
        root: { component: "Column", children: ["mail", "other", "go"] },
        mail: {
          component: "TextField",
          label: "Mail",
          value: { path: "/mail" },
          accessibility: { description: "We never pass it on" },
          checks: [{ condition: { call: "required", args: { value: { path: "/mail" } } }, message: "Where do we write to?" }],
        },
        other: { component: "TextField", label: "Other", value: { path: "/other" } },
        go: {
          component: "Button",
          child: "words",
          action: { event: { name: "go" } },
          checks: [{ condition: { call: "required", args: { value: { path: "/mail" } } }, message: "The mail is missing." }],
        },
        words: text("Go"),
      },
      { mail: "", other: "" },
    ),
  );
  const mail = page.getByRole("textbox", { name: "Mail" });
  const described = () => mail.evaluate((field) => (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => field.getRootNode().getElementById(id)?.textContent));
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal(await mail.getAttribute("aria-required"), "true");
  assert.deepEqual(await described(), ["We never pass it on"]);
  const go = page.getByRole("button", { name: "Go" });
  assert.ok(await go.isDisabled());
  assert.equal(await go.getAttribute("title"), "The mail is missing.");
  await mail.focus();
  await page.keyboard.press("Tab");
  await painted(page);
  assert.equal(await page.getByRole("alert").textContent(), "Where do we write to?");
  assert.equal(await mail.getAttribute("aria-invalid"), "true");
  assert.deepEqual(await described(), ["Where do we write to?", "We never pass it on"]);
  await mail.fill("kim@example.org");
  await painted(page);
  assert.equal(await page.getByRole("alert").count(), 0);
  assert.equal(await mail.getAttribute("aria-invalid"), null);
  assert.ok(await go.isEnabled());
  assert.equal(await go.getAttribute("title"), null);
});

for (const [direction, next, previous] of [
  ["ltr", "ArrowRight", "ArrowLeft"],
  ["rtl", "ArrowLeft", "ArrowRight"],
]) {
  test(`tabs are moved through by arrow keys, ${direction}`, async (t) => {
    const stage = await openReady(t);
    const { page } = stage;
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await stage.send(
      surface({
        root: { component: "Tabs", tabs: ["One", "Two", "Three"].map((title) => ({ title, child: title })) },
        ...Object.fromEntries(["One", "Two", "Three"].map((title) => [title, text(`Panel ${title}`)])),
      }),
    );
    await page.keyboard.press("Tab");
    for (const [key, title] of [[next, "Two"], [next, "Three"], [next, "One"], [previous, "Three"], ["Home", "One"], ["End", "Three"]]) {
      await page.keyboard.press(key);
      await painted(page);
      assert.equal(await focused(stage), title);
      assert.equal(await page.getByRole("tabpanel", { name: title }).textContent(), `Panel ${title}`);
      assert.equal(await page.getByRole("tab", { selected: true }).count(), 1);
    }
    await page.keyboard.press("Tab");
    assert.equal(await page.getByRole("tabpanel").evaluate((panel) => panel === panel.getRootNode().activeElement), true);
  });
}

test("a dialog opens by key, is named after its heading, holds the page still, and gives the focus back on Escape", async (t) => {
  const stage = await openReady(t);
  const { page } = stage;
  const open = async (trigger) => {
    await stage.easel((easel) => easel.reset());
    await stage.send(
      surface({
        root: { component: "Modal", trigger: "trigger", content: "content" },
        trigger,
        words: text("Terms"),
        content: { component: "Column", children: ["title", "close"] },
        title: text("The small print", { variant: "h2" }),
        close: text("Nothing to see."),
      }),
    );
    await page.keyboard.press("Tab");
  };
  for (const trigger of [{ component: "Button", child: "words", action: { event: { name: "terms" } } }, text("Terms")]) {
    for (const key of ["Enter", "Space"]) {
      await open(trigger);
      assert.equal(await focused(stage), "Terms");
      await page.keyboard.press(key);
      await painted(page);
      assert.equal(await page.getByRole("dialog", { name: "The small print" }).count(), 1);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflow), "hidden");
      await page.keyboard.press("Escape");
      await painted(page);
      assert.equal(await page.getByRole("dialog").count(), 0);
      assert.equal(await focused(stage), "Terms");
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).overflow), "hidden");
    }
  }
  await page.keyboard.press("Enter");
  await painted(page);
  await page.mouse.click(5, 5);
  await painted(page);
  assert.equal(await page.getByRole("dialog").count(), 0, "a press beside it closes it");
  await page.keyboard.press("Enter");
  await painted(page);
  await stage.send([{ version: "v0.9", deleteSurface: { surfaceId: "main" } }]);
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).overflow), "hidden", "a deleted surface lets the page go");
  assert.deepEqual(stage.problems, []);
});

test("choices are made by keyboard: arrows among radio buttons, space among check boxes, within the limit", async (t) => {
  const stage = await openReady(t);
  const { page } = stage;
  const options = ["Red", "Green", "Blue"].map((label) => ({ label, value: label.toLowerCase() }));
  await stage.send(
    surface(
      {
        root: { component: "Column", children: ["one", "many"] },
        one: { component: "ChoicePicker", label: "One", value: { path: "/one" }, options, displayStyle: "chips" },
        many: { component: "ChoicePicker", label: "Many", variant: "multipleSelection", maxAllowedSelections: 2, value: { path: "/many" }, options },
      },
      { one: ["red"], many: [] },
    ),
  );
  const data = () => stage.easel((easel) => easel.dataModel("main"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual((await data()).one, ["green"]);
  for (let i = 0; i < 2; i += 1) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
  }
  await painted(page);
  assert.deepEqual((await data()).many, ["red", "green"]);
  assert.ok(await page.getByRole("checkbox", { name: "Blue" }).isDisabled());
  await page.keyboard.press("Space");
  await painted(page);
  assert.deepEqual((await data()).many, ["red"]);
  assert.ok(await page.getByRole("checkbox", { name: "Blue" }).isEnabled());
});

test("a list that goes sideways is a stop, with a name, only while there is more than fits", async (t) => {
  const stage = await openStage(t, { viewport: { width: 300, height: 400 } });
  const card = { component: "Card", child: "words" };
  const send = (children, more) => stage.send([update({ root: { component: "List", direction: "horizontal", children, ...more } })]);
  await stage.send(surface({ root: { component: "List", direction: "horizontal", children: ["a"] }, a: card, b: card, c: card, d: card, words: text("Some words to read") }));
  const state = async () => {
    await painted(stage.page);
    return stage.page.locator(".list").evaluate((list) => [list.getAttribute("tabindex"), list.getAttribute("aria-label")]);
  };
  assert.deepEqual(await state(), [null, null]);
  await send(["a", "b", "c", "d"]);
  assert.deepEqual(await state(), ["0", "List"]);
  await stage.page.setViewportSize({ width: 1200, height: 400 });
  assert.deepEqual(await state(), [null, null]);
  await stage.page.setViewportSize({ width: 300, height: 400 });
  await send(["a", "b", "c", "d"], { accessibility: { label: "Offers" } });
  assert.deepEqual(await state(), ["0", "Offers"]);
  await send(["a"]);
  assert.deepEqual((await state())[0], null);
});
