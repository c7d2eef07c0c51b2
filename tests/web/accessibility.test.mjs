// Axe on every official example, light and dark, in every dialog and behind every tab; and what a person without a mouse
// has to be able to do.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, surface, text } from "./examples/surface.mjs";
import { SETS } from "./examples/versions.mjs";
import { audit } from "./support/audit.mjs";
import { openStage, painted } from "./support/stage.mjs";

/** What a page owes and a surface in it cannot give: landmarks and a first heading; and the agent's own choice of levels. */
const NOT_OURS = ["region", "landmark-one-main", "page-has-heading-one", "heading-order"];
const RULES = { rules: Object.fromEntries(NOT_OURS.map((rule) => [rule, { enabled: false }])) };

async function openReady(t, options) {
  const stage = await openStage(t, options);
  await loaded(stage);
  return stage;
}

const example = (version, name) => SETS.find((set) => set.snapshots === version).examples().find((each) => each.name.includes(name)).messages;

/** Audits a surface as it stands, then with each of its dialogs open, then on each of its other tabs. */
async function auditAll({ page }) {
  const found = await audit(page, RULES);
  for (const trigger of await page.locator("[aria-haspopup=dialog]").elementHandles()) {
    await trigger.click();
    await painted(page);
    assert.equal(await page.getByRole("dialog").count(), 1);
    found.push(...(await audit(page, RULES)));
    await page.keyboard.press("Escape");
    await painted(page);
  }
  for (const tab of await page.getByRole("tab", { selected: false }).elementHandles()) {
    await tab.click();
    await painted(page);
    found.push(...(await audit(page, RULES)));
  }
  return [...new Set(found)];
}

for (const colorScheme of ["light", "dark"]) {
  for (const { title, examples, isDerived } of SETS) {
    if (isDerived) continue;
    test(`axe finds nothing in the examples of ${title}, ${colorScheme}`, async (t) => {
      const stage = await openReady(t, { reducedMotion: "reduce" });
      await paintPage(stage, colorScheme);
      for (const { name, messages } of examples()) {
        await t.test(name, async () => {
          await stage.easel((easel) => easel.reset());
          await stage.send(messages);
          assert.deepEqual(await auditAll(stage), []);
        });
      }
    });
  }
}

/** Puts the page under the easel into a colour scheme, ground included. */
const paintPage = ({ page }, colorScheme) =>
  page.evaluate((scheme) => {
    document.documentElement.style.colorScheme = scheme;
    document.documentElement.style.background = scheme === "dark" ? "#14161b" : "#ffffff";
  }, colorScheme);

test("any colour an agent chooses is readable, as a ground and as words, in light and dark", async (t) => {
  const stage = await openReady(t, { reducedMotion: "reduce" });
  const button = (variant) => ({ component: "Button", variant, child: "words", action: { event: { name: "go" } } });
  for (const colorScheme of ["light", "dark"]) {
    await paintPage(stage, colorScheme);
    for (const primaryColor of ["#FFFFFF", "#000000", "#FFCC00", "#777777", "#1A73E8", "#00FF00", "#7A1F00"]) {
      await stage.easel((easel) => easel.reset());
      const [create, ...rest] = surface(
        {
          root: { component: "Card", child: "all" },
          all: { component: "Column", children: ["plain", "primary", "borderless", "choices", "tabs"] },
          plain: button("default"),
          primary: button("primary"),
          borderless: button("borderless"),
          words: text("Words"),
          choices: { component: "ChoicePicker", label: "Sizes", displayStyle: "chips", options: [{ label: "Small", value: "s" }, { label: "Large", value: "l" }], value: ["s"] },
          tabs: { component: "Tabs", tabs: [{ title: "One", child: "words" }, { title: "Two", child: "words" }] },
        },
        {},
      );
      create.createSurface.theme = { primaryColor };
      await stage.send([create, ...rest]);
      assert.deepEqual(await audit(stage.page, RULES), [], `${primaryColor}, ${colorScheme}`);
    }
  }
});

/** What has the focus: its role and name. */
const focused = ({ page }) =>
  page.evaluate(() => {
    const element = document.querySelector("a2ui-easel").shadowRoot.activeElement;
    const name = element?.getAttribute("aria-label") ?? element?.labels?.[0]?.textContent ?? element?.textContent;
    return name?.trim();
  });

test("the login form is filled in and sent by keyboard alone", async (t) => {
  const stage = await openReady(t);
  const { page } = stage;
  await stage.send(example("v0_9", "09_login-form"));
  await page.keyboard.press("Tab");
  assert.equal(await focused(stage), "Email");
  assert.ok(await page.getByRole("button", { name: "Sign in" }).isDisabled());
  await page.keyboard.type("kim@example.org");
  await page.keyboard.press("Tab");
  await page.keyboard.type("long enough");
  await page.keyboard.press("Tab");
  assert.equal(await focused(stage), "Sign in");
  await page.keyboard.press("Enter");
  const actions = (await stage.events()).filter(({ type }) => type === "a2ui-action");
  assert.equal(actions.length, 1);
  assert.deepEqual(stage.problems, []);
});

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

test("what is pressed is large enough, for fingers larger", async (t) => {
  for (const [least, options] of [
    [24, {}],
    [44, { hasTouch: true, isMobile: true }],
  ]) {
    const stage = await openReady(t, options);
    await stage.send(example("v0_9", "06_music-player"));
    await stage.easel((easel, more) => easel.send(more), surface(
      {
        root: { component: "Column", children: ["button", "field", "tabs"] },
        button: { component: "Button", child: "words", action: { event: { name: "go" } } },
        words: text("Go"),
        field: { component: "TextField", label: "Field", value: "" },
        tabs: { component: "Tabs", tabs: [{ title: "One", child: "words" }] },
      },
      {},
      "more",
    ));
    await painted(stage.page);
    for (const target of await stage.page.locator("button, input:not([type=range])").all()) {
      const { width, height } = await target.evaluate((element) => ({ width: element.offsetWidth, height: element.offsetHeight }));
      assert.ok(width >= least && height >= least, `${await target.evaluate((element) => element.outerHTML)}: ${width} by ${height}`);
    }
  }
});
