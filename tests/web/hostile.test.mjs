// What agents and hosts could do to the page: names, addresses and calls that nobody meant to be there.
import assert from "node:assert/strict";
import test from "node:test";
import { openStage, painted } from "./support/stage.mjs";
import { create, loaded, surface, text, update, write } from "./examples/surface.mjs";

async function open(t) {
  const stage = await openStage(t);
  await loaded(stage);
  return stage;
}

const button = (action, child = "label") => ({ component: "Button", child, action });

test("an icon named after an object prototype is an icon like any other", async (t) => {
  const stage = await open(t);
  for (const name of ["constructor", "__proto__", "valueOf"]) {
    await stage.send(surface({ root: button({ event: { name: "go" } }, "icon"), icon: { component: "Icon", name } }, {}, name));
  }
  await stage.send(surface({ root: text("Still here") }));
  assert.equal(await stage.page.getByText("Still here").count(), 1);
  assert.equal(await stage.page.getByRole("button").count(), 3);
  assert.deepEqual(stage.problems, []);
});

test("an address that is none opens nothing and throws nothing", async (t) => {
  const stage = await open(t);
  await stage.page.evaluate(() => {
    globalThis.opened = [];
    globalThis.open = (address) => void globalThis.opened.push(String(address));
  });
  const bad = ["http://[", "//", "https://%00", "http://a:99999999/", "javascript:alert(1)", "java\nscript:alert(1)"];
  const components = { root: button({ functionCall: { call: "openUrl", args: { url: { path: "/url" } } } }), label: text("Open") };
  await stage.send(surface(components, { url: "https://example.com/" }));
  for (const url of [undefined, ...bad]) {
    if (url !== undefined) await stage.send([write("/url", url)]);
    await stage.page.getByRole("button", { name: "Open" }).click();
  }
  assert.deepEqual(await stage.page.evaluate(() => globalThis.opened), ["https://example.com/"]);
  assert.deepEqual(stage.problems, []);
});

test("an address that turns into a script leaves every place that shows it", async (t) => {
  const stage = await open(t);
  const url = { path: "/url" };
  await stage.send(
    surface(
      {
        root: { component: "Column", children: ["image", "video", "audio", "text"] },
        image: { component: "Image", url },
        video: { component: "Video", url, posterUrl: url },
        audio: { component: "AudioPlayer", url },
        text: text({ call: "formatString", args: { value: "[link](${/url}) ![picture](${/url})" } }),
      },
      { url: "https://example.com/a.png" },
    ),
  );
  const addresses = () =>
    stage.easel((easel) => {
      const names = ["src", "href", "poster"];
      return [...easel.shadowRoot.querySelectorAll("*")].flatMap((element) => names.map((name) => element.getAttribute(name)).filter(Boolean));
    });
  await stage.page.getByRole("link", { name: "link" }).waitFor();
  assert.ok((await addresses()).length >= 5);
  for (const bad of ["javascript:alert(1)", " JAVASCRIPT:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x"]) {
    await stage.send([write("/url", bad)]);
    assert.deepEqual(await addresses(), [], bad);
  }
});

test("half a character and what JSON cannot say cost neither the message nor the element", async (t) => {
  const stage = await open(t);
  await stage.send(surface({ root: text("Cut \ud83d here") }));
  assert.equal(await stage.page.getByText("Cut \ufffd here").count(), 1);
  const thrown = await stage.easel((easel) => {
    const cycle = {};
    cycle.self = cycle;
    const odd = [cycle, 1n, Symbol("x"), () => 1, Number.NaN, undefined, new Proxy({}, { ownKeys: () => [][0].x })];
    odd.push({ toJSON() { throw Object.create(null); } });
    return odd.flatMap((input) => {
      try {
        easel.send(input);
        easel.messages = input;
        return [];
      } catch (error) {
        return [error.message];
      }
    });
  });
  assert.deepEqual(thrown, []);
  assert.deepEqual(stage.problems, []);
});

const MODAL = { root: { component: "Modal", trigger: "open", content: "inside" }, open: button({ event: { name: "open" } }), label: text("Open"), inside: text("Inside") };

test("an element that leaves the page with an open dialog gives the page back", async (t) => {
  const stage = await open(t);
  await stage.send(surface(MODAL));
  await stage.page.getByRole("button", { name: "Open" }).click();
  await painted(stage.page);
  const overflow = () => stage.page.evaluate(() => document.documentElement.style.overflow);
  assert.equal(await overflow(), "hidden");
  await stage.page.evaluate(() => (globalThis.easel = document.querySelector("a2ui-easel")).remove());
  await painted(stage.page);
  assert.equal(await overflow(), "");
  await stage.page.evaluate(() => document.body.append(globalThis.easel));
  await stage.page.getByRole("button", { name: "Open" }).click();
  await painted(stage.page);
  assert.equal(await stage.page.getByRole("dialog").count(), 1);
});

test("an element that is moved with an open dialog keeps it above everything", async (t) => {
  const stage = await open(t);
  await stage.send(surface(MODAL));
  await stage.page.getByRole("button", { name: "Open" }).click();
  await painted(stage.page);
  const isModal = await stage.easel(async (easel) => {
    document.body.appendChild(document.createElement("section")).append(easel);
    await new Promise((done) => setTimeout(done, 50));
    return easel.shadowRoot.querySelector("dialog").matches(":modal");
  });
  assert.equal(isModal, true);
  await stage.page.keyboard.press("Escape");
  await painted(stage.page);
  assert.equal(await stage.page.getByRole("dialog").count(), 0);
  assert.equal(await stage.page.evaluate(() => document.documentElement.style.overflow), "");
});

test("a host's function that calls the element back is heard when the element is done", async (t) => {
  const stage = await open(t);
  const model = await stage.easel(async (easel, messages) => {
    const call = () => {
      easel.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/called", value: true } }]);
      return "Answer";
    };
    easel.catalogs = [{ id: messages[0].createSurface.catalogId, components: {}, functions: { ask: { returnType: "string", call } } }];
    easel.send(messages);
    await new Promise((done) => setTimeout(done, 50));
    return easel.dataModel("main");
  }, [{ version: "v0.9", createSurface: { surfaceId: "main", catalogId: "https://example.com/c" } }, update({ root: text({ call: "ask", args: {} }) })]);
  assert.equal(await stage.page.getByText("Answer").count(), 1);
  assert.deepEqual(model, { called: true });
  assert.deepEqual(stage.problems, []);
});

test("listeners may delete the surface, remove the element and throw", async (t) => {
  const stage = await open(t);
  await stage.send(surface({ root: button({ event: { name: "go" } }), label: text("Go") }));
  const count = await stage.easel(async (easel) => {
    let count = 0;
    addEventListener("error", (event) => event.preventDefault());
    easel.addEventListener("a2ui-action", () => {
      count += 1;
      easel.send([{ version: "v0.9", deleteSurface: { surfaceId: "main" } }]);
      easel.remove();
      throw new Error("A listener's own");
    });
    easel.shadowRoot.querySelector("button").click();
    document.body.append(easel);
    await new Promise((done) => setTimeout(done, 50));
    return count;
  });
  assert.equal(count, 1);
  await stage.send([create("next"), update({ root: text("Alive") }, "next")]);
  assert.equal(await stage.page.getByText("Alive").count(), 1);
});

test("bombs are cut before they take the page", async (t) => {
  const stage = await open(t);
  const list = (item) => ({ root: { component: "List", children: { componentId: "item", path: "/list" } }, item });
  const options = Array.from({ length: 2000 }, (_, index) => ({ label: "o", value: String(index) }));
  const bombs = [
    [list(text("x".repeat(500_000))), {}],
    [list(text({ path: "/" })), {}],
    [list({ component: "ChoicePicker", options, value: [] }), {}],
    [list({ component: "CheckBox", label: "l", value: { call: "regex", args: { value: { path: "/as" }, pattern: "^(a|aa|a*)*b" } } }), { as: "a".repeat(9000) }],
  ];
  for (const [components, data] of bombs) {
    const span = await stage.easel((easel, messages) => {
      easel.reset();
      const began = performance.now();
      easel.send(messages);
      return performance.now() - began;
    }, surface(components, { ...data, list: Array(5000).fill("some words") }));
    assert.ok(span < 8_000, `${JSON.stringify(components.item).slice(0, 60)}: ${span} ms`);
    assert.ok((await stage.easel((easel) => easel.issues)).length > 0);
  }
});
