// Every variant of every property is seen, in the page as laid out.
import assert from "node:assert/strict";
import test from "node:test";
import { create, loaded, surface, text, update } from "./examples/surface.mjs";
import { openStage, painted } from "./support/stage.mjs";

const BUTTON = { component: "Button", child: "words", action: { event: { name: "go" } } };
const PICTURE = "https://example.com/picture.png";

async function paint(t, components, data, options) {
  const stage = await openStage(t, options);
  await loaded(stage);
  await stage.send(surface({ words: text("Words"), ...components }, data));
  return stage;
}

/** Place and size of a component, and the computed styles asked for. */
const look = (stage, id, ...styles) =>
  stage.page.locator(`[data-component-id="${id}"]`).evaluate((element, names) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const computed = getComputedStyle(element);
    const rounded = Object.fromEntries(Object.entries({ left, top, right, bottom, width, height }).map(([key, value]) => [key, Math.round(value)]));
    return { tag: element.localName, ...rounded, ...Object.fromEntries(names.map((name) => [name, computed[name]])) };
  }, styles);

test("Text: headings are headings and grow with their rank, captions are small and quiet", async (t) => {
  const variants = ["h1", "h2", "h3", "h4", "h5", "body", "caption"];
  const components = Object.fromEntries(variants.map((variant) => [variant, text("Words", { variant })]));
  for (const width of [360, 1000]) {
    const stage = await paint(t, { root: { component: "Column", children: variants }, ...components }, undefined, { viewport: { width, height: 800 } });
    const looks = await Promise.all(variants.map((id) => look(stage, id, "fontSize", "color")));
    assert.deepEqual(looks.map(({ tag }) => tag), ["h1", "h2", "h3", "h4", "h5", "p", "p"]);
    const sizes = looks.map(({ fontSize }) => Number.parseFloat(fontSize));
    assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a));
    assert.ok(sizes[0] >= 1.75 * sizes[5] && sizes[6] < sizes[5]);
    assert.notEqual(looks[6].color, looks[5].color);
  }
});

test("Image: every variant has its size and every fit its way of filling it", async (t) => {
  const sizes = { icon: [24, 24], avatar: [40, 40], smallFeature: [100, 100], mediumFeature: [300, undefined], largeFeature: [968, undefined], header: [968, 200] };
  const fits = { fill: "fill", contain: "contain", cover: "cover", none: "none", scaleDown: "scale-down" };
  const components = {
    root: { component: "Column", children: [...Object.keys(sizes), ...Object.keys(fits)] },
    ...Object.fromEntries(Object.keys(sizes).map((variant) => [variant, { component: "Image", url: PICTURE, variant }])),
    ...Object.fromEntries(Object.keys(fits).map((fit) => [fit, { component: "Image", url: PICTURE, variant: "smallFeature", fit }])),
  };
  const stage = await paint(t, components, undefined, { viewport: { width: 1000, height: 3000 } });
  await stage.page.waitForFunction(() => [...document.querySelector("a2ui-easel").shadowRoot.querySelectorAll("img")].every(({ complete }) => complete));
  for (const [variant, [width, height]] of Object.entries(sizes)) {
    const seen = await look(stage, variant);
    assert.deepEqual([variant, seen.width, height && seen.height], [variant, width, height]);
  }
  for (const [fit, value] of Object.entries(fits)) {
    const objectFit = await stage.page.locator(`[data-component-id="${fit}"] img`).evaluate((picture) => getComputedStyle(picture).objectFit);
    assert.equal(objectFit, value);
  }
});

test("Image: one that cannot be loaded leaves its words in a box of the same size", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.page.route("**/broken.png", (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "" }));
  await stage.send(
    surface({
      root: { component: "Column", children: ["broken", "refused"] },
      broken: { component: "Image", url: new URL("broken.png", stage.url).href, variant: "smallFeature", description: "A bridge" },
      refused: { component: "Image", url: "javascript:alert(1)", variant: "smallFeature", description: "A tower" },
    }),
  );
  await stage.page.locator("[data-broken]").waitFor();
  for (const [id, words] of [["broken", "A bridge"], ["refused", "A tower"]]) {
    const { width, height } = await look(stage, id);
    assert.deepEqual([width, height], [100, 100]);
    assert.equal(await stage.page.getByRole("img", { name: words }).count(), 1);
  }
});

test("Icon: every name of the catalog has a drawing of its own, a foreign one a dot, a path itself", async (t) => {
  const names = `accountCircle add arrowBack arrowForward attachFile calendarToday call camera check close delete download edit event error fastForward
    favorite favoriteOff folder help home info locationOn lock lockOpen mail menu moreVert moreHoriz notificationsOff notifications pause payment person
    phone photo play print refresh rewind search send settings share shoppingCart skipNext skipPrevious star starHalf starOff stop upload visibility
    visibilityOff volumeDown volumeMute volumeOff volumeUp warning`.split(/\s+/);
  assert.equal(names.length, 59);
  const icons = Object.fromEntries([...names, "unheardOf"].map((name) => [name, { component: "Icon", name }]));
  const stage = await paint(t, {
    root: { component: "Column", children: [...Object.keys(icons), "path"] },
    ...icons,
    path: { component: "Icon", name: { svgPath: "M12 2L2 22h20z" }, accessibility: { label: "A triangle" } },
  });
  await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").shadowRoot.querySelector("[data-component-id=warning] path").hasAttribute("d"));
  const drawing = (id) => stage.page.locator(`[data-component-id="${id}"] path`).getAttribute("d");
  const drawings = new Map();
  for (const name of names) drawings.set(name, await drawing(name));
  // A call and a phone are the same thing to the icon set.
  assert.equal(new Set(drawings.values()).size, names.length - 1);
  assert.ok(![...drawings.values()].includes(await drawing("unheardOf")));
  assert.equal(await drawing("path"), "M12 2L2 22h20z");
  assert.equal(await stage.page.getByRole("img").count(), 1);
});

test("Row and Column: justify and align put children of every kind where they say", async (t) => {
  const kinds = {
    words: text("Words"),
    button: BUTTON,
    icon: { component: "Icon", name: "star" },
    card: { component: "Card", child: "words" },
    box: { component: "CheckBox", label: "Box", value: true },
  };
  const ids = Object.keys(kinds);
  for (const align of ["start", "center", "end"]) {
    const stage = await paint(t, { ...kinds, root: { component: "Column", align, children: ids } });
    for (const id of ids) {
      if (id === "words") continue;
      const { left, right } = await look(stage, id);
      const [before, after] = [left, 800 - right];
      const expected = { start: before < after, center: Math.abs(before - after) <= 20, end: before > after }[align];
      assert.ok(expected, `${id}, ${align}: ${before} before, ${after} after`);
    }
  }
  const stage = await paint(t, { ...kinds, root: { component: "Column", align: "stretch", children: ["button"] } });
  assert.ok((await look(stage, "button")).width > 700);

  const gaps = {};
  for (const justify of ["start", "center", "end", "spaceBetween", "spaceAround", "spaceEvenly", "stretch"]) {
    const stage = await paint(t, { ...kinds, root: { component: "Row", justify, children: ["icon", "card", "button"] } });
    const [first, second, last] = await Promise.all(["icon", "card", "button"].map((id) => look(stage, id)));
    gaps[justify] = [first.left, second.left - first.right, 800 - last.right, second.width];
  }
  const seen = JSON.stringify(gaps);
  const [before, between, after] = gaps.start;
  assert.ok(before < 30 && after > 500 && between < 30, seen);
  assert.ok(Math.abs(gaps.center[0] - gaps.center[2]) <= 20 && gaps.center[0] > 200, seen);
  assert.ok(gaps.end[0] > 500 && gaps.end[2] < 30, seen);
  assert.ok(gaps.spaceBetween[0] < 30 && gaps.spaceBetween[1] > 200 && gaps.spaceBetween[2] < 30, seen);
  assert.ok(gaps.spaceAround[0] > 60 && gaps.spaceAround[1] > gaps.spaceAround[0] * 1.5, seen);
  assert.ok(Math.abs(gaps.spaceEvenly[0] - gaps.spaceEvenly[1]) <= 30 && gaps.spaceEvenly[0] > 100, seen);
  assert.ok(gaps.stretch[3] > gaps.start[3] + 50, seen);
});

test("weight shares the main axis by ratio, for every kind of child", async (t) => {
  const kinds = {
    card: { component: "Card", child: "words", weight: 1 },
    column: { component: "Column", children: ["words"], weight: 2 },
    button: { ...BUTTON, weight: 1 },
    field: { component: "TextField", label: "Field", value: "", weight: 2 },
  };
  const stage = await paint(t, { ...kinds, root: { component: "Row", children: Object.keys(kinds) } }, undefined, { viewport: { width: 1200, height: 600 } });
  const widths = await Promise.all(Object.keys(kinds).map(async (id) => (await look(stage, id)).width));
  // What is shared is the space that paddings and margins leave.
  assert.ok(Math.abs(widths[0] - widths[2]) <= 16 && Math.abs(widths[1] - widths[3]) <= 16, String(widths));
  assert.ok(Math.abs(widths[1] / widths[0] - 2) < 0.3, String(widths));
});

test("Divider: both axes have length inside rows and columns", async (t) => {
  const stage = await paint(t, {
    root: { component: "Column", children: ["across", "row"] },
    across: { component: "Divider" },
    row: { component: "Row", children: ["tall", "down", "inRow", "words"] },
    tall: text("Tall", { variant: "h1" }),
    down: { component: "Divider", axis: "vertical" },
    inRow: { component: "Divider" },
  });
  const [across, down, inRow] = await Promise.all(["across", "down", "inRow"].map((id) => look(stage, id)));
  assert.ok(across.width > 700 && across.height === 1);
  assert.ok(down.width === 1 && down.height >= 24);
  assert.ok(inRow.width > 300 && inRow.height === 1);
  assert.equal(await stage.page.locator('[aria-orientation="vertical"]').count(), 1);
});

test("List: sideways it scrolls in itself and is reached by keyboard", async (t) => {
  const stage = await paint(t, {
    root: { component: "Column", children: ["across"] },
    across: { component: "List", direction: "horizontal", children: { componentId: "card", path: "/cards" } },
    card: { component: "Card", child: "name" },
    name: text({ path: "name" }),
  }, { cards: Array.from({ length: 20 }, (_, i) => ({ name: `Card number ${i}` })) });
  const across = stage.page.getByRole("list");
  assert.ok(await across.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth * 2));
  await stage.page.keyboard.press("Tab");
  await stage.page.keyboard.press("End");
  assert.ok(await across.evaluate((list) => list.getRootNode().activeElement === list));
});

test("Button: the variants differ, and words and icons take the button's colour", async (t) => {
  const variants = ["default", "primary", "borderless"];
  const stage = await paint(t, {
    root: { component: "Column", children: variants },
    face: { component: "Row", children: ["icon", "words"] },
    icon: { component: "Icon", name: "send" },
    ...Object.fromEntries(variants.map((variant) => [variant, { ...BUTTON, variant, child: "face" }])),
  });
  const looks = await stage.page.locator("button").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { backgroundColor, color } = getComputedStyle(button);
      const inside = [...button.querySelectorAll(".text, .icon")].map((element) => getComputedStyle(element).color);
      return { backgroundColor, color, inherits: inside.every((each) => each === color) };
    }),
  );
  assert.equal(new Set(looks.map(({ backgroundColor }) => backgroundColor)).size, 3);
  assert.equal(new Set(looks.map(({ color }) => color)).size, 3);
  assert.ok(looks.every(({ inherits }) => inherits));
});

test("who the agent says it is appears only where the host allows it, and is not fetched before", async (t) => {
  const stage = await openStage(t);
  await loaded(stage);
  const asked = [];
  stage.page.on("request", (request) => asked.push(request.url()));
  const theme = { agentDisplayName: "Harbour office", iconUrl: "https://example.com/face.png" };
  await stage.send([create("main", { theme }), update({ root: text("Welcome") })]);
  assert.equal(await stage.page.getByText("Harbour office").count(), 0);
  assert.deepEqual(asked, []);
  await stage.easel((easel) => easel.setAttribute("attribution", ""));
  assert.equal(await stage.page.getByText("From Harbour office").count(), 1);
  await painted(stage.page);
  assert.deepEqual(asked, ["https://example.com/face.png"]);
  await stage.easel((easel) => easel.removeAttribute("attribution"));
  assert.equal(await stage.page.getByText("Harbour office").count(), 0);
});

test("in the page itself a surface looks as it does in a shadow root", async (t) => {
  const components = {
    root: { component: "Card", child: "all" },
    all: { component: "Column", children: ["title", "field", "pick", "go"] },
    title: text("Title", { variant: "h2" }),
    field: { component: "TextField", label: "Field", value: "Words" },
    pick: { component: "ChoicePicker", label: "Pick", displayStyle: "chips", value: ["a"], options: [{ label: "A", value: "a" }, { label: "B", value: "b" }] },
    go: { ...BUTTON, variant: "primary" },
    words: text("Go"),
  };
  const pictures = [];
  for (const attributes of [[], ["light"]]) {
    for (const more of [[], ["density", "compact"], ["color-scheme", "dark"]]) {
      const stage = await openStage(t, { reducedMotion: "reduce" });
      await loaded(stage);
      await stage.page.evaluate(
        ([names, pair, messages]) => {
          const easel = document.createElement("a2ui-easel");
          for (const name of names) easel.setAttribute(name, "");
          if (pair.length > 0) easel.setAttribute(...pair);
          document.querySelector("a2ui-easel").replaceWith(easel);
          easel.messages = messages;
        },
        [attributes, more, surface(components)],
      );
      await painted(stage.page);
      pictures.push((await stage.page.screenshot()).toString("base64"));
    }
  }
  assert.deepEqual(pictures.slice(3).map((picture, index) => picture === pictures[index]), [true, true, true]);
  assert.equal(new Set(pictures.slice(0, 3)).size, 3);
});
