// The element as a web page meets it: before its definition, moved, several at once, under a strict policy, replayed.
import assert from "node:assert/strict";
import test from "node:test";
import { openStage as openPage, painted } from "./support/stage.mjs";
import { FORM, create, loaded, surface, text, update, write } from "./examples/surface.mjs";

/** A page with an element whose module is loaded: what it is asked is answered at once. */
async function openStage(t) {
  const stage = await openPage(t);
  await loaded(stage);
  return stage;
}

const field = (page) => page.getByRole("textbox", { name: "Name" });

test("a property that is set before the element is defined takes effect with the definition", async (t) => {
  const stage = await openPage(t);
  await stage.page.evaluate(async (messages) => {
    const easel = document.createElement("early-easel");
    document.body.append(easel);
    easel.messages = messages;
    const { defineEasel } = await import("/dist/define.js");
    defineEasel("early-easel");
  }, surface({ root: text("Set early") }));
  await stage.page.getByText("Set early").waitFor();
  assert.equal(await stage.page.evaluate(() => Object.hasOwn(document.querySelector("early-easel"), "messages")), false);
  assert.deepEqual(stage.problems, []);
});

test("an element that is made by script and filled before it is in the page shows what it was given", async (t) => {
  const stage = await openPage(t);
  await stage.page.evaluate((messages) => {
    const easel = document.createElement("a2ui-easel");
    easel.send(messages);
    document.body.append(easel);
  }, surface({ root: text("Filled in advance") }));
  await stage.page.getByText("Filled in advance").waitFor();
  assert.deepEqual(stage.problems, []);
});

test("several elements share one module and nothing else", async (t) => {
  const stage = await openPage(t);
  await stage.page.evaluate((messages) => {
    for (const [index, list] of messages.entries()) {
      const easel = index === 0 ? document.querySelector("a2ui-easel") : document.body.appendChild(document.createElement("a2ui-easel"));
      easel.send(list);
    }
  }, ["One", "Two", "Three"].map((name) => surface({ root: text({ path: "/name" }) }, { name })));
  for (const name of ["One", "Two", "Three"]) await stage.page.getByText(name, { exact: true }).waitFor();
  const requests = await stage.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.equal(requests.filter((address) => address.endsWith("easel_bg.wasm")).length, 1);

  await stage.easel((easel, message) => easel.send(message), write("/name", "First"));
  await stage.page.getByText("First").waitFor();
  assert.equal(await stage.page.getByText("Two", { exact: true }).count(), 1);
  const sheets = await stage.page.evaluate(() => new Set([...document.querySelectorAll("a2ui-easel")].flatMap((easel) => [...easel.shadowRoot.adoptedStyleSheets])).size);
  assert.equal(sheets, 1);
  assert.deepEqual(stage.problems, []);
});

test("an element that is moved keeps its nodes and what was typed, and goes on working", async (t) => {
  const stage = await openStage(t);
  await stage.send(surface(FORM, { hint: "Who are you?", name: "" }));
  await field(stage.page).fill("Ada");
  const same = await stage.page.evaluate(() => {
    const easel = document.querySelector("a2ui-easel");
    const find = () => easel.shadowRoot.querySelector("input");
    const before = find();
    const place = document.body.appendChild(document.createElement("section"));
    place.append(easel);
    return before === find() && before.isConnected;
  });
  assert.equal(same, true);
  await stage.send([write("/hint", "Hello again")]);
  assert.equal(await stage.page.getByText("Hello again").count(), 1);
  await stage.page.getByRole("button", { name: "Send" }).click();
  const actions = (await stage.events()).filter(({ type }) => type === "a2ui-action");
  assert.deepEqual(actions.map(({ detail }) => detail.action.context), [{ name: "Ada" }]);
  assert.deepEqual(stage.problems, []);
});

test("an element that is taken out and put back shows what arrived in between", async (t) => {
  const stage = await openStage(t);
  await stage.send(surface(FORM, { hint: "Before", name: "Ada" }));
  const found = await stage.page.evaluate(async (message) => {
    const easel = document.querySelector("a2ui-easel");
    const before = easel.shadowRoot.querySelector("input");
    easel.remove();
    await new Promise((resolve) => setTimeout(resolve));
    easel.send(message);
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(easel);
    return before === easel.shadowRoot.querySelector("input");
  }, write("/hint", "In between"));
  await painted(stage.page);
  assert.equal(found, true, "the field is the same node");
  assert.equal(await stage.page.getByText("In between").count(), 1);
  assert.equal(await field(stage.page).inputValue(), "Ada");
  assert.deepEqual(stage.problems, []);
});

test("reset forgets everything, and the same surface can come again", async (t) => {
  const stage = await openStage(t);
  await stage.send([...surface({ root: text("Old") }, { a: 1 }), write("/a", 2, "nobody")]);
  assert.ok((await stage.easel((easel) => easel.issues)).length > 0);
  await stage.easel((easel) => easel.reset());
  await painted(stage.page);
  const after = await stage.easel((easel) => ({ state: easel.state, issues: easel.issues, data: easel.dataModel("main") === undefined, messages: easel.messages }));
  assert.deepEqual(after, { state: "idle", issues: [], data: true, messages: [] });
  assert.equal(await stage.page.getByText("Old").count(), 0);

  assert.deepEqual(await stage.send(surface({ root: text("New") })), []);
  assert.equal(await stage.page.getByText("New").count(), 1);
  assert.equal(await stage.easel((easel) => easel.state), "painted");
});

test("dataModel answers with a copy of the live data", async (t) => {
  const stage = await openStage(t);
  await stage.send(surface(FORM, { hint: "", name: "Ada", list: [1, { deep: true }] }));
  await field(stage.page).fill("Grace");
  const [data, again, nobody] = await stage.easel((easel) => {
    const copy = easel.dataModel("main");
    copy.list[1].deep = "changed by the page";
    copy.name = "changed by the page";
    return [copy.list.length, easel.dataModel("main"), easel.dataModel("nobody") === undefined];
  });
  assert.equal(data, 2);
  assert.deepEqual(again, { hint: "", name: "Grace", list: [1, { deep: true }] });
  assert.equal(nobody, true);
});

test("messages that the page changes after it handed them over do not change the surface", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel, messages) => {
    easel.send(messages);
    messages[2].updateDataModel.value.name = "changed";
    messages[1].updateComponents.components.length = 0;
  }, surface(FORM, { hint: "Here", name: "Ada" }));
  await painted(stage.page);
  assert.equal(await field(stage.page).inputValue(), "Ada");
  assert.equal(await stage.page.getByText("Here").count(), 1);
});

test("an action bubbles out of the shadow tree, can be stopped, and carries the exact message", async (t) => {
  const stage = await openStage(t);
  await stage.send(surface(FORM, { hint: "", name: "Ada" }));
  await stage.page.evaluate(() => {
    globalThis.seen = [];
    document.body.addEventListener("a2ui-action", (event) => {
      event.preventDefault();
      globalThis.seen.push({ bubbles: event.bubbles, composed: event.composed, cancelable: event.cancelable, prevented: event.defaultPrevented, target: event.target.localName, detail: event.detail });
    });
  });
  await stage.page.getByRole("button", { name: "Send" }).click();
  const [seen, ...more] = await stage.page.evaluate(() => globalThis.seen);
  assert.deepEqual(more, []);
  const { timestamp, ...action } = seen.detail.action;
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual({ ...seen, detail: { ...seen.detail, action } }, {
    bubbles: true, composed: true, cancelable: true, prevented: true, target: "a2ui-easel",
    detail: { version: "v0.9", action: { name: "send", surfaceId: "main", sourceComponentId: "send", context: { name: "Ada" } } },
  });
});

test("the package loaded a second time, from another address, neither throws nor takes over", async (t) => {
  const stage = await openStage(t);
  await stage.send(surface({ root: text({ path: "/a" }) }, { a: "First" }));
  const taken = await stage.page.evaluate(async () => {
    const first = customElements.get("a2ui-easel");
    await import("/dist/index.js");
    await import("/demo/dist/index.js");
    const { defineEasel } = await import("/demo/dist/define.js");
    defineEasel("other-easel");
    return { same: customElements.get("a2ui-easel") === first, other: customElements.get("other-easel") !== undefined };
  });
  assert.deepEqual(taken, { same: true, other: true });
  await stage.send([write("/a", "Still the first")]);
  assert.equal(await stage.page.getByText("Still the first").count(), 1);
  await stage.page.evaluate((messages) => document.body.appendChild(document.createElement("other-easel")).send(messages), surface({ root: text("From the copy") }));
  await stage.page.getByText("From the copy").waitFor();
  assert.deepEqual(stage.problems, []);
});

test("everything is painted under a strict content security policy with trusted types", async (t) => {
  const stage = await openStage(t);
  await stage.page.evaluate(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", (event) => globalThis.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await stage.send([
    create("main", { theme: { primaryColor: "#336699" } }),
    update({
      root: { component: "Column", children: ["markdown", "row", "tabs", "modal", "choice", "date", "slider", "picture", "icon"] },
      markdown: text("# Title\n\n**Bold** and `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |"),
      row: { component: "Row", justify: "spaceBetween", children: ["one", "two"] },
      one: text("One", { weight: 1 }),
      two: text("Two", { weight: 2 }),
      tabs: { component: "Tabs", tabs: [{ title: "Left", child: "l" }, { title: "Right", child: "r" }] },
      l: text("Left side"),
      r: text("Right side"),
      modal: { component: "Modal", trigger: "open", content: "inside" },
      open: { component: "Button", child: "open-label", variant: "primary", action: { event: { name: "open" } } },
      "open-label": text("Open"),
      inside: text("Inside"),
      choice: { component: "ChoicePicker", label: "Pick", displayStyle: "chips", value: { path: "/choice" }, options: [{ label: "A", value: "a" }, { label: "B", value: "b" }] },
      date: { component: "DateTimeInput", label: "Day", enableDate: true, value: { path: "/day" } },
      slider: { component: "Slider", label: "Much", min: 0, max: 10, value: { path: "/much" } },
      picture: { component: "Image", url: "https://images.example.org/a.png", description: "A picture", variant: "avatar" },
      icon: { component: "Icon", name: "home" },
    }),
    write("/", { choice: ["a"], day: "2026-03-01", much: 4 }),
  ]);
  const { page } = stage;
  await page.getByRole("heading", { name: "Title" }).waitFor();
  await page.locator("strong", { hasText: "Bold" }).waitFor();
  await page.getByRole("tab", { name: "Right" }).click();
  await page.getByText("Right side").waitFor();
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("Inside").waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.deepEqual(stage.problems, []);
});

/** Sets `messages` in the page and answers with the number of changes that this makes to the DOM. */
const replay = (stage, messages) =>
  stage.easel(async (easel, input) => {
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    observer.observe(easel.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
    easel.messages = input;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    changes += observer.takeRecords().length;
    observer.disconnect();
    return changes;
  }, messages);

test("the same conversation set again changes nothing in the page", async (t) => {
  const stage = await openStage(t);
  const messages = surface(FORM, { hint: "Who?", name: "Ada" });
  assert.ok((await replay(stage, messages)) > 0);
  assert.equal(await replay(stage, messages), 0, "an equal list");
  const turned = messages.map((message) => Object.fromEntries(Object.entries(message).reverse()));
  assert.equal(await replay(stage, turned), 0, "keys in another order");
  assert.equal(await replay(stage, messages.map((message) => JSON.stringify(message)).join("\n")), 0, "the same as text");
});

test("a grown conversation applies its tail; any other one converges", async (t) => {
  const stage = await openStage(t);
  const { page } = stage;
  const messages = surface(FORM, { hint: "Who?", name: "Ada" });
  await replay(stage, messages);
  await page.evaluate(() => (globalThis.before = document.querySelector("a2ui-easel").shadowRoot.querySelector("input")));
  await field(page).fill("Grace");

  const changes = await replay(stage, [...messages, write("/hint", "And who else?")]);
  assert.ok(changes > 0 && changes <= 2, `one text is changed, in ${changes} steps`);
  assert.equal(await field(page).inputValue(), "Grace", "what was typed stays");
  const isSame = () => page.evaluate(() => globalThis.before === document.querySelector("a2ui-easel").shadowRoot.querySelector("input"));
  assert.equal(await isSame(), true);

  await replay(stage, [...surface({ ...FORM, label: text("Go") }, { hint: "Another hint", name: "Ada" })]);
  assert.equal(await page.getByText("Another hint").count(), 1);
  assert.equal(await page.getByRole("button", { name: "Go" }).count(), 1);
  assert.equal(await isSame(), true, "a component that is the same keeps its node");

  await replay(stage, surface({ root: text("Something else") }, undefined, "other"));
  assert.equal(await page.getByText("Something else").count(), 1);
  assert.equal(await page.getByRole("button").count(), 0, "a surface that is not named any more is gone");
  await replay(stage, []);
  assert.equal(await page.getByText("Something else").count(), 0);
  assert.deepEqual(stage.problems, []);
});

test("messages are taken as a list, as one message, as JSON and as lines", async (t) => {
  const stage = await openStage(t);
  const messages = surface({ root: text("Painted") });
  const shown = async (input) => {
    await stage.easel((easel, given) => {
      easel.reset();
      easel.messages = given;
    }, input);
    await painted(stage.page);
    return stage.page.getByText("Painted").count();
  };
  assert.equal(await shown(messages), 1);
  assert.equal(await shown(JSON.stringify(messages)), 1);
  assert.equal(await shown(messages.map((message) => JSON.stringify(message)).join("\n")), 1);
  assert.equal(await shown({ messages }), 1);
  await stage.easel((easel) => easel.reset());
  for (const message of messages) await stage.send(message);
  assert.equal(await stage.page.getByText("Painted").count(), 1);
});

test("focus, caret and half-typed text survive what the agent sends meanwhile", async (t) => {
  const stage = await openStage(t);
  const { page } = stage;
  const messages = surface(FORM, { hint: "Who?", name: "" });
  await replay(stage, messages);
  await field(page).focus();
  await page.keyboard.type("Grce");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  const caret = () =>
    page.evaluate(() => {
      const input = document.querySelector("a2ui-easel").shadowRoot.activeElement;
      return input && [input.localName, input.selectionStart, input.value];
    });
  await stage.send([write("/hint", "Sent while typing"), update({ hint: text({ path: "/hint" }, { variant: "caption" }) })]);
  assert.deepEqual(await caret(), ["input", 2, "Grce"]);
  await stage.send([update({ root: { component: "Column", children: ["extra", "hint", "name", "send"] }, extra: text("One more") })]);
  assert.deepEqual(await caret(), ["input", 2, "Grce"]);
  await page.keyboard.type("a");
  assert.deepEqual(await caret(), ["input", 3, "Grace"]);
  assert.equal((await stage.easel((easel) => easel.dataModel("main"))).name, "Grace");
  assert.deepEqual(stage.problems, []);
});

test("Tab stays inside an open dialog in both directions, and the focus goes back when it closes", async (t) => {
  const stage = await openStage(t);
  const { page } = stage;
  const button = (name) => ({ component: "Button", child: `${name}-label`, action: { event: { name } } });
  await stage.send(
    surface({
      root: { component: "Modal", trigger: "open", content: "form" },
      open: button("open"),
      "open-label": text("Open"),
      form: { component: "Column", children: ["field", "size", "save"] },
      field: { component: "TextField", label: "Note", value: { path: "/note" } },
      size: { component: "ChoicePicker", label: "Size", value: { path: "/size" }, options: [{ label: "Small", value: "s" }, { label: "Large", value: "l" }] },
      save: button("save"),
      "save-label": text("Save"),
    }, { note: "", size: ["l"] }),
  );
  await page.getByRole("button", { name: "Open" }).click();
  const name = () =>
    page.evaluate(() => {
      const { activeElement } = document.querySelector("a2ui-easel").shadowRoot;
      return activeElement && (activeElement.getAttribute("aria-label") ?? activeElement.labels?.[0]?.textContent.trim()) || activeElement?.textContent;
    });
  const walk = async (key) => {
    const names = [];
    for (let i = 0; i < 8; i += 1) {
      names.push(await name());
      await page.keyboard.press(key);
    }
    return names;
  };
  const forward = ["Close", "Note", "Large", "Save"];
  const there = await walk("Tab");
  const from = forward.indexOf(there[0]);
  assert.deepEqual(there, Array.from({ length: 8 }, (_, i) => forward[(from + i) % 4]));
  assert.deepEqual(await walk("Shift+Tab"), Array.from({ length: 8 }, (_, i) => forward[(from + 8 - i) % 4]));
  await page.keyboard.press("Escape");
  await painted(page);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await name(), "Open");
});

test("an element with a surface-id shows that surface only", async (t) => {
  const stage = await openStage(t);
  await stage.easel((easel) => easel.setAttribute("surface-id", "b"));
  await stage.send([...surface({ root: text("Surface a") }, undefined, "a"), ...surface({ root: text("Surface b") }, undefined, "b")]);
  assert.equal(await stage.page.getByText("Surface b").isVisible(), true);
  assert.equal(await stage.page.getByText("Surface a").isVisible(), false);
});

test("issues are told as they are found and kept for whoever asks later", async (t) => {
  const stage = await openStage(t);
  const answered = await stage.send([...surface({ root: text("Here") }), { version: "v0.9", nonsense: {} }, write("/a", 1, "nobody")]);
  const told = (await stage.events()).filter(({ type }) => type === "a2ui-issue").map(({ detail }) => detail);
  assert.deepEqual(answered, told);
  assert.deepEqual(await stage.easel((easel) => easel.issues), told);
  assert.ok(told.length >= 2);
  for (const { severity, code, message, path } of told) {
    assert.match(severity, /^(info|warning|error)$/);
    assert.ok(code && message && typeof path === "string");
  }
});

test("the locale attribute, and else the page's language, decides how numbers read", async (t) => {
  const stage = await openStage(t);
  const number = { call: "formatNumber", args: { value: 1234.5, decimals: 1 } };
  await stage.send(surface({ root: text(number) }));
  assert.equal(await stage.page.getByText("1,234.5").count(), 1);
  await stage.easel((easel) => easel.setAttribute("locale", "de-DE"));
  await painted(stage.page);
  assert.equal(await stage.page.getByText("1.234,5").count(), 1);
});

test("numbers follow when the language of the page, or of a part of it, changes, and when the element moves", async (t) => {
  const stage = await openStage(t);
  const number = { call: "formatNumber", args: { value: 1234.5, decimals: 1 } };
  await stage.send(surface({ root: text(number) }));
  const shows = async (change, expected) => {
    await stage.easel(change);
    await painted(stage.page);
    assert.equal((await stage.page.locator(".text").textContent()).replace(/\s/g, " "), expected, `${change}`);
  };
  await shows(() => (document.documentElement.lang = "de"), "1.234,5");
  await shows(() => (document.documentElement.lang = "fr"), "1 234,5");
  await shows(() => (document.body.lang = "en"), "1,234.5");
  await shows((easel) => {
    const part = document.body.appendChild(document.createElement("section"));
    part.lang = "de";
    part.append(easel);
  }, "1.234,5");
  await shows((easel) => {
    const { parentNode } = easel;
    easel.remove();
    parentNode.lang = "fr";
    parentNode.append(easel);
  }, "1 234,5");
  await shows((easel) => easel.setAttribute("locale", "en"), "1,234.5");
  assert.deepEqual(stage.problems, []);
});

test("a language tag that is none fails nothing, and one in the manner of POSIX counts", async (t) => {
  for (const [tag, figure] of [["de_DE", "1.234,5"], ["english please", "1,234.5"], ["x", "1,234.5"], ["_", "1,234.5"]]) {
    const stage = await openStage(t);
    await loaded(stage);
    await stage.easel((easel, tag) => easel.setAttribute("locale", tag), tag);
    const columns = [{ key: "n", label: "Number" }];
    await stage.send([
      { version: "v0.9", createSurface: { surfaceId: "s", catalogId: "declarative-gen-ui-catalog" } },
      { version: "v0.9", updateComponents: { surfaceId: "s", components: [{ id: "root", component: "DataTable", columns, rows: [{ n: 1234.5 }] }] } },
    ]);
    await stage.page.getByRole("cell", { name: figure, exact: true }).waitFor();
    await stage.easel((easel) => (easel.content = { status: "building", progressTokens: 1234 }));
    await stage.page.getByRole("progressbar").waitFor();
    assert.deepEqual([await stage.easel((easel) => easel.issues.map(({ code }) => code)), stage.problems], [[], []], tag);
  }
});

test("a control in a button is part of the button: whatever is pressed there presses the button, once", async (t) => {
  const stage = await openStage(t);
  const go = (name) => ({ event: { name } });
  await stage.send(
    surface({
      root: { component: "Button", child: "row", action: go("outer") },
      row: { component: "Row", children: ["words", "inner", "check", "field"] },
      words: text("Words"),
      inner: { component: "Button", child: "more", action: go("inner") },
      more: text("More"),
      check: { component: "CheckBox", label: "Check", value: { path: "/check" } },
      field: { component: "TextField", label: "Field", value: { path: "/field" } },
    }, { check: false, field: "" }),
  );
  for (const css of ["[data-component-id=inner]", "[data-component-id=check]", "[data-component-id=field] .input"]) {
    await stage.page.locator(css).click({ force: true });
  }
  const sent = (await stage.events()).filter(({ type }) => type === "a2ui-action");
  assert.deepEqual(sent.map(({ detail }) => detail.action.name), ["outer", "outer", "outer"]);
  assert.deepEqual(await stage.easel((easel) => easel.dataModel("main")), { check: false, field: "" });
  assert.deepEqual(await stage.page.locator("[inert]").evaluateAll((all) => all.map((element) => element.dataset.componentId)), ["inner", "check", "field"]);
  const outer = stage.page.getByRole("button", { name: "Words" }).first();
  assert.equal(await outer.evaluate((element) => element.dataset.componentId), "root");
});
