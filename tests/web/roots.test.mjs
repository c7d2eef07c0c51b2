// Where an element may stand: in shadow roots, other documents, with and without a shadow root of its own. It looks the same.
import assert from "node:assert/strict";
import test from "node:test";
import { loaded, surface, text } from "./examples/surface.mjs";
import { openStage, painted } from "./support/stage.mjs";

const DASHBOARD = [
  { version: "v0.9", createSurface: { surfaceId: "s", catalogId: "declarative-gen-ui-catalog" } },
  {
    version: "v0.9",
    updateComponents: {
      surfaceId: "s",
      components: [
        { id: "root", component: "Column", children: ["chart", "metric"] },
        { id: "chart", component: "BarChart", title: "Orders", description: "by month", data: [{ label: "May", value: 4 }] },
        { id: "metric", component: "Metric", label: "Orders", value: "4" },
      ],
    },
  },
];

async function open(t, attribute) {
  const stage = await openStage(t);
  await loaded(stage);
  await stage.page.evaluate((attribute) => {
    globalThis.easel = document.createElement("a2ui-easel");
    if (attribute) easel.setAttribute(attribute, "");
    const there = document.createElement("div");
    there.id = "there";
    document.body.replaceChildren(easel, there);
  }, attribute);
  return stage;
}

/** What tells drawn from plain: a colour of the easel's own sheet, of the charts' and of the dashboard's. */
const looks = (stage) =>
  stage.page.evaluate(() => {
    const root = easel.shadowRoot ?? easel;
    const of = (css, property) => {
      const node = root.querySelector(css);
      return node && node.ownerDocument.defaultView.getComputedStyle(node)[property];
    };
    return [of(".stage", "containerType"), of("svg", "display"), of("[data-component-id=chart]", "containerType"), of("[data-component-id=metric] .label", "fontWeight")];
  });

const move = (stage, where) =>
  stage.page.evaluate(async (where) => {
    const host = document.querySelector("#there");
    if (where === "document") host.append(easel);
    if (where === "shadow root") (host.shadowRoot ?? host.attachShadow({ mode: "open" })).append(easel);
    if (where === "frame") {
      const frame = host.appendChild(document.createElement("iframe"));
      frame.contentDocument.body.append(easel);
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, where);

for (const attribute of ["", "light"]) {
  for (const where of ["document", "shadow root", "frame"]) {
    test(`an element ${attribute} that is moved into another ${where} looks as before and goes on working`, async (t) => {
      const stage = await open(t, attribute);
      await stage.page.evaluate((messages) => easel.send(messages), DASHBOARD);
      await stage.page.locator("svg").first().waitFor();
      const before = await looks(stage);
      assert.ok(before.every(Boolean), JSON.stringify(before));
      await move(stage, where);
      assert.deepEqual(await looks(stage), before);
      await stage.page.evaluate((messages) => easel.send(messages), surface({ root: text("Later") }, {}, "later"));
      await painted(stage.page);
      assert.match(await stage.page.evaluate(() => (easel.shadowRoot ?? easel).textContent), /Later/);
      assert.deepEqual(stage.problems, []);
    });
  }
}

test("elements that come when all modules are loaded look as the first did, in a shadow root of their own or not", async (t) => {
  const stage = await open(t);
  await stage.page.evaluate((messages) => easel.send(messages), DASHBOARD);
  await stage.page.locator("svg").first().waitFor();
  const first = await looks(stage);
  assert.ok(first.every(Boolean), JSON.stringify(first));
  for (const attribute of ["", "light"]) {
    for (const when of ["before it is in the page", "afterwards"]) {
      await stage.page.evaluate(
        ({ messages, attribute, when }) => {
          const next = document.createElement("a2ui-easel");
          if (attribute) next.setAttribute(attribute, "");
          // A root of its own each: nobody else brings the styles along.
          const root = easel.parentNode.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
          if (when === "afterwards") root.append(next);
          next.send(messages);
          if (when !== "afterwards") root.append(next);
          globalThis.easel = next;
        },
        { messages: DASHBOARD, attribute, when },
      );
      await painted(stage.page);
      assert.deepEqual(await looks(stage), first, `${attribute} ${when}`);
    }
  }
  assert.deepEqual(stage.problems, []);
});

test("an element that first comes into the page in a frame is drawn there", async (t) => {
  const stage = await open(t);
  await stage.page.evaluate((messages) => {
    globalThis.easel = document.createElement("a2ui-easel");
    easel.send(messages);
  }, DASHBOARD);
  await move(stage, "frame");
  await stage.page.frameLocator("iframe").locator("svg").first().waitFor();
  assert.ok((await looks(stage)).every(Boolean));
  assert.deepEqual(stage.problems, []);
});

test("light is read when an element first comes into a page; later it changes nothing", async (t) => {
  const stage = await open(t);
  await stage.page.evaluate((messages) => easel.send(messages), surface({ root: text("Hello") }));
  await painted(stage.page);
  await stage.page.evaluate(async () => {
    easel.remove();
    await new Promise((resolve) => setTimeout(resolve));
    easel.setAttribute("light", "");
    document.body.append(easel);
  });
  assert.equal(await stage.page.getByText("Hello").isVisible(), true);
});
