// Maps without key or network: where pins stand, what a person does with mouse and keys, and what is read aloud.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { audit } from "./support/audit.mjs";
import { LOS_ANGELES, TOOLKIT, description, flatSurface, mapReady, mapSurface, oldSurface, pins } from "./support/maps.mjs";
import { openStage, painted } from "./support/stage.mjs";

const WIDE = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" };
const RULES = { rules: Object.fromEntries(["region", "landmark-one-main", "page-has-heading-one"].map((rule) => [rule, { enabled: false }])) };

async function openMap(t, messages, options = WIDE) {
  const stage = await openStage(t, options);
  const left = [];
  stage.page.on("request", (request) => request.url().startsWith(stage.url) || left.push(request.url()));
  await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").send !== undefined);
  const issues = await stage.send(messages);
  await mapReady(stage);
  return { ...stage, issues, left };
}

const near = (actual, expected, message) =>
  assert.ok(actual.every((value, index) => Math.abs(value - expected[index]) <= 1), `${message}: ${actual} for ${expected}`);

const OFFSETS = {
  "Santa Monica Store": [-365.5, 68.0],
  "Griffith Observatory": [-113.3, -144.0],
  "Hollywood Sign Viewpoint": [-139.8, -143.9],
  "Downtown Arena": [-34.4, 12.1],
  "County Museum of Art": [-168.2, -20.6],
  "Venice Beach Boardwalk": [-333.8, 118.1],
};

for (const [version, messages] of [["v0.9", mapSurface], ["v0.9 with flat keys", flatSurface], ["v0.8", oldSurface]]) {
  test(`six pins stand where they belong, ${version}`, async (t) => {
    const stage = await openMap(t, messages(LOS_ANGELES));
    const found = await pins(stage);
    assert.deepEqual(Object.keys(found), Object.keys(OFFSETS));
    for (const [name, expected] of Object.entries(OFFSETS)) near(found[name], expected, name);
    assert.match(await stage.page.locator(".map-note").textContent(), /Outline map, no street detail · Natural Earth/);
    assert.equal(await description(stage), "Center 34.0522, -118.2437. Zoom 11. United States.");
    assert.deepEqual(stage.left, []);
    assert.deepEqual(stage.problems, []);
  });
}

test("a map waits for its centre in a box of its size, and is drawn when it comes", async (t) => {
  const properties = { center: { path: "/map/here" }, zoom: { path: "/map/zoom" }, markers: [{ lat: 59.9, lng: 10.7, label: "Start" }] };
  const stage = await openStage(t, WIDE);
  await stage.send(mapSurface(undefined, { properties, catalogId: TOOLKIT }));
  const host = stage.page.locator("[data-component-id=root]");
  await host.locator(".map-waiting").waitFor();
  assert.equal(await host.getAttribute("data-placeholder"), "pending");
  assert.equal(await host.getAttribute("aria-busy"), "true");
  const waiting = await host.boundingBox();
  assert.ok(waiting.height >= 240, `${waiting.height}`);
  await stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map", value: { here: { lat: 59.91, lng: 10.75 }, zoom: 12 } } }]);
  await mapReady(stage);
  assert.equal(await host.getAttribute("data-placeholder"), null);
  assert.equal(await host.getAttribute("aria-busy"), null);
  assert.equal(await stage.page.getByRole("button", { name: "Start" }).count(), 2);
  assert.deepEqual(stage.problems, []);
});

test("a map whose centre is long in coming says that it waits", async (t) => {
  const stage = await openStage(t, WIDE);
  await stage.page.clock.install();
  await stage.send(mapSurface({ pins: LOS_ANGELES.pins }));
  const waiting = stage.page.locator(".map-waiting");
  await waiting.waitFor();
  await stage.page.clock.runFor(9_000);
  assert.equal(await waiting.textContent(), "");
  await stage.page.clock.runFor(1_500);
  assert.equal(await waiting.textContent(), "Waiting for data");
});

test("a place opens by keyboard, from the picture and from the list", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES));
  const { page } = stage;
  const focused = () => page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.activeElement?.dataset.do ?? document.querySelector("a2ui-easel").shadowRoot.activeElement?.className);
  await page.locator(".map-canvas").focus();
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "pin:0");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "pin:4");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const card = page.getByRole("group", { name: "Santa Monica Store" });
  await card.waitFor();
  assert.match(await card.textContent(), /Open from ten to eight\.34\.0135, -118\.4947/);
  assert.equal(await page.locator("[data-do='pin:0']").getAttribute("aria-expanded"), "true");
  assert.equal(await page.getByRole("status").textContent(), "Santa Monica Store. Open from ten to eight.");
  await page.keyboard.press("Tab");
  while ((await focused()) !== "close") await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  assert.equal(await card.count(), 0);
  assert.equal(await focused(), "pin:0");

  await page.locator("[data-do='place:0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByRole("group", { name: "Griffith Observatory" }).waitFor();
  assert.equal(await page.locator("[data-do='place:1']").getAttribute("aria-current"), "true");
  await page.mouse.click(5, 790);
  assert.equal(await page.locator(".map-card").count(), 0, "a press elsewhere closes it");
  assert.deepEqual(stage.problems, []);
});

test("keys move the picture, and say so once", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES));
  const { page } = stage;
  const arena = async () => (await pins(stage))["Downtown Arena"];
  await page.locator(".map-canvas").focus();
  await page.keyboard.press("ArrowRight");
  await painted(page);
  near(await arena(), [-114.4, 12.1], "right");
  await page.keyboard.press("Shift+ArrowUp");
  await painted(page);
  near(await arena(), [-114.4, 22.1], "up");
  await page.keyboard.press("0");
  await page.keyboard.press("+");
  await painted(page);
  near(await arena(), [-68.8, 24.2], "nearer");
  assert.equal(await page.getByRole("status").textContent(), "");
  await page.waitForFunction(() => document.querySelector("a2ui-easel").shadowRoot.querySelector("[role=status]").textContent !== "");
  assert.equal(await page.getByRole("status").textContent(), "Zoom 12, 2 places in view");
});

test("a mouse drags, a wheel zooms only with Ctrl, and places outside come in with one press", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES));
  const { page } = stage;
  const box = await page.locator(".map-canvas").boundingBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middle[0] + 30, middle[1] + 60);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 80, middle[1] + 100, { steps: 4 });
  await page.mouse.up();
  await painted(page);
  near((await pins(stage))["Downtown Arena"], [15.6, 52.1], "dragged");
  assert.equal(await page.locator(".map-card").count(), 0, "a drag presses nothing");

  await page.mouse.wheel(0, 60);
  await page.locator(".map-hint").waitFor();
  near((await pins(stage))["Downtown Arena"], [15.6, 52.1], "the wheel is the page's");
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -160);
  await page.keyboard.up("Control");
  await painted(page);
  assert.match(await description(stage), /Zoom 12\./);

  const outside = page.locator(".map-outside");
  assert.match(await outside.textContent(), /\d places? outside the view/);
  await outside.getByRole("button", { name: "Fit all" }).click();
  await painted(page);
  assert.equal(await outside.isVisible(), false);
  assert.equal(Object.keys(await pins(stage)).length, 6);
  assert.deepEqual(stage.problems, []);
});

test("two fingers pinch and move; one leaves the picture alone", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES), { ...WIDE, hasTouch: true });
  const { page } = stage;
  const box = await page.locator(".map-canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })) });
  await touch("touchStart", [-60, 40]);
  await touch("touchMove", [-120, 40]);
  await touch("touchEnd");
  await painted(page);
  near((await pins(stage))["Downtown Arena"], [-34.4, 12.1], "one finger");
  await touch("touchStart", [-50, 0], [50, 0]);
  for (const reach of [60, 80, 100]) await touch("touchMove", [-reach, 0], [reach, 0]);
  await touch("touchEnd");
  await painted(page);
  near((await pins(stage))["Downtown Arena"], [-68.8, 24.2], "twice as large");
  assert.equal(await page.locator(".map-card").count(), 0);
});

test("new data keep the picture, the pins and the focus; another centre moves it", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES));
  const { page } = stage;
  const write = (path, value) => stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: `/map/${path}`, value } }]);
  await page.locator(".map-canvas").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("[data-do='place:3']").focus();
  await page.locator(".map-canvas").evaluate((canvas) => (globalThis.canvas = canvas));
  await write("pins/3/description", "Moved the entrance.");
  await mapReady(stage);
  near((await pins(stage))["Downtown Arena"], [-114.4, 12.1], "unmoved");
  assert.equal(await page.locator(".map-canvas").evaluate((canvas) => canvas === globalThis.canvas), true);
  assert.equal(await page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.activeElement.dataset.do), "place:3");
  assert.match(await page.locator("[data-do='place:3']").textContent(), /Moved the entrance/);
  await write("center", { lat: 34.0453, lng: -118.2673 });
  await mapReady(stage);
  near((await pins(stage))["Downtown Arena"], [0, 0], "the agent's new centre");
});

test("many pins become groups, which fall apart when they are pressed", async (t) => {
  const many = Array.from({ length: 400 }, (_, index) => ({ lat: 40 + (index % 20), lng: 2 + Math.floor(index / 20) / 4, name: `Shop ${index + 1}` }));
  const stage = await openMap(t, mapSurface({ center: { lat: 49, lng: 4 }, zoom: 4, pins: many }));
  const { page } = stage;
  const groups = page.locator(".map-cluster");
  const before = await groups.count();
  assert.ok(before > 3 && before < 60, `${before}`);
  const sum = await groups.evaluateAll((all) => all.reduce((total, group) => total + Number(group.textContent), 0));
  assert.ok(sum + (await page.locator(".map-pin").count()) <= 400);
  await groups.first().focus();
  await page.keyboard.press("Enter");
  await painted(page);
  assert.doesNotMatch(await description(stage), /Zoom 4\./);
  assert.deepEqual(stage.problems, []);
});

test("routes are drawn and told", async (t) => {
  const end = (lat, lng, label) => ({ lat, lng, label });
  const properties = {
    center: { lat: 51, lng: 5 },
    zoom: 5,
    anchorMarker: end(48.86, 2.35, "Paris"),
    routes: [{ origin: end(48.86, 2.35, "Paris"), destination: end(52.37, 4.9, "Amsterdam") }],
    travelMode: "transit",
  };
  const stage = await openMap(t, mapSurface(undefined, { properties, catalogId: TOOLKIT }));
  assert.match(await stage.page.locator(".map-routes").getAttribute("d"), /^M[\d.-]+ [\d.-]+L[\d.-]+ [\d.-]+$/);
  assert.equal(await stage.page.getByRole("list", { name: "Routes" }).textContent(), "Paris to Amsterdam, by public transport");
  assert.deepEqual(Object.keys(await pins(stage)), ["Paris", "Amsterdam"]);
});

test("what an agent writes reaches no style, and what is wrong is told once", async (t) => {
  const evil = { lat: 1, lng: 1, name: "<img src=x onerror=alert(1)>", background: "url(https://evil.example/x)" };
  const stage = await openMap(t, mapSurface({ center: { lat: 1, lng: 1 }, zoom: 5, pins: [evil, { lat: 99, lng: 0, name: "Nowhere" }] }));
  const { page } = stage;
  assert.equal(await page.locator(".map-drop").evaluate((drop) => getComputedStyle(drop).fill), "rgb(234, 67, 53)");
  assert.equal(await page.locator(".map img").count(), 0);
  assert.match(await page.locator(".map-note").textContent(), /1 place could not be shown/);
  await stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map/zoom", value: 6 } }]);
  const codes = await stage.easel((easel) => easel.issues.map(({ code, componentId }) => `${code} ${componentId}`));
  assert.deepEqual(codes.filter((code) => code.endsWith("root")).sort(), ["UNKNOWN_VALUE root", "VALIDATION_FAILED root"]);
  assert.deepEqual(stage.left, []);
});

test("at 320 px nothing overflows, and the list unfolds", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES), { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
  const { page } = stage;
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok((await overflow()) <= 0);
  const list = page.getByRole("list", { name: "Places" });
  assert.equal((await list.boundingBox())?.height <= 1 || (await page.locator(".map-list").boundingBox()).height <= 1, true);
  assert.equal(await list.getByRole("button").count(), 6, "it is read aloud all the same");
  await page.getByRole("button", { name: "Places (6)" }).click();
  assert.ok((await page.locator(".map-list").boundingBox()).height > 200);
  assert.equal(await page.getByRole("button", { name: "Places (6)" }).getAttribute("aria-expanded"), "true");
  await list.getByRole("button", { name: /Venice/ }).click();
  const card = await page.locator(".map-card").boundingBox();
  assert.ok(card.x >= 0 && card.x + card.width <= 320, JSON.stringify(card));
  assert.ok((await overflow()) <= 0);
});

for (const colorScheme of ["light", "dark"]) {
  for (const dir of ["ltr", "rtl"]) {
    test(`axe finds nothing in a map, ${colorScheme}, ${dir}`, async (t) => {
      const stage = await openMap(t, mapSurface(LOS_ANGELES), { ...WIDE, colorScheme });
      const { page } = stage;
      await page.evaluate(([scheme, dir]) => {
        document.documentElement.style.colorScheme = scheme;
        document.documentElement.style.background = scheme === "dark" ? "#14161b" : "#ffffff";
        document.documentElement.dir = dir;
      }, [colorScheme, dir]);
      await page.locator("[data-do='pin:3']").click();
      assert.deepEqual(await audit(page, RULES), []);
      for (const [name, expected] of Object.entries(OFFSETS)) near((await pins(stage))[name], expected, name);
      await page.setViewportSize({ width: 360, height: 700 });
      await page.getByRole("button", { name: "Places (6)" }).click();
      assert.deepEqual(await audit(page, RULES), []);
      assert.deepEqual(stage.problems, []);
    });
  }
}

test("a map behind a tab is drawn in its size when it is shown, and so is one in the page itself", async (t) => {
  const stage = await openStage(t, WIDE);
  const { page } = stage;
  await page.evaluate(() => {
    const easel = document.createElement("a2ui-easel");
    easel.toggleAttribute("light", true);
    document.querySelector("a2ui-easel").replaceWith(easel);
  });
  const components = [
    { id: "root", component: "Tabs", tabs: [{ title: "Words", child: "words" }, { title: "Places", child: "places" }] },
    { id: "words", component: "Text", text: "Words" },
    { id: "places", component: "GoogleMap", ...LOS_ANGELES },
  ];
  const [create] = mapSurface();
  await stage.send([create, { version: "v0.9", updateComponents: { surfaceId: "main", components } }]);
  await page.getByRole("tab", { name: "Places" }).click();
  await mapReady(stage);
  for (const [name, expected] of Object.entries(OFFSETS)) near((await pins(stage))[name], expected, name);
  assert.notEqual(await page.locator(".map-picture").evaluate((picture) => getComputedStyle(picture).overflow), "visible", "it has its styles");
  assert.deepEqual(stage.problems, []);
});

test("another language and other words change what stands there", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES));
  await stage.easel((easel) => {
    easel.words = { mapPlaces: "Orte", mapCenter: "Mitte {lat}, {lng}" };
    easel.setAttribute("locale", "de-DE");
  });
  await mapReady(stage);
  assert.equal(await stage.page.locator(".map-list-title").textContent(), "Orte");
  assert.equal(await description(stage), "Mitte 34,0522, -118,2437. Zoom 11. Vereinigte Staaten.");
  assert.equal(await stage.page.locator(".map-distance").textContent(), "5 km");
});

test("without its module a map is a list, and becomes a map once the module is there", async (t) => {
  const stage = await openStage(t, WIDE);
  await stage.page.route("**/maps_bg.wasm", (route) => route.abort());
  await stage.send(mapSurface(LOS_ANGELES));
  const row = stage.page.getByRole("row", { name: /Venice Beach Boardwalk/ });
  await row.waitFor();
  await stage.page.unroute("**/maps_bg.wasm");
  await stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map/zoom", value: 12 } }]);
  await mapReady(stage);
  assert.equal(await row.count(), 0);
});

test("a map that is taken away leaves nothing behind", async (t) => {
  const stage = await openMap(t, mapSurface(LOS_ANGELES));
  await stage.page.locator("[data-do='pin:3']").click();
  await stage.send([{ version: "v0.9", updateComponents: { surfaceId: "main", components: [{ id: "root", component: "Text", text: "Gone" }] } }]);
  assert.equal(await stage.page.locator(".map").count(), 0);
  await stage.page.mouse.click(5, 790);
  await stage.page.setViewportSize({ width: 500, height: 500 });
  await painted(stage.page);
  assert.deepEqual(stage.problems, []);
});

const holder = ({ page }) => page.evaluate(() => document.querySelector("a2ui-easel").shadowRoot.activeElement?.dataset.do ?? document.querySelector("a2ui-easel").shadowRoot.activeElement?.className);
const named = (...names) => names.map((name, index) => ({ lat: 40 + index, lng: 10 + index, name }));
const setPins = (stage, pins) => stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map/pins", value: pins } }]);

test("a host that answers what a map reports, in the midst of its drawing, still gets a map", async (t) => {
  for (const answer of ["send", "reset", "remove"]) {
    const stage = await openStage(t, WIDE);
    await stage.page.waitForFunction(() => document.querySelector("a2ui-easel").send !== undefined);
    const flawed = { center: { lat: 1, lng: 1 }, zoom: 5, pins: [{ lat: 1, lng: 1, name: "Here" }, { lat: 99, lng: 0, name: "Nowhere" }] };
    const sound = { ...flawed, pins: [{ lat: 1, lng: 1, name: "There" }] };
    await stage.easel((easel, [answer, again, value]) => {
      const hear = ({ detail }) => {
        if (detail.componentId !== "root") return;
        easel.removeEventListener("a2ui-issue", hear);
        if (answer === "send") easel.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map", value } }]);
        if (answer === "reset") easel.reset();
        if (answer === "remove") {
          const parent = easel.parentNode;
          easel.remove();
          setTimeout(() => parent.append(easel));
        }
        if (answer === "reset") setTimeout(() => easel.send(again));
      };
      easel.addEventListener("a2ui-issue", hear);
    }, [answer, mapSurface(sound), sound]);
    await stage.send(mapSurface(flawed));
    await mapReady(stage);
    await stage.page.getByRole("button", { name: answer === "remove" ? "Here" : "There" }).first().waitFor();
    assert.equal(await stage.page.locator("table.listing").count(), 0, answer);
    assert.equal(await stage.page.locator(".map").count(), 1, answer);
    await stage.page.locator(".map-canvas").focus();
    await stage.page.keyboard.press("+");
    await painted(stage.page);
    assert.match(await description(stage), /Zoom 6\./, answer);
    assert.deepEqual(stage.problems, [], answer);
  }
});

test("what draws a map is not entered again while it is at work, and does afterwards what it was asked", async (t) => {
  const stage = await openStage(t, WIDE);
  const drawn = await stage.page.evaluate(async (answers) => {
    const { started, draw, forget } = await import("/dist/maps.js");
    await started();
    const properties = (name) => JSON.stringify({ values: { center: { lat: 1, lng: 1 }, zoom: 5, pins: [{ lat: 1, lng: 1, name }, { lat: 99, lng: 0 }] } });
    return answers.map((answer) => {
      const host = document.body.appendChild(document.createElement("div"));
      let asked = 0;
      const page = {
        intl: { locale: "en", of: (kind, options) => new Intl[kind]("en", options) },
        word: (name) => name,
        report() {
          asked += 1;
          if (asked > 1) return;
          if (answer.includes("forget")) forget(host);
          if (answer.includes("draw")) draw(host, "GoogleMap", properties("There"), page);
        },
      };
      draw(host, "GoogleMap", properties("Here"), page);
      const names = [...host.querySelectorAll("button.map-pin")].map((pin) => pin.ariaLabel);
      return [answer, host.querySelectorAll(".map, table").length, names];
    });
  }, ["nothing", "draw", "forget", "forget and draw"]);
  assert.deepEqual(drawn, [["nothing", 1, ["Here"]], ["draw", 1, ["There"]], ["forget", 0, []], ["forget and draw", 1, ["There"]]]);
  assert.deepEqual(stage.problems, []);
});

test("a host that moves on when the focus does neither breaks a map nor is held up", async (t) => {
  const stage = await openMap(t, mapSurface({ ...LOS_ANGELES, pins: named("a", "b", "c") }));
  await stage.page.locator(".map-canvas").focus();
  await stage.page.locator("[data-do='place:0']").focus();
  await stage.easel((easel, value) => {
    easel.shadowRoot.addEventListener("focusin", () => easel.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map/pins", value } }]), { once: true });
  }, named("x", "a", "b", "c"));
  await stage.page.keyboard.press("ArrowDown");
  await mapReady(stage);
  assert.equal(await holder(stage), "place:2", "b stands third now");
  assert.deepEqual(stage.problems, []);
});

test("the focus follows its place, in the picture and in the list", async (t) => {
  for (const kind of ["pin", "place"]) {
    const stage = await openMap(t, mapSurface({ center: { lat: 41, lng: 11 }, zoom: 5, pins: named("a", "b", "c") }));
    await stage.page.locator(`[data-do='${kind}:1']`).focus();
    const node = await stage.page.locator(`[data-do='${kind}:1']`).elementHandle();
    const expect = async (index, why) => {
      await mapReady(stage);
      assert.equal(await holder(stage), `${kind}:${index}`, `${kind}, ${why}`);
    };
    await setPins(stage, named("a", "b", "c").map((pin) => ({ ...pin, description: "New" })));
    await expect(1, "other words");
    await stage.easel((easel) => easel.setAttribute("locale", "de-DE"));
    await expect(1, "another language");
    await setPins(stage, [{ lat: 39, lng: 9, name: "new" }, ...named("a", "b", "c")].slice(0, 4));
    await expect(2, "one before it");
    await setPins(stage, named("a", "b", "c"));
    await expect(1, "one less before it");
    assert.equal(await node.evaluate((node) => node.isConnected), true, "by the same elements");
    await setPins(stage, [named("a", "b", "c")[0], named("a", "b", "c")[2]]);
    await expect(1, "the next one when it is gone");
    await setPins(stage, [named("a")[0]]);
    await expect(0, "the last one that is left");
    await setPins(stage, []);
    await mapReady(stage);
    assert.equal(await holder(stage), "map-canvas", "the picture when none is left");
    assert.deepEqual(stage.problems, []);
  }
});

test("the focus stays in the picture when its pin leaves it, and in an open card", async (t) => {
  const stage = await openMap(t, mapSurface({ center: { lat: 41, lng: 11 }, zoom: 5, pins: named("a", "b", "c") }));
  const { page } = stage;
  await page.locator("[data-do='pin:1']").focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("PageDown");
  await painted(page);
  assert.equal(await holder(stage), "map-canvas");
  await page.keyboard.press("0");
  await page.locator("[data-do='pin:1']").focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-do=close]").focus();
  await setPins(stage, [{ lat: 42, lng: 12, name: "new" }, ...named("a", "b").map((pin) => ({ ...pin, description: "Other words" }))]);
  await mapReady(stage);
  assert.equal(await holder(stage), "close");
  assert.match(await page.getByRole("group", { name: "b", exact: true }).textContent(), /Other words/);
  await setPins(stage, named("a"));
  await mapReady(stage);
  assert.equal(await page.locator(".map-card").count(), 0);
  assert.equal(await holder(stage), "pin:0");
  assert.deepEqual(stage.problems, []);
});

test("the focus goes on to the group or pin that a group has become", async (t) => {
  const many = Array.from({ length: 400 }, (_, index) => ({ lat: 40 + (index % 20), lng: 2 + Math.floor(index / 20) / 4, name: `Shop ${index + 1}` }));
  const stage = await openMap(t, mapSurface({ center: { lat: 41.5, lng: 3 }, zoom: 4, pins: many }));
  const { page } = stage;
  await page.locator(".map-cluster").first().focus();
  for (const key of ["+", "+", "-", "-", "Enter", "-"]) {
    await page.keyboard.press(key);
    await painted(page);
    assert.match(await holder(stage), /^(pin|group):0$/, key);
  }
  await setPins(stage, many.slice(1));
  await mapReady(stage);
  assert.match(await holder(stage), /^(pin|group):0$/);
  const overlaps = await page.locator(".map-cluster").evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    return boxes.filter((a, own) => boxes.some((b, other) => other > own && a.left < b.right - 8 && b.left < a.right - 8 && a.top < b.bottom && b.top < a.bottom)).length;
  });
  assert.equal(overlaps, 0);
  assert.deepEqual(stage.problems, []);
});

const FITTED = {
  "two coasts": [{ lat: 34.05, lng: -118.24, name: "Los Angeles" }, { lat: 40.71, lng: -74, name: "New York" }],
  "a country": [{ lat: 45.46, lng: 9.19, name: "Milan" }, { lat: 41.9, lng: 12.5, name: "Rome" }, { lat: 40.85, lng: 14.27, name: "Naples" }],
  "a city": LOS_ANGELES.pins,
  "the world": [{ lat: 34.05, lng: -118.24, name: "Los Angeles" }, { lat: 51.5, lng: -0.12, name: "London" }, { lat: -33.87, lng: 151.2, name: "Sydney" }],
};

test("all pins that a map is fitted to are seen, and none behind its controls", async (t) => {
  for (const width of [200, 320, 360, 800, 1280]) {
    const stage = await openStage(t, { ...WIDE, viewport: { width, height: 800 }, hasTouch: width < 400, isMobile: width < 400 });
    for (const [name, list] of Object.entries(FITTED)) {
      await stage.send([{ version: "v0.9", deleteSurface: { surfaceId: "main" } }].concat(mapSurface(undefined, { properties: { pins: list } })).slice(name === "two coasts" ? 1 : 0));
      await mapReady(stage);
      const hidden = await stage.page.locator(".map-picture").evaluate((picture) => {
        const box = (element) => element.getBoundingClientRect();
        const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const over = [...picture.querySelectorAll(".map-controls, .map-locator:not([hidden]), .map-outside:not([hidden])")].map(box);
        const all = box(picture);
        return [...picture.querySelectorAll("button.map-pin")]
          .filter((pin) => over.some((other) => meets(other, box(pin))) || box(pin).left < all.left || box(pin).right > all.right || box(pin).top < all.top || box(pin).bottom > all.bottom)
          .map((pin) => pin.ariaLabel);
      });
      assert.deepEqual(hidden, [], `${name} at ${width}`);
      assert.equal(await stage.page.locator("button.map-pin").count(), list.length, `${name} at ${width}`);
      const hasOutlines = await stage.page.locator(".map-world").evaluate((world) => getComputedStyle(world).display !== "none" && getComputedStyle(world).opacity === "1");
      assert.equal(hasOutlines || name === "a city", true, `${name} at ${width}`);
      assert.equal(hasOutlines || (await stage.page.locator(".map-locator[data-region]").isVisible()), true, `${name} at ${width}`);
    }
  }
});

test("a map that waits is as large as the one that comes", async (t) => {
  for (const width of [200, 320, 500, 800, 1280]) {
    for (const title of [undefined, { path: "/map/title" }]) {
      const stage = await openStage(t, { ...WIDE, viewport: { width, height: 900 } });
      const bound = { center: { path: "/map/center" }, zoom: { path: "/map/zoom" }, pins: { path: "/map/pins" }, ...(title && { title }) };
      await stage.send(mapSurface(undefined, { properties: bound }));
      await stage.page.locator(".map-waiting").waitFor();
      const host = stage.page.locator("[data-component-id=root]");
      const waiting = await host.boundingBox();
      assert.equal(await stage.page.getByRole("button").count(), 0, "nothing of it can be reached yet");
      await stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map", value: { ...LOS_ANGELES, title: "Stores" } } }]);
      await mapReady(stage);
      assert.deepEqual(await host.boundingBox(), waiting, `${width}, ${title}`);
      await stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map/zoom", value: 3 } }]);
      await mapReady(stage);
      assert.deepEqual(await host.boundingBox(), waiting, `${width}, ${title}, with outlines`);
    }
  }
});

test("a pin stands in every copy of the world, and is reached once", async (t) => {
  const stage = await openMap(t, mapSurface({ center: { lat: 0, lng: 179 }, zoom: 3, pins: [{ lat: 0, lng: -179, name: "Beyond" }] }));
  const { page } = stage;
  near((await pins(stage)).Beyond, [11.4, 0], "over the date line");
  await stage.send([{ version: "v0.9", updateDataModel: { surfaceId: "main", path: "/map/zoom", value: 0 } }]);
  await mapReady(stage);
  assert.ok((await page.locator(".map-pin").count()) > 2);
  assert.equal(await page.locator(".map-marks").getByRole("button").count(), 1);
  await page.locator("div.map-pin").last().click();
  await page.getByRole("group", { name: "Beyond" }).waitFor();
  assert.deepEqual(await audit(page, RULES), []);
  assert.deepEqual(stage.problems, []);
});

test("what docs/maps.md has to copy is a map without a flaw, and its words are those there are", async (t) => {
  const docs = fs.readFileSync(new URL("../../docs/maps.md", import.meta.url), "utf8");
  const stage = await openMap(t, JSON.parse(docs.match(/```json\n(.*?)```/s)[1]));
  assert.deepEqual(stage.issues, []);
  assert.deepEqual(await stage.easel((easel) => easel.issues), []);
  assert.deepEqual(Object.keys(await pins(stage)), ["Rome", "Milan", "Naples"]);
  assert.deepEqual(stage.problems, []);
  const { ENGLISH } = await import("../../src/js/map_words.js");
  const told = new Set(docs.match(/`(map\w*|waiting)`/g).map((word) => word.slice(1, -1)));
  assert.deepEqual(Object.keys(ENGLISH).filter((word) => !told.has(word)), []);
});

test("paper shows every place, and no buttons", async (t) => {
  for (const width of [360, 1280]) {
    const stage = await openMap(t, mapSurface({ ...LOS_ANGELES, pins: named(..."abcdefghijklmnopqrstuvwxyz") }), { ...WIDE, viewport: { width, height: 800 } });
    const { page } = stage;
    await page.emulateMedia({ media: "print" });
    const list = await page.locator(".map-list").boundingBox();
    const last = await page.locator(".map-place").last().boundingBox();
    assert.ok(list.height > 1_000 && last.y + last.height <= list.y + list.height, `${width}: ${JSON.stringify([list, last])}`);
    assert.equal(await page.locator(".map-controls, .map-toggle").filter({ visible: true }).count(), 0);
    assert.deepEqual(stage.problems, []);
  }
});

test("two maps on one page know nothing of each other, whatever numbers they get", async (t) => {
  const wild = [{ lat: "1e999", lng: 0 }, { lat: 1, lng: 1e308, name: "round and round" }, { lat: -90, lng: 180, name: "pole" }, { lat: null, lng: {} }, {}];
  const stage = await openStage(t, WIDE);
  const [create] = mapSurface();
  const maps = [LOS_ANGELES, { center: { lat: 90, lng: -1e9 }, zoom: 1e300, pins: wild }];
  const components = [
    { id: "root", component: "Column", children: ["a", "b"] },
    { id: "a", component: "GoogleMap", ...maps[0] },
    { id: "b", component: "GoogleMap", ...maps[1] },
  ];
  await stage.send([create, { version: "v0.9", updateComponents: { surfaceId: "main", components } }]);
  await stage.page.locator(".map-canvas").nth(1).waitFor();
  const ids = await stage.page.locator(".map [id]").evaluateAll((all) => all.map((one) => one.id));
  assert.equal(new Set(ids).size, ids.length);
  const first = stage.page.locator(".map").first();
  const before = await first.locator(".map-canvas + .map-unseen").textContent();
  const second = stage.page.locator(".map").nth(1);
  for (const action of ["fit", "in", "out", "out", "fit"]) await second.locator(`.map-controls [data-do=${action}]`).click();
  await painted(stage.page);
  assert.equal(await first.locator(".map-canvas + .map-unseen").textContent(), before);
  assert.doesNotMatch(await second.innerHTML(), /NaN|Infinity/);
  assert.equal(await second.locator("table").count(), 0);
  assert.deepEqual(stage.problems, []);
});
