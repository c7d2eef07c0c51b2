// The runner of the cases itself: every fact must be able to hold and to fail, every step and stand-in must do something.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, ensureChromium } from "../../scripts/support/chromium.mjs";
import { ROOT } from "../../scripts/support/process.mjs";
import { serve } from "../../scripts/support/server.mjs";
import { accessibleNodes, toRefs } from "../cases-runner/accessibility.mjs";
import { checkWords } from "../cases-runner/parameters.mjs";
import { runCase } from "../cases-runner/run-case.mjs";
import { readSettings } from "../cases-runner/settings.mjs";
import { folders, openCase } from "../cases-runner/stage.mjs";
import { itemTexts } from "../cases-runner/stand-ins.mjs";
import { FORM, create, surface, text, update, write } from "./examples/surface.mjs";

let browser;
let server;
test.before(async () => {
  browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_FLAGS });
  server = await serve(folders(path.join(ROOT, "dist")), { csp: "" });
});
test.after(async () => {
  await browser.close();
  await server.close();
});

const run = (given) => runCase({ messages: [], ...given, expect: { facts: given.facts } }, browser, server.url);

/** Runs a case of which `holds` must hold and every one of `fails` must fail. */
async function check({ holds = [], fails = [], ...given }) {
  assert.deepEqual(await run({ ...given, facts: holds }), []);
  const failures = await run({ ...given, facts: fails });
  assert.equal(failures.length, fails.length, `of ${JSON.stringify(fails)} only these failed:\n${failures.join("\n")}`);
}

const at = (componentId, more = {}) => ({ surfaceId: "main", componentId, ...more });
const SHOWN = surface(
  {
    root: { component: "Column", children: ["title", "list", "name", "pick", "agree", "send", "mark"] },
    title: text("Fish & <chips>", { variant: "h2" }),
    list: { component: "List", children: { componentId: "item", path: "/dishes" } },
    item: text({ path: "name" }),
    name: { component: "TextField", label: "Name", value: { path: "/name" } },
    pick: { component: "ChoicePicker", label: "Size", value: { path: "/size" }, options: [{ label: "Small", value: "s" }, { label: "Large", value: "l" }] },
    agree: { component: "CheckBox", label: "Agree", value: { path: "/agree" } },
    send: { component: "Button", child: "label", accessibility: { description: "Orders at once" }, action: { event: { name: "order", context: { size: { path: "/size" } } } } },
    label: text("Order"),
    mark: { component: "Image", url: "https://images.example.org/a.png", description: "A plaice", variant: "avatar" },
  },
  { dishes: [{ name: "Cod" }, { name: "Hake" }], name: "Ada", size: ["s"], agree: false },
);

test("facts about text", () =>
  check({
    messages: SHOWN,
    holds: [
      { kind: "text_present", text: "Cod", count: 1, within: at("list") },
      { kind: "text_present", text: "A plaice", accessible: true },
      { kind: "text_absent", text: "Tuna" },
      { kind: "text_absent", text: "Cod", within: { role: "heading", name: "Fish & <chips>" } },
      { kind: "text_matches", target: at("item", { nth: 1 }), pattern: "^Hake$" },
      { kind: "text_pattern_absent", pattern: "undefined|\\[object" },
      { kind: "component_text", target: at("title"), equals: "Fish & <chips>" },
      { kind: "line_count", target: at("title"), equals: 1 },
      { kind: "order", texts: ["Cod", "Hake", "Order"] },
      { kind: "markup_absent", pattern: "<chips>" },
    ],
    fails: [
      { kind: "text_present", text: "Cod", count: 2 },
      { kind: "text_present", text: "A plaice" },
      { kind: "text_absent", text: "Hake" },
      { kind: "text_matches", target: at("item"), pattern: "^Hake$" },
      { kind: "text_pattern_absent", pattern: "C.d" },
      { kind: "component_text", target: at("title"), equals: "Fish" },
      { kind: "line_count", target: at("title"), min: 2 },
      { kind: "order", texts: ["Hake", "Cod"] },
      { kind: "markup_absent", pattern: "<h2" },
    ],
  }));

test("facts about elements", () =>
  check({
    messages: SHOWN,
    holds: [
      { kind: "element", role: "button", name: "Order", state: { disabled: false }, count: 1 },
      { kind: "element", role: "radio", count: 2, within: { role: "radiogroup", name: "Size" } },
      { kind: "element_absent", role: "alert" },
      { kind: "element_css", css: "input[type=checkbox]", count: 1 },
      { kind: "element_css_absent", css: "script" },
      { kind: "attribute", target: { role: "img", name: "A plaice" }, attr: "src", equals: "https://images.example.org/a.png" },
      { kind: "attribute_any", target: { role: "img", name: "A plaice" }, attrs: ["aria-label", "alt"], equals: "A plaice" },
      { kind: "attribute_not", target: { role: "img", name: "A plaice" }, attr: "src", pattern: "javascript" },
      { kind: "style", target: at("title"), property: "fontStyle", equals: "normal" },
      { kind: "value", target: { label: "Name" }, equals: "Ada" },
      { kind: "described_by", target: { role: "button", name: "Order" }, text: "Orders at once" },
      { kind: "size_ratio", of: at("title"), to: at("title"), dimension: "height", between: [0.9, 1.1] },
      { kind: "contrast_at_least", target: at("title"), ratio: 4.5 },
      { kind: "choice_selected", target: at("pick"), option: "Small" },
      { kind: "choice_not_selected", target: at("pick"), option: "Large" },
      { kind: "drawn", target: at("title") },
    ],
    fails: [
      { kind: "element", role: "button", name: "Order", state: { disabled: true } },
      { kind: "element", role: "heading", name: "Fish", count: 1 },
      { kind: "element_absent", role: "textbox", name: "Name" },
      { kind: "element_css", css: "input[type=checkbox]", count: 2 },
      { kind: "element_css_absent", css: "h2" },
      { kind: "attribute", target: { role: "img", name: "A plaice" }, attr: "src", equals: "b.png" },
      { kind: "attribute_any", target: { role: "img", name: "A plaice" }, attrs: ["aria-label", "title"], equals: "A plaice" },
      { kind: "attribute_not", target: { role: "img", name: "A plaice" }, attr: "src", pattern: "^https" },
      { kind: "style", target: at("title"), property: "font-style", equals: "italic" },
      { kind: "value", target: { label: "Name" }, equals: "Grace" },
      { kind: "described_by", target: { role: "button", name: "Order" }, text: "Cancels" },
      { kind: "size_ratio", of: at("title"), to: at("title"), dimension: "height", between: [2, 3] },
      { kind: "contrast_at_least", target: at("title"), ratio: 22 },
      { kind: "choice_selected", target: at("pick"), option: "Large" },
      { kind: "choice_not_selected", target: at("pick"), option: "Small" },
      { kind: "drawn", target: { css: "[data-surface-id] :not(*)" } },
    ],
  }));

test("steps of a person, and facts about focus, data and what goes out", () =>
  check({
    messages: SHOWN,
    interaction: [
      { do: "type", target: { role: "textbox", name: "Name" }, text: "!" },
      { do: "key", key: "ArrowLeft" },
      { do: "type_here", text: "?" },
      { do: "choose", target: { role: "radiogroup", name: "Size" }, option: "Large" },
      { do: "click", target: { role: "checkbox", name: "Agree" } },
      { do: "click", target: { role: "button", name: "Order" } },
      { do: "set_value", target: { label: "Name" }, value: "Set" },
      { do: "deliver", messages: [write("/dishes/0/name", "Ling")] },
      { do: "wait", ms: 5000 },
    ],
    holds: [
      { kind: "focused", target: { label: "Name" }, after: { interaction: 2 } },
      { kind: "focus_within", target: at("root"), after: { interaction: 2 } },
      { kind: "caret", target: { label: "Name" }, at: 4, after: { interaction: 2 } },
      { kind: "value", target: { label: "Name" }, equals: "Ada?!", after: { interaction: 2 } },
      { kind: "choice_selected", target: at("pick"), option: "Large" },
      { kind: "data", surfaceId: "main", path: "/size", equals: ["l"], type: "array" },
      { kind: "data", surfaceId: "main", path: "/name", equals: "Set" },
      { kind: "data_matches", surfaceId: "main", path: "/name", pattern: "^S" },
      { kind: "data", surfaceId: "main", path: "/nothing", absent: true },
      { kind: "emitted", message: { action: { name: "order", context: { size: ["l"] } } }, count: 1, message_contains: "send" },
      { kind: "not_emitted", message: { action: { name: "cancel" } } },
      { kind: "emitted_matches", path: "action.timestamp", pattern: "^\\d{4}-" },
      { kind: "not_emitted_pattern", pattern: "Hake" },
      { kind: "emitted_pattern_absent", pattern: "Hake" },
      { kind: "no_error_reported" },
      { kind: "no_uncaught_error" },
      { kind: "text_present", text: "Ling" },
      { kind: "same_node", target: at("item", { nth: 0 }), from: { message: 2 } },
      { kind: "time_budget", max_ms: 2000, per: "interaction" },
    ],
    fails: [
      { kind: "focused", target: { role: "button", name: "Order" }, after: { interaction: 2 } },
      { kind: "focus_within", target: at("list"), after: { interaction: 2 } },
      { kind: "caret", target: { label: "Name" }, at: 0, after: { interaction: 2 } },
      { kind: "data", surfaceId: "main", path: "/size", equals: ["s"] },
      { kind: "data", surfaceId: "main", path: "/size", type: "object" },
      { kind: "data_matches", surfaceId: "main", path: "/name", pattern: "^A" },
      { kind: "data", surfaceId: "main", path: "/name", absent: true },
      { kind: "emitted", message: { action: { name: "order" } }, count: 2 },
      { kind: "emitted", message: { action: { context: { size: ["l", "s"] } } } },
      { kind: "not_emitted", message: { action: { name: "order" } } },
      { kind: "emitted_matches", path: "action.name", pattern: "^x" },
      { kind: "emitted_metadata", key: "a2uiClientDataModel" },
      { kind: "not_emitted_pattern", pattern: "order" },
      { kind: "error_reported" },
      { kind: "time_budget", max_ms: -1 },
      { kind: "text_present", text: "x", after: { interaction: 99 } },
    ],
  }));

test("facts about surfaces, reports and the page", () =>
  check({
    host: { locale: "de-DE", timeZone: "Europe/Berlin", viewport: { width: 500, height: 400 } },
    messages: [
      ...surface({ root: { component: "Column", children: ["price", "odd", "modal"] }, price: text({ call: "formatNumber", args: { value: 1234.5 } }), odd: { component: "HoloDeck" }, modal: { component: "Modal", trigger: "open", content: "inside" }, open: { component: "Button", child: "open-label", action: { functionCall: { call: "openUrl", args: { url: "https://example.org/x" } } } }, "open-label": text("Look"), inside: text("Inside") }),
      create("second"),
    ],
    interaction: [{ do: "click", target: { role: "button", name: "Look" } }],
    holds: [
      { kind: "text_present", text: "1.234,5" },
      { kind: "surface", surfaceId: "second", exists: true },
      { kind: "surface", surfaceId: "third", exists: false },
      { kind: "placeholder", target: at("odd") },
      { kind: "error_reported", about: "HoloDeck", componentId: "odd", count: 1 },
      { kind: "no_error_reported", about: "price" },
      { kind: "dom_nodes", max: 200 },
      { kind: "host_call", fn: "open", count: 1, args_contain: ["https://example.org/x"], opener: false },
      { kind: "network_absent", pattern: "example\\.org" },
      { kind: "global_absent", name: "__hit" },
      { kind: "global_unpolluted", key: "polluted" },
      { kind: "covers_viewport", target: { backdrop_of: { role: "dialog" } } },
      { kind: "element", role: "dialog", count: 1 },
    ],
    fails: [
      { kind: "surface", surfaceId: "second", exists: false },
      { kind: "placeholder", target: at("price") },
      { kind: "error_reported", count: 2 },
      { kind: "no_error_reported" },
      { kind: "dom_nodes", max: 3 },
      { kind: "host_call", fn: "open", count: 0 },
      { kind: "network_absent", pattern: "easel_bg" },
      { kind: "global_absent", name: "document" },
      { kind: "global_unpolluted", key: "toString" },
      { kind: "covers_viewport", target: { role: "button", name: "Close" } },
      { kind: "element", role: "button", name: "Look" },
      { kind: "marks", target: at("price"), count: 1 },
      { kind: "activity_count", equals: 5 },
      { kind: "lifecycle", status: "failed" },
    ],
  }));

test("what never may be on any frame is found although it is gone at the end", () =>
  check({
    messages: [...surface(FORM, { hint: "First", name: "" }), write("/hint", "Flash"), write("/hint", "Last")],
    holds: [
      { kind: "never", facts: [{ kind: "text_present", text: "Nothing like it" }] },
      { kind: "never", facts: [{ kind: "text_absent", text: "Send" }, { kind: "element_absent", role: "button", name: "Send" }], between: ["first_paint", "end"] },
      { kind: "never", facts: [{ kind: "text_present", text: "First" }], between: [{ message: 3 }, "end"] },
    ],
    fails: [
      { kind: "never", facts: [{ kind: "text_present", text: "Flash" }] },
      { kind: "never", facts: [{ kind: "element", role: "textbox", name: "Name" }], between: ["start", "end"] },
    ],
  }));

test("what the page throws is an uncaught error", () =>
  check({
    messages: surface({ root: text("Here") }),
    interaction: [{ do: "host", action: "import_again" }, { do: "host", action: "import_copy_from_other_url" }, { do: "host", action: "remount" }, { do: "host", action: "detach" }, { do: "host", action: "attach_elsewhere" }],
    holds: [{ kind: "text_absent", text: "Here", after: { interaction: 3 } }, { kind: "text_present", text: "Here" }, { kind: "no_uncaught_error" }],
    fails: [{ kind: "text_present", text: "Here", after: { interaction: 3 } }],
  }));

test("a word that is not known fails the case and is named", async () => {
  const facts = [{ kind: "text_present", text: "x" }];
  const failing = [
    [{ facts: [{ kind: "smells_good" }] }, /fact kind "smells_good"/],
    [{ facts: [{ kind: "text_present", text: "x", colour: "red" }] }, /"colour" of text_present/],
    [{ facts: [{ kind: "toString" }] }, /fact kind "toString"/],
    [{ facts: [{ kind: "value", target: { xpath: "x" }, equals: 1 }] }, /"xpath" of a target/],
    [{ facts, interaction: [{ do: "sing" }] }, /"sing"/],
    [{ facts, interaction: [{ do: "host", action: "explode" }] }, /host action "explode"/],
    [{ facts, interaction: [{ do: "click", target: { role: "button" }, force: true }] }, /"force" of click/],
  ];
  for (const [{ facts: given, interaction }, said] of failing) assert.throws(() => checkWords({ interaction, expect: { facts: given } }), said);
  assert.throws(() => readSettings({ moon_phase: "full" }), /moon_phase/);
  assert.throws(() => itemTexts({ $generate_poetry: {} }), /generate_poetry/);
});

test("stand-ins become what they stand for", () => {
  const expanded = (value) => JSON.parse(`[${itemTexts(value).join(",")}]`);
  assert.deepEqual(expanded({ $repeat: "ab", times: 3 }), ["ababab"]);
  assert.deepEqual(expanded([0, { $generate: { count: 2, item: { id: "c{index}", list: ["{index}"] } } }]), [[0, { id: "c0", list: ["0"] }, { id: "c1", list: ["1"] }]]);
  assert.deepEqual(expanded({ components: { $generate: { count: 1, item: "x" } } }), [{ components: ["x"] }]);
  assert.deepEqual(expanded([{ $generate_chain: { count: 2, component: "Card", first: "root", last: { id: "end", component: "Text", text: "!" } } }]), [
    [{ id: "root", component: "Card", child: "c1" }, { id: "c1", component: "Card", child: "end" }, { id: "end", component: "Text", text: "!" }],
  ]);
  assert.deepEqual(expanded([{ $generate_chain: { count: 2, item: { id: "n{index}", children: ["n{next}"] } } }]), [[{ id: "n0", children: ["n1"] }, { id: "n1", children: ["n2"] }]]);
  assert.deepEqual(expanded({ $generate_call_chain: { count: 2, call: "not", inner: true } }), [{ call: "not", args: { value: { call: "not", args: { value: true } } } }]);
  assert.deepEqual(expanded({ $generate_update: { count: 2, path: "/list/{index}", value: "v{index}" } }), [write("/list/0", "v0"), write("/list/1", "v1")]);
  assert.equal(itemTexts({ $generate_call_chain: { count: 50_000, call: "not", inner: true } })[0].length > 1_000_000, true);
});

test("long lists and deep trees are fed and looked at", () =>
  check({
    messages: [
      create(),
      { version: "v0.9", updateComponents: { surfaceId: "main", components: [{ id: "root", component: "Column", children: ["list"] }, { id: "list", component: "List", children: { componentId: "row", path: "/rows" } }, { id: "row", component: "Text", text: { path: "t" } }] } },
      { version: "v0.9", updateDataModel: { surfaceId: "main", path: "/rows", value: { $generate: { count: 1000, item: { t: "row {index}" } } } } },
    ],
    holds: [{ kind: "text_present", text: "row 999" }, { kind: "data", surfaceId: "main", path: "/rows/7/t", equals: "row 7" }],
    fails: [{ kind: "text_present", text: "row 1000" }],
  }));

test("roles and names within a frame are those of the browser's accessibility tree", async () => {
  const stage = await openCase(browser, server.url, readSettings());
  const folder = path.join(ROOT, "tests/fixtures/v0_8");
  for (const file of fs.readdirSync(folder).sort()) {
    const { messages } = JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"));
    await stage.page.evaluate((list) => {
      caseRunner.subject.reset();
      caseRunner.subject.send(list);
    }, messages);
    await stage.settle();
    const nodes = (await accessibleNodes(stage.cdp)).filter(({ role }) => /^(button|checkbox|dialog|group|heading|image|list|listitem|radio|radiogroup|separator|slider|tab|tablist|tabpanel|textbox)$/.test(role));
    const refs = await toRefs(stage.cdp, nodes);
    const own = await stage.page.evaluate((list) => list.map((ref) => [caseRunner.aria.role(caseRunner.refs[ref]), caseRunner.aria.name(caseRunner.refs[ref])]), refs);
    assert.deepEqual(own, nodes.map(({ role, name }) => [role, name]), file);
  }
  await stage.close();
});
