// Lists: so long that most of them is never laid out, and none the less whole: to the eye, the keyboard and the agent.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, surface, text, update, write } from "./examples/surface.mjs";
import { audit } from "./support/audit.mjs";
import { openStage, painted } from "./support/stage.mjs";

const LIST = { root: { component: "List", children: { componentId: "name", path: "/rows" } }, name: text({ path: "name" }) };
const rows = (count) => Array.from({ length: count }, (_, i) => ({ name: `Row number ${i}` }));
const names = (count) => rows(count).map(({ name }) => name);
/** A list by ids, each a text of its own. */
const ids = (count) => Array.from({ length: count }, (_, i) => `t${i}`);
const texts = (all) => Object.fromEntries(all.map((id) => [id, text(id)]));
const listOf = (children, more) => update({ root: { component: "List", children, ...more } });

async function open(t, components, data, options) {
  const stage = await openStage(t, options);
  await loaded(stage);
  await stage.send(surface(components, data));
  await whole(stage);
  return stage;
}

/** Waits until no item of a list is still to be drawn. */
const whole = ({ page }) => page.locator('.list:not([style*="contain"])').first().waitFor({ state: "attached" });

const list = ({ page }) => page.locator(".list").first();

/** The words of all items, in the order in which they stand. */
const words = (stage) => list(stage).evaluate((list) => [...list.querySelectorAll(".item")].map((item) => item.textContent));

/** How many items are laid out. */
const laidOut = (stage) =>
  list(stage).evaluate((list) => {
    const items = [...list.querySelectorAll(".item")];
    return items.filter((item) => item.firstElementChild.checkVisibility({ contentVisibilityAuto: true })).length;
  });

/** How many elements the browser watches to know what comes near the window: that is what each frame of scrolling costs. */
const watched = (stage) =>
  list(stage).evaluate((list) => [...list.querySelectorAll(".item, .chunk")].filter((element) => getComputedStyle(element).contentVisibility === "auto").length);

test("of ten thousand items a few hundred are laid out and watched, at the start, in the middle and at the end", async (t) => {
  const row = {
    row: { component: "Row", children: ["name", "more", "icon"] },
    more: text("More", { variant: "caption" }),
    icon: { component: "Icon", name: "star" },
  };
  for (const components of [LIST, { ...LIST, ...row, root: { component: "List", children: { componentId: "row", path: "/rows" } } }]) {
    const stage = await open(t, components, { rows: rows(10_000) });
    for (const share of [0, 0.5, 1]) {
      await stage.page.evaluate((to) => scrollTo(0, document.documentElement.scrollHeight * to), share);
      await painted(stage.page);
      const count = await laidOut(stage);
      assert.ok(count > 0 && count <= 500, `${count} are laid out`);
    }
    assert.ok((await watched(stage)) <= 200);
    assert.deepEqual(stage.problems, []);
  }
});

test("of a long list the first screens are drawn at once and the rest bit by bit, with room for it from the start", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.easel((easel, messages) => {
    globalThis.seen = [];
    const note = () => {
      const list = easel.shadowRoot.querySelector(".list");
      const items = list?.querySelectorAll(".item").length ?? 0;
      if (items !== globalThis.seen.at(-1)?.items) globalThis.seen.push({ items, last: list?.querySelector(".item:last-child")?.textContent, height: document.documentElement.scrollHeight, state: easel.state });
    };
    new MutationObserver(note).observe(easel.shadowRoot, { childList: true, subtree: true });
    easel.send(messages);
  }, surface(LIST, { rows: rows(10_000) }));
  await whole(stage);
  const seen = await stage.page.evaluate(() => globalThis.seen);
  assert.deepEqual([...new Set(seen.map(({ state }) => state))], ["painted"]);
  assert.ok(seen[0].items >= 100 && seen[0].items <= 1_000, `${seen[0].items} at once`);
  const steps = seen.slice(1).map(({ items }, i) => items - seen[i].items);
  assert.ok(steps.every((step) => step > 0 && step <= 1_000), String(steps));
  const heights = seen.map(({ height }) => height);
  assert.ok(Math.min(...heights) > 0.9 * Math.max(...heights), String(heights));
  assert.deepEqual(await words(stage), names(10_000));
  assert.deepEqual(stage.problems, []);
});

test("what is sent while the rest of a long list is still to be drawn comes out as if it had been there", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const all = ids(2_000);
  const byIds = [...surface({ ...texts([...all, "first", "last"]), root: { component: "List", children: all } })];
  const byData = surface(LIST, { rows: rows(2_000) });
  const LABELS = [...names(1_999), "Changed"];
  const table = [
    ["grows", byData, [[write("/rows/2000", { name: "Row number 2000" })]], names(2_001)],
    ["changes where nothing is drawn", byData, [[write("/rows/1999/name", "Changed")]], LABELS],
    ["shrinks", byData, [[write("/rows", rows(1_500))]], names(1_500)],
    ["shrinks to what is drawn, and less, and grows", byData, [[write("/rows", rows(150))], [write("/rows", rows(0))], [write("/rows", rows(1_700))]], names(1_700)],
    ["is marked", byData, [[update({ root: { ...LIST.root, listStyle: "ordered" } })]], names(2_000)],
    ["shows something else", byData, [[update({ name: { component: "CheckBox", label: { path: "name" }, value: false } })]], names(2_000)],
    ["is by another name", byData, [[update({ other: LIST.name, root: { component: "List", children: { componentId: "other", path: "/rows" } } })]], names(2_000)],
    ["lies in a column", byData, [[update({ list: LIST.root, root: { component: "Column", children: ["list"] } })]], names(2_000)],
    ["has its surface anew", byData, [[{ version: "v0.9", deleteSurface: { surfaceId: "main" } }, ...byData]], names(2_000)],
    ["turns round", byIds, [[listOf([...all].reverse())]], [...all].reverse()],
    ["turns round and back", byIds, [[listOf([...all].reverse())], [listOf(all)]], all],
    ["has one more at either end", byIds, [[listOf([...all, "last"])], [listOf(["first", ...all, "last"])]], ["first", ...all, "last"]],
    ["loses every third", byIds, [[listOf(all.filter((_, i) => i % 3 !== 0))]], all.filter((_, i) => i % 3 !== 0)],
    ["loses its first thousand", byIds, [[listOf(all.slice(1_000))]], all.slice(1_000)],
  ];
  for (const [what, start, later, expected] of table) {
    const waited = await stage.easel(async (easel, [start, later]) => {
      easel.reset();
      easel.send(start);
      await null;
      const waits = easel.shadowRoot.querySelector('.list[style*="contain"]') !== null;
      for (const messages of later) {
        easel.send(messages);
        await null;
      }
      return waits;
    }, [start, later]);
    assert.ok(waited, `${what}: some of it waited`);
    await whole(stage);
    assert.deepEqual(await words(stage), expected, what);
    assert.equal(await list(stage).locator(".chunk:empty").count(), 0, what);
  }
  assert.deepEqual(stage.problems, []);
});

test("a person types into a long list while the rest of it is still to be drawn", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const field = { component: "TextField", label: "Name", value: { path: "name" } };
  const typed = await stage.easel(async (easel, messages) => {
    easel.send(messages);
    await null;
    const field = easel.shadowRoot.querySelector("input");
    field.focus();
    field.value = "Typed";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    const waits = easel.shadowRoot.querySelector('.list[style*="contain"]') !== null;
    globalThis.field = field;
    return [waits, easel.dataModel("main").rows[0].name];
  }, surface({ ...LIST, name: field }, { rows: rows(3_000) }));
  assert.deepEqual(typed, [true, "Typed"]);
  await whole(stage);
  assert.ok(await stage.easel((easel) => easel.shadowRoot.activeElement === globalThis.field));
  const values = await list(stage).evaluate((list) => [...list.querySelectorAll("input")].map(({ value }) => value));
  assert.deepEqual(values, ["Typed", ...names(3_000).slice(1)]);
});

test("assistive technology, the browser's search, the focus and the printer find what is not laid out", async (t) => {
  // The accessibility tree that is made when assistive technology is there; the one for developer tools leaves out what is skipped.
  const stage = await open(t, { ...LIST, name: { component: "CheckBox", label: { path: "name" }, value: { path: "on" } } }, { rows: rows(1_000) }, { flags: ["--force-renderer-accessibility"] });
  const { page } = stage;
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const inTree = async (role, accessibleName) => {
    const { nodes } = await session.send("Accessibility.queryAXTree", { nodeId: root.nodeId, role, accessibleName });
    return nodes.filter(({ ignored }) => !ignored).length;
  };
  assert.ok((await laidOut(stage)) <= 300);
  assert.equal(await inTree("checkbox", "Row number 987"), 1);
  assert.equal(await inTree("listitem"), 1_000);
  assert.ok((await laidOut(stage)) <= 300, "asking has laid nothing out");

  const onScreen = (number) => page.getByRole("checkbox", { name: `Row number ${number}`, exact: true }).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  assert.ok(await page.evaluate(() => find("Row number 876")));
  await painted(page);
  assert.ok(await onScreen(876));

  await page.getByRole("checkbox", { name: "Row number 699" }).focus();
  await painted(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await painted(page);
  assert.equal((await stage.easel((easel) => easel.dataModel("main"))).rows[700].on, true);
  assert.ok(await onScreen(700), "what has the focus is on screen");
  // From a chunk that is laid out into one that is not.
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("Shift+Tab");
  await painted(page);
  assert.ok(await onScreen(699));

  const pages = async () => (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  const printed = await pages();
  await list(stage).evaluate((list) => list.querySelectorAll(".chunk").forEach((chunk) => chunk.style.setProperty("content-visibility", "visible")));
  assert.equal(printed, await pages());
  assert.deepEqual(stage.problems, []);
});

test("long lists grow, shrink and change their order, and leave nothing empty behind", async (t) => {
  const stage = await open(t, LIST, { rows: rows(10) });
  for (const count of [250, 450, 130, 60, 320, 0, 205, 100, 101, 0]) {
    await stage.send([write("/rows", rows(count))]);
    assert.deepEqual(await words(stage), names(count));
    assert.equal(await list(stage).locator(".chunk").count(), Math.max(0, Math.ceil(count / 100) - 1), String(count));
  }
  const all = ids(350);
  await stage.send([update({ ...texts(all), root: { component: "List", children: all } })]);
  const node = await stage.page.locator('[data-component-id="t300"]').elementHandle();
  const orders = [
    [...all].reverse(),
    all.filter((_, i) => i % 3 === 0),
    [...all.slice(200), ...all.slice(0, 200)],
    ["t300", ...all.filter((id) => id !== "t300")],
    all.slice(150),
    all.slice(250),
    all,
    all.slice(300),
    [...all.slice(0, 120), ...all.slice(300)],
  ];
  for (const children of orders) {
    await stage.send([listOf(children)]);
    assert.deepEqual(await words(stage), children);
    assert.equal(await list(stage).locator(".chunk:empty").count(), 0);
  }
  assert.ok(await stage.page.locator('[data-component-id="t300"]').evaluate((now, before) => now === before, node), "it is the element it was at first");
  assert.deepEqual(stage.problems, []);
});

test("what is typed far down a list stays in its field, with the focus, while items come and go above and below", async (t) => {
  const fields = (all) => Object.fromEntries(all.map((id) => [id, { component: "TextField", label: id, value: { path: `/${id}` } }]));
  const all = ids(330);
  const stage = await open(t, { ...fields([...all, "new", "more"]), root: { component: "List", children: all } }, {});
  const { page } = stage;
  const field = page.getByRole("textbox", { name: "t250" });
  await field.focus();
  await page.keyboard.type("abc");
  await field.evaluate((element) => element.setSelectionRange(1, 2));
  const node = await field.elementHandle();
  for (const children of [["new", ...all], [...all, "more"], all.filter((_, i) => i % 100 !== 0), ["new", ...all, "more"], all.slice(249)]) {
    await stage.send([listOf(children)]);
    assert.ok(await field.evaluate((now, before) => now === before && now.getRootNode().activeElement === now, node));
    assert.deepEqual(await field.evaluate(({ value, selectionStart, selectionEnd }) => [value, selectionStart, selectionEnd]), ["abc", 1, 2]);
  }
  assert.equal(await page.getByRole("textbox").count(), 81);
  assert.deepEqual(stage.problems, []);
});

test("a long list that grows stays where it is scrolled to, and what is there stays", async (t) => {
  const stage = await open(t, LIST, { rows: rows(2_000) });
  const { page } = stage;
  await page.evaluate(() => scrollTo(0, 40_000));
  await painted(page);
  await painted(page);
  const seen = () => page.evaluate(() => [scrollY, document.querySelector("a2ui-easel").shadowRoot.elementFromPoint(100, 300).textContent]);
  const before = await seen();
  assert.match(before[1], /^Row number \d+$/);
  await stage.send([write("/rows", rows(2_500))]);
  await stage.send([update(LIST), write("/rows", rows(2_600))]);
  assert.deepEqual(await seen(), before);
  assert.equal((await words(stage)).length, 2_600);
});

test("items stand equally far apart whether they stand in the list or in chunks, in every arrangement of agent and host", async (t) => {
  const stage = await open(t, LIST, { rows: rows(220) });
  const host = (css) =>
    stage.page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, css);
  /** All of it laid out: `left` and `width` of each item, and its distance from the one before. */
  const boxes = () =>
    list(stage).evaluate((list) => {
      list.querySelectorAll(".chunk").forEach((chunk) => chunk.style.setProperty("content-visibility", "visible"));
      const boxes = [...list.querySelectorAll(".item")].map((item) => item.getBoundingClientRect());
      return boxes.map(({ left, width, top }, i) => ({ place: `${left} ${width}`, gap: i === 0 ? undefined : Math.round((top - boxes[i - 1].bottom) * 10) / 10 }));
    });
  for (const align of ["start", "center", "end", "stretch"]) {
    for (const listStyle of ["none", "unordered", "ordered"]) {
      await stage.send([update({ root: { ...LIST.root, align, listStyle } })]);
      for (const [css, gap] of [["", 0], ["a2ui-easel::part(list) { gap: 7px }", 7], ["a2ui-easel::part(item) { margin-block: 3px }", 6]]) {
        await host(css);
        const gaps = (await boxes()).slice(1).map(({ gap }) => gap);
        assert.deepEqual([...new Set(gaps)], [gap], [align, listStyle, css].join());
      }
    }
  }
  // A host that makes a grid of lists.
  await stage.send([update({ root: LIST.root })]);
  await host("a2ui-easel::part(list) { display: grid; grid-template-columns: 1fr 2fr; gap: 4px }");
  const places = (await boxes()).map(({ place }) => place);
  const [first, second] = [0, 1].map((rest) => [...new Set(places.filter((_, i) => i % 2 === rest))]);
  assert.deepEqual([first.length, second.length], [1, 1]);
  assert.notEqual(first[0], second[0]);
});

test("a long list goes sideways in one line, from either side, and turns", async (t) => {
  const across = { ...LIST, root: { ...LIST.root, direction: "horizontal" } };
  for (const direction of ["ltr", "rtl"]) {
    const stage = await open(t, LIST, { rows: rows(230) });
    await stage.page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await stage.send([update(across)]);
    const steps = await list(stage).evaluate((list) => {
      const boxes = [...list.querySelectorAll(".item")].map((item) => item.getBoundingClientRect());
      return boxes.slice(1).map((box, i) => [Math.sign(box.left - boxes[i].left), box.top - boxes[i].top]);
    });
    assert.deepEqual([...new Set(steps.map(String))], [direction === "ltr" ? "1,0" : "-1,0"]);
    assert.deepEqual(await words(stage), names(230));
    await stage.send([update(LIST)]);
    assert.ok((await laidOut(stage)) < 230);
    assert.deepEqual(stage.problems, []);
  }
});

test("marks go on through the whole list: numbers that count on, or dots", async (t) => {
  for (const [listStyle, tag, mark] of [["ordered", "ol", 'counter(item) "."'], ["unordered", "ul", '"•"'], ["none", "ul", "none"], [undefined, "ul", "none"]]) {
    const stage = await open(t, { ...LIST, root: { ...LIST.root, ...(listStyle && { listStyle }) } }, { rows: rows(330) });
    assert.equal(await list(stage).evaluate(({ localName }) => localName), tag);
    const marks = await list(stage).evaluate((list) => [...list.querySelectorAll(".item")].map((item) => getComputedStyle(item, "::before").content));
    assert.deepEqual([...new Set(marks)], [mark]);
    await stage.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await painted(stage.page);
    const session = await stage.page.context().newCDPSession(stage.page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const spoken = nodes.filter(({ role }) => role?.value === "StaticText").map(({ name }) => name.value);
    assert.match(spoken.join(" "), { ordered: / 330 ?\. Row number 329$/, unordered: / • Row number 329$/ }[listStyle] ?? / Row number 328 Row number 329$/);
    if (listStyle !== "ordered") continue;
    await stage.send([update({ root: { ...LIST.root, listStyle: "unordered" } })]);
    assert.equal(await list(stage).evaluate(({ localName }) => localName), "ul");
    assert.deepEqual(await words(stage), names(330));
  }
});

test("in the page itself long lists are no different", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.page.evaluate(() => {
    const easel = document.createElement("a2ui-easel");
    easel.toggleAttribute("light", true);
    document.querySelector("a2ui-easel").replaceWith(easel);
  });
  await stage.send(surface(LIST, { rows: rows(1_000) }));
  assert.deepEqual(await words(stage), names(1_000));
  assert.ok((await laidOut(stage)) <= 300);
  assert.deepEqual(stage.problems, []);
});

test("axe finds nothing in a list that stands in chunks, in either direction", async (t) => {
  for (const direction of ["vertical", "horizontal"]) {
    const stage = await open(t, { ...LIST, root: { ...LIST.root, direction } }, { rows: rows(330) }, { path: "page.html" });
    assert.deepEqual(await audit(stage.page), []);
    assert.equal(await stage.page.getByRole("list").getByRole("listitem").count(), 330);
  }
});
