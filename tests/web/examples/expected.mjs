// What an example must show, worked out from its messages alone and independently of the package.

/** The last state of each surface that the messages make: `{id, root, components, data}`. */
export function surfacesOf(messages) {
  const surfaces = new Map();
  const at = (id) => {
    if (!surfaces.has(id)) surfaces.set(id, { id, root: "root", components: new Map(), data: {} });
    return surfaces.get(id);
  };
  for (const message of messages) {
    const [verb, body] = Object.entries(message).find(([key]) => key !== "version");
    const surface = at(body.surfaceId);
    if (verb === "deleteSurface") surfaces.delete(body.surfaceId);
    if (verb === "beginRendering") surface.root = body.root;
    if (verb === "createSurface" && body.dataModel) surface.data = body.dataModel;
    for (const component of body.components ?? []) surface.components.set(component.id, flat(component));
    if (verb === "updateDataModel") write(surface, body.path ?? "/", body.value);
    if (verb === "dataModelUpdate") write(surface, body.path ?? "/", plain(body.contents));
  }
  return [...surfaces.values()];
}

/** A component as `{id, type, props}`, however its version nests it. */
function flat({ id, component, ...props }) {
  if (typeof component === "string") return { id, type: component, props };
  const [[type, inner]] = Object.entries(component);
  return { id, type, props: inner };
}

const plain = (contents) =>
  Object.fromEntries(contents.map((entry) => [entry.key, entry.valueMap ? plain(entry.valueMap) : (entry.valueString ?? entry.valueNumber ?? entry.valueBoolean)]));

const tokens = (path) => path.split("/").filter(Boolean);

function write(surface, path, value) {
  const keys = tokens(path);
  if (keys.length === 0) return void (surface.data = structuredClone(value ?? {}));
  const last = keys.pop();
  const holder = keys.reduce((inner, key) => (inner[key] ??= {}), surface.data);
  holder[last] = structuredClone(value);
}

const read = (data, path) => tokens(path).reduce((inner, key) => inner?.[key], data);

const LABELS = {
  TextField: ["label", "placeholder"], CheckBox: ["label"], ChoicePicker: ["label"], Slider: ["label"], DateTimeInput: ["label"],
  Image: ["description", "altText"], AudioPlayer: ["description"],
};
const CHILDREN = ["child", "children", "trigger", "entryPointChild", "content", "contentChild"];

/**
 * What a person must be able to find on a surface: `{texts, values, modals, buttons}`. `values` are those of text
 * fields, `modals` the ids of what opens a dialog, `buttons` maps the ids of buttons to their actions.
 */
export function expectedOf(surface) {
  const found = { texts: [], values: [], modals: [], buttons: new Map() };
  // A binding that starts with a literal puts it into the model first.
  for (const { props } of surface.components.values()) seed(surface, props);
  visit(surface, surface.root, "", found);
  return found;
}

function seed(surface, value) {
  if (typeof value !== "object" || value === null) return;
  const literal = value.literalString ?? value.literalNumber ?? value.literalBoolean;
  if (value.path !== undefined && literal !== undefined) write(surface, value.path, literal);
  else Object.values(value).forEach((inner) => seed(surface, inner));
}

function visit(surface, id, scope, found) {
  const component = surface.components.get(id);
  if (!component) return;
  const { type, props } = component;
  const text = (value, list = found.texts) => {
    const resolved = resolve(surface, scope, value);
    if (["string", "number", "boolean"].includes(typeof resolved) && resolved !== "") list.push(String(resolved));
  };

  if (type === "Text") for (const line of withoutMarkdown(String(resolve(surface, scope, props.text) ?? ""))) found.texts.push(line);
  for (const label of LABELS[type] ?? []) text(props[label]);
  if (type === "TextField") text(props.value ?? props.text, found.values);
  for (const option of props.options ?? []) text(option.label);
  if (type === "Modal") found.modals.push(props.trigger ?? props.entryPointChild);
  if (type === "Button") found.buttons.set(id, props.action);

  for (const tab of props.tabs ?? props.tabItems ?? []) {
    text(tab.title);
    visit(surface, tab.child, scope, found);
  }
  for (const children of CHILDREN.map((key) => props[key]).filter(Boolean)) visitChildren(surface, children, scope, found);
}

function visitChildren(surface, children, scope, found) {
  if (typeof children === "string") return visit(surface, children, scope, found);
  const list = children.explicitList ?? children;
  if (Array.isArray(list)) return list.forEach((id) => visit(surface, id, scope, found));
  const { componentId, path, dataBinding } = children.template ?? children;
  const at = absolute(scope, path ?? dataBinding);
  for (const key of Object.keys(read(surface.data, at) ?? {})) visit(surface, componentId, `${at}/${key}`, found);
  return undefined;
}

const absolute = (scope, path) => (path.startsWith("/") ? path : `${scope}/${path}`);

/** A literal or the bound value; nothing for a function call, whose result the snapshots show. */
function resolve(surface, scope, value) {
  if (typeof value !== "object" || value === null) return value;
  const path = value.path ?? value["@path"];
  if (path !== undefined) return read(surface.data, absolute(scope, path));
  return value.literalString ?? value.literalNumber ?? value.literalBoolean;
}

/** The lines of a text as they read when Markdown is drawn. */
function withoutMarkdown(text) {
  return text
    .replace(/^```.*$/gm, "")
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(#{1,6}\s+|[-*+]\s+|\d+\.\s+|>\s?)+/, ""))
    .map((line) => line.replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2").replace(/(?<![\w*])([*_])(?!\s)(.+?)\1(?![\w*])/g, "$2"))
    .map((line) => line.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\\([\\`*_#[\]])/g, "$1").trim())
    .filter((line) => line && !/^[-*_|: ]+$/.test(line));
}
