// Typing while the agent goes on sending: focus, caret, selection, composition and half-typed text survive.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, surface, text, update, write } from "./examples/surface.mjs";
import { openStage, painted } from "./support/stage.mjs";

const COMPONENTS = {
  root: { component: "Column", children: ["hint", "name", "notes", "amount", "day", "list"] },
  hint: text({ path: "/hint" }),
  name: { component: "TextField", label: "Name", value: { path: "/name" } },
  notes: { component: "TextField", label: "Notes", variant: "longText", value: { path: "/notes" } },
  amount: { component: "TextField", label: "Amount", variant: "number", value: { path: "/amount" } },
  day: { component: "DateTimeInput", label: "Day", enableDate: true, value: { path: "/day" } },
  list: { component: "List", children: { componentId: "row", path: "/rows" } },
  row: { component: "TextField", label: "Row", value: { path: "text" } },
};
const DATA = { hint: "", name: "abcdef", notes: "one\ntwo", amount: "5", day: "2026-03-04", rows: [{ text: "first" }, { text: "second" }] };

async function openForm(t, options) {
  const stage = await openStage(t, options);
  await loaded(stage);
  await stage.send(surface(COMPONENTS, DATA));
  return stage;
}

/** Everything an agent may send while somebody is typing, short of what is being typed. */
async function disturb(stage) {
  await stage.send([write("/hint", "thinking")]);
  await stage.send([update({ hint: text("Done"), name: { ...COMPONENTS.name, label: "Full name" } })]);
  await stage.send([write("/rows", [...DATA.rows, { text: "third" }])]);
  await stage.send([update({ root: { component: "Column", children: ["hint", "name", "notes", "amount", "day", "list", "more"] }, more: text("More") })]);
}

const selection = (field) => field.evaluate(({ selectionStart, selectionEnd, value }) => ({ selectionStart, selectionEnd, value }));
const hasFocus = (field) => field.evaluate((element) => element.getRootNode().activeElement === element);
const data = (stage) => stage.easel((easel) => easel.dataModel("main"));

for (const name of ["Name", "Notes", "Amount"]) {
  test(`${name}: focus, selection and half-typed text survive`, async (t) => {
    const stage = await openForm(t);
    const field = stage.page.locator(`.field:has(> .label:has-text("${name === "Name" ? "ame" : name}")) .input`);
    await field.focus();
    await stage.page.keyboard.press("End");
    await stage.page.keyboard.type("7.");
    await field.evaluate((element) => element.setSelectionRange(0, 1));
    const before = await selection(field);
    await disturb(stage);
    assert.deepEqual(await selection(field), before);
    assert.ok(await hasFocus(field));
    await stage.page.keyboard.type("X");
    assert.equal((await selection(field)).value, `X${before.value.slice(1)}`);
    assert.equal((await data(stage))[name.toLowerCase()], `X${before.value.slice(1)}`);
    assert.deepEqual(stage.problems, []);
  });
}

test("what the agent writes into the field in use is shown, and the selection stays", async (t) => {
  const stage = await openForm(t);
  const field = stage.page.getByRole("textbox", { name: "Name" });
  await field.focus();
  await field.evaluate((element) => element.setSelectionRange(2, 4));
  await stage.send([write("/name", "uvwxyz")]);
  assert.deepEqual(await selection(field), { selectionStart: 2, selectionEnd: 4, value: "uvwxyz" });
});

test("text that an input method is composing is not touched", async (t) => {
  const stage = await openForm(t);
  const field = stage.page.getByRole("textbox", { name: "Name" });
  await field.fill("");
  const session = await stage.page.context().newCDPSession(stage.page);
  await session.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
  await disturb(stage);
  await stage.send([write("/name", "something else")]);
  assert.equal(await field.inputValue(), "に");
  await session.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  assert.equal(await field.inputValue(), "にほ");
  await session.send("Input.insertText", { text: "日本" });
  await painted(stage.page);
  assert.equal(await field.inputValue(), "日本");
  assert.equal((await data(stage)).name, "日本");
  await stage.send([write("/name", "after")]);
  assert.equal(await field.inputValue(), "after");
});

test("a slider that is being dragged stays in the hand while the agent goes on sending", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const components = {
    root: { component: "Column", children: ["hint", "size"] },
    hint: text({ path: "/hint" }),
    size: { component: "Slider", label: "Size", min: 0, max: 100, value: { path: "/size" } },
  };
  await stage.send(surface(components, { hint: "", size: 0 }));
  const { page } = stage;
  const box = await page.getByLabel("Size", { exact: true }).boundingBox();
  const to = (share) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 4 });
  await to(0.02);
  await page.mouse.down();
  await to(0.3);
  await stage.send([write("/hint", "thinking")]);
  await stage.send([update({ hint: text("Done"), size: { ...components.size, label: "Size" } })]);
  await to(0.7);
  const { size } = await data(stage);
  assert.ok(size > 60 && size < 80, `${size}`);
  await page.mouse.up();
  assert.deepEqual(stage.problems, []);
});

test("a date that is half typed keeps the old one in the data and its own digits on screen", async (t) => {
  const stage = await openForm(t);
  const { page } = stage;
  const day = page.getByLabel("Day");
  await day.focus();
  await page.keyboard.press("Backspace");
  assert.ok(await day.evaluate((element) => element.validity.badInput));
  await disturb(stage);
  await stage.send([write("/hint", "again")]);
  assert.equal((await data(stage)).day, "2026-03-04");
  assert.ok(await day.evaluate((element) => element.validity.badInput), "the field was not reset");
  await page.keyboard.type("12");
  await painted(page);
  assert.equal((await data(stage)).day, "2026-12-04");
  assert.equal(await day.inputValue(), "2026-12-04");
});

test("a list that grows or is sent again keeps its fields, what is typed in them, and where it is scrolled to", async (t) => {
  const stage = await openForm(t);
  const { page } = stage;
  const list = page.locator(".list");
  await stage.send([write("/rows", Array.from({ length: 60 }, (_, i) => ({ text: `row ${i}` })))]);
  await list.evaluate((element) => element.style.setProperty("max-height", "200px"));
  const second = page.getByRole("textbox", { name: "Row" }).nth(1);
  await second.focus();
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await list.evaluate((element) => element.scrollTo(0, 500));
  const node = await second.elementHandle();
  const rows = (await data(stage)).rows;
  await stage.send([write("/rows", [...rows, { text: "grown" }])]);
  await stage.send([update({ list: COMPONENTS.list }), write("/rows", [...rows, { text: "grown" }, { text: "again" }])]);
  assert.equal(await list.evaluate((element) => element.scrollTop), 500);
  assert.ok(await second.evaluate((element, before) => element === before, node));
  assert.ok(await hasFocus(second));
  assert.equal(await second.inputValue(), "row 1!");
  assert.equal(await page.getByRole("textbox", { name: "Row" }).count(), 62);
  assert.deepEqual(stage.problems, []);
});

test("a dialog and a tab stay open, and a filter narrowed, while data and definitions are sent again", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const { page } = stage;
  const components = {
    root: { component: "Column", children: ["modal", "tabs"] },
    modal: { component: "Modal", trigger: "open", content: "picker" },
    open: { component: "Button", child: "words", action: { event: { name: "open" } } },
    words: text("Open"),
    picker: { component: "ChoicePicker", label: "Fruit", filterable: true, variant: "multipleSelection", value: { path: "/fruit" }, options: ["Apple", "Pear"].map((label) => ({ label, value: label })) },
    tabs: { component: "Tabs", tabs: [{ title: "One", child: "one" }, { title: "Two", child: "two" }] },
    one: text("Panel one"),
    two: text({ path: "/two" }),
  };
  await stage.send(surface(components, { fruit: [], two: "Panel two" }));
  await page.getByRole("tab", { name: "Two" }).click();
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("searchbox", { name: "Filter" }).fill("pe");
  const options = [...components.picker.options, { label: "Apple pear", value: "both" }, { label: "Plum", value: "Plum" }];
  await stage.send([write("/two", "Panel two, again"), update({ ...components, picker: { ...components.picker, options } })]);
  assert.equal(await page.getByRole("dialog").count(), 1);
  assert.deepEqual(await page.getByRole("checkbox").allInnerTexts().then((all) => all.length), 2);
  assert.equal(await page.getByRole("searchbox", { name: "Filter" }).inputValue(), "pe");
  await page.keyboard.press("Escape");
  await painted(page);
  assert.equal(await page.getByRole("tabpanel", { name: "Two" }).textContent(), "Panel two, again");
  assert.deepEqual(stage.problems, []);
});

test("every kind of field shows the data and writes the right type at once", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const { page } = stage;
  const field = (label, more) => ({ component: "TextField", label, value: { path: `/${label.toLowerCase()}` }, ...more });
  const components = {
    root: { component: "Column", children: ["secret", "long", "check", "slider", "steps", "time", "both", "none"] },
    secret: field("Secret", { variant: "obscured", placeholder: "Say the word" }),
    long: field("Long", { variant: "longText" }),
    check: { component: "CheckBox", label: "Check", value: { path: "/check" } },
    slider: { component: "Slider", label: "Slider", min: 0, max: 1, value: { path: "/slider" } },
    steps: { component: "Slider", label: "Steps", min: 0, max: 100, value: { path: "/steps" }, steps: 4 },
    time: { component: "DateTimeInput", label: "Time", enableTime: true, value: { path: "/time" }, min: "08:00", max: "18:00" },
    both: { component: "DateTimeInput", label: "Both", enableDate: true, enableTime: true, value: { path: "/both" } },
    none: { component: "Slider", label: "None", min: 5, max: 5, value: { path: "/slider" } },
  };
  await stage.send(surface(components, { secret: "s", long: "l", check: false, slider: 0.25, steps: 50, time: "08:30", both: "2026-01-02T03:04:00+02:00" }));
  const at = (label) => page.getByLabel(label, { exact: true });
  assert.equal(await at("Secret").getAttribute("type"), "password");
  assert.equal(await at("Secret").getAttribute("placeholder"), "Say the word");
  assert.equal(await at("Long").evaluate(({ localName }) => localName), "textarea");
  assert.equal(await at("Slider").inputValue(), "0.25");
  assert.equal(await at("Both").inputValue(), "2026-01-02T03:04");
  assert.deepEqual(await at("Time").evaluate(({ min, max }) => [min, max]), ["08:00", "18:00"]);
  assert.ok(await at("None").isDisabled());
  const height = await at("Long").evaluate(({ offsetHeight }) => offsetHeight);
  await at("Long").fill("a\n".repeat(12));
  assert.ok((await at("Long").evaluate(({ offsetHeight }) => offsetHeight)) > height, "it grows with its text");
  await at("Secret").fill("t");
  await at("Check").check();
  await at("Slider").fill("0.5");
  await at("Steps").press("ArrowRight");
  await at("Time").fill("09:45");
  await at("Both").fill("2027-05-06T07:08");
  assert.deepEqual(await data(stage), {
    secret: "t",
    long: "a\n".repeat(12),
    check: true,
    slider: 0.5,
    steps: 75,
    time: "09:45",
    both: "2027-05-06T07:08+02:00",
  });
});

test("a field whose own pattern does not match says so once it was used, writes all the same, and is right again when it does", async (t) => {
  const ours = { component: "TextField", label: "Code", value: { path: "/code" }, validationRegexp: "^[0-9]{3}$" };
  const old = (component) => ({ id: "root", component: { TextField: component } });
  const v08 = [
    { surfaceUpdate: { surfaceId: "main", components: [old({ label: { literalString: "Code" }, text: { path: "/code" }, validationRegexp: "^[0-9]{3}$" })] } },
    { beginRendering: { surfaceId: "main", root: "root" } },
  ];
  for (const messages of [surface({ root: ours }, { code: "x" }), v08]) {
    const stage = await openStage(t);
    await loaded(stage);
    await stage.send(messages);
    const field = stage.page.getByLabel("Code");
    const state = async () => [await field.getAttribute("aria-invalid"), await stage.page.locator(".complaint").allTextContents()];
    assert.deepEqual(await state(), [null, []], "nobody was here yet");
    await field.fill("abc");
    await field.press("Tab");
    assert.deepEqual(await state(), ["true", ["Please check this entry."]]);
    assert.equal(await stage.easel((easel) => easel.dataModel("main").code), "abc");
    await stage.easel((easel) => (easel.words = { invalid: "Bitte prüfen." }));
    await field.fill("12");
    await field.fill("123");
    assert.deepEqual(await state(), [null, []]);
    await field.fill("1");
    assert.deepEqual(await state(), ["true", ["Bitte prüfen."]]);
    await field.fill("");
    assert.deepEqual(await state(), [null, []]);
    assert.deepEqual(stage.problems, []);
  }
  const broken = await openStage(t);
  await broken.send(surface({ root: { ...ours, validationRegexp: "(" } }));
  await broken.page.getByLabel("Code").fill("abc");
  assert.equal(await broken.page.locator("[aria-invalid]").count(), 0);
});

test("who is at a field stays at it when its siblings change places around it", async (t) => {
  const field = (id) => ({ component: "TextField", label: id, value: { path: `/${id}` } });
  const many = Array.from({ length: 250 }, (_, at) => `f${at}`);
  for (const component of ["Column", "List"]) {
    for (const [order, at, changed] of [
      [["a", "b", "c", "d"], "b", [["b", "a", "c", "d"], ["d", "c", "b", "a"], ["c", "x", "b", "y", "a"], ["b"], ["a", "b"]]],
      [["a", "b", "c", "d"], "d", [["d", "a", "b", "c"], ["a", "d", "b", "c"], ["c", "b", "a", "d"]]],
      [many, "f201", [many.toReversed(), ["f201", ...many.filter((id) => id !== "f201")], many]],
    ]) {
      const stage = await openStage(t);
      await loaded(stage);
      const all = Object.fromEntries([...order, "x", "y"].map((id) => [id, field(id)]));
      await stage.send(surface({ ...all, root: { component, children: order } }, { [at]: "typed" }));
      const input = stage.page.getByLabel(at, { exact: true });
      await input.focus();
      await input.evaluate((input) => {
        input.setSelectionRange(1, 3);
        globalThis.left = 0;
        input.addEventListener("blur", () => (globalThis.left += 1));
      });
      for (const children of changed) {
        await stage.send([update({ root: { component, children } })]);
        await painted(stage.page);
        const labels = await stage.page.locator(".input").evaluateAll((inputs) => inputs.map((input) => input.labels[0].textContent));
        assert.deepEqual(labels, children);
        assert.deepEqual(await input.evaluate((input) => [input.matches(":focus"), input.selectionStart, input.selectionEnd, globalThis.left]), [true, 1, 3, 0]);
      }
      assert.deepEqual(stage.problems, []);
    }
  }
});

test("what is drawn anew under a person's hands leaves them where they were", async (t) => {
  const choices = { component: "ChoicePicker", label: "Pick", filterable: true, options: ["one", "two"].map((value) => ({ label: value, value })), value: { path: "/pick" } };
  const cases = [
    [{ component: "Button", child: "words" }, { variant: "primary" }, ".button"],
    [{ component: "TextField", label: "T", value: { path: "/t" } }, { variant: "obscured" }, ".input"],
    [{ component: "TextField", label: "T", value: { path: "/t" } }, { variant: "longText" }, ".input"],
    [{ component: "TextField", label: "T", value: { path: "/t" } }, { variant: "number" }, ".input"],
    [{ component: "TextField", label: "T", variant: "longText", value: { path: "/t" } }, { variant: "shortText" }, ".input"],
    [{ component: "DateTimeInput", label: "D", enableDate: true, value: { path: "/d" } }, { enableTime: true }, ".input"],
    [choices, { variant: "mutuallyExclusive" }, ".filter"],
  ];
  for (const [before, change, css] of cases) {
    const stage = await openStage(t);
    await loaded(stage);
    const root = { component: "Column", children: ["it"] };
    await stage.send(surface({ root, it: before, words: text("Go") }, { t: "typed" }));
    const at = stage.page.locator(css).first();
    await at.focus();
    if (css === ".filter") await at.fill("tw");
    const caret = await at.evaluate((it) => it.selectionStart !== null && it.setSelectionRange?.(2, 2));
    const there = () =>
      stage.easel((easel, css) => {
        const it = easel.shadowRoot.activeElement;
        return [it?.matches(css), it?.value, it?.selectionStart];
      }, css);
    const was = await there();
    for (const [id, definition] of [["it", { ...before, ...change }], ["root", { ...root, component: "Row" }], ["root", { ...root, component: "List" }]]) {
      await stage.send([update({ [id]: definition })]);
      await painted(stage.page);
      assert.deepEqual(await there(), was, JSON.stringify([before, change, id, caret]));
    }
    if (css === ".filter") assert.deepEqual(await stage.page.locator(".choice:visible").allTextContents(), ["two"]);
    assert.deepEqual(stage.problems, []);
  }
});

test("a last day is allowed to its end, and limits of other forms count for what they say", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  for (const [parts, value, min, max, limits, isAllowed] of [
    [{ enableDate: true, enableTime: true }, "2026-02-28T10:00", "2026-02-01", "2026-02-28", ["2026-02-01T00:00", "2026-02-28T23:59"], true],
    [{ enableDate: true, enableTime: true }, "2026-02-28T10:00", "2026-02-01", "2026-02-28T00:00", ["2026-02-01T00:00", "2026-02-28T00:00"], false],
    [{ enableDate: true }, "2026-02-28", "2026-02-01T12:00", "2026-02-28T00:00Z", ["2026-02-01", "2026-02-28"], true],
    [{ enableTime: true }, "10:00", "2026-02-01T09:00", "17:00", ["09:00", "17:00"], true],
  ]) {
    await stage.send(surface({ root: { component: "DateTimeInput", label: "When", ...parts, min, max, value: { path: "/when" } } }, { when: value }));
    const input = stage.page.getByLabel("When");
    assert.deepEqual(await input.evaluate((input) => [input.min, input.max, input.value, !input.validity.rangeOverflow && !input.validity.rangeUnderflow]), [...limits, value, isAllowed]);
    await stage.easel((easel) => easel.reset());
  }
});
