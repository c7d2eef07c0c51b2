// Short ways to write the messages that tests send.

const BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

/** A v0.9 surface: `components` is `{id: {component, …}}`, `data` the whole model where it is given. */
export function surface(components, data, surfaceId = "main") {
  const messages = [create(surfaceId), update(components, surfaceId)];
  return data === undefined ? messages : [...messages, write("/", data, surfaceId)];
}

export const create = (surfaceId = "main", more = {}) => ({ version: "v0.9", createSurface: { surfaceId, catalogId: BASIC, ...more } });

export const update = (components, surfaceId = "main") => ({
  version: "v0.9",
  updateComponents: { surfaceId, components: Object.entries(components).map(([id, props]) => ({ id, ...props })) },
});

export const write = (path, value, surfaceId = "main") => ({ version: "v0.9", updateDataModel: { surfaceId, path, value } });

export const text = (text, more = {}) => ({ component: "Text", text, ...more });

/** A column with a bound text, a bound field and a button that sends what is in the field. */
export const FORM = {
  root: { component: "Column", children: ["hint", "name", "send"] },
  hint: text({ path: "/hint" }),
  name: { component: "TextField", label: "Name", value: { path: "/name" } },
  send: { component: "Button", child: "label", action: { event: { name: "send", context: { name: { path: "/name" } } } } },
  label: text("Send"),
};

/** Waits until the package is loaded in a stage's page: another element paints something, and goes. */
export async function loaded(stage) {
  await stage.page.evaluate((messages) => {
    const easel = document.createElement("a2ui-easel");
    easel.id = "warm-up";
    document.body.append(easel);
    easel.send(messages);
  }, surface({ root: text("Ready") }));
  await stage.page.locator("#warm-up").getByText("Ready").waitFor();
  await stage.page.evaluate(() => document.getElementById("warm-up").remove());
}
