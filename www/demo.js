// The designers' page: pick or paste agent output, step through it, see what the user sees and what is wrong with it.
// Uses nothing but the public interface of <a2ui-easel>.
import "./dist/index.js";
import { readMessages, surfaceIds } from "./input.js";

const find = (id) => document.getElementById(id);
const easel = find("easel");
const frame = find("frame");
const source = find("source");
const position = find("position");
const picker = find("example");

/** Milliseconds between two messages when playing. */
const PACE = 600;
/** Milliseconds between two looks at what may change by itself: a module that finishes loading, an answer that times out. */
const LOOK = 500;
/** Events kept in the log. */
const KEPT = 200;

let examples = [];
/** The messages in the editor, or `undefined` while it holds text that cannot be split into steps. */
let messages = [];
let playing;
/** What the inspector shows, by part. */
const shown = new Map();

// --- painting ---------------------------------------------------------------------------------------------------

/** Takes the editor's text: as steps where it is JSON or JSONL, whole otherwise. */
function readSource() {
  const read = readMessages(source.value);
  messages = read.messages;
  find("source-error").textContent = read.reason ?? "";
  position.max = messages?.length ?? 0;
  for (const id of ["position", "first", "back", "forward", "last", "play"]) find(id).disabled = !messages?.length;
}

/** Shows the surface as it is after `count` messages. */
function showStep(count) {
  const steps = messages?.length ?? 0;
  const step = Math.min(Math.max(count, 0), steps);
  position.value = step;
  position.setAttribute("aria-valuetext", `${step} of ${steps}`);
  find("applied").textContent = messages ? `${step} of ${steps}` : "as text";
  find("current").textContent = step > 0 ? JSON.stringify(messages[step - 1], null, 2) : "–";
  easel.messages = messages ? messages.slice(0, step) : source.value;
  refreshSoon();
}

function play() {
  if (playing !== undefined) return stop();
  if (Number(position.value) >= messages.length) showStep(0);
  find("play").textContent = "Pause";
  playing = setInterval(() => {
    showStep(Number(position.value) + 1);
    if (Number(position.value) >= messages.length) stop();
  }, PACE);
}

function stop() {
  clearInterval(playing);
  playing = undefined;
  find("play").textContent = "Play";
}

/** A new conversation: nothing of the one before may remain. */
function load(text, announcement) {
  stop();
  source.value = text;
  find("events").replaceChildren();
  find("event-count").textContent = "0";
  easel.reset();
  readSource();
  showStep(messages?.length ?? 0);
  find("announcement").textContent = announcement;
}

// --- the examples -----------------------------------------------------------------------------------------------

const keyOf = (example) => `${example.version}/${example.name}`;

function loadExample(index) {
  const example = examples[index];
  picker.selectedIndex = index;
  find("description").textContent = example.description ?? "";
  find("previous-example").disabled = index === 0;
  find("next-example").disabled = index === examples.length - 1;
  history.replaceState(null, "", `#${keyOf(example)}`);
  load(JSON.stringify(example.messages, null, 2), `${example.title}, ${example.version}`);
}

async function loadExamples() {
  const answer = await fetch("examples.json");
  if (!answer.ok) throw new Error(`examples.json: ${answer.status}`);
  examples = await answer.json();
  const groups = groupByVersion(examples);
  picker.replaceChildren(
    ...[...groups].map(([version, group]) => {
      const part = document.createElement("optgroup");
      part.label = version;
      part.append(...group.map((example) => new Option(`${example.title} · ${version}`, keyOf(example))));
      return part;
    }),
  );
  showAddress();
}

/** Opens the example that the address names, else the first one. */
function showAddress() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const index = examples.findIndex((example) => keyOf(example) === wanted);
  if (examples.length > 0) loadExample(Math.max(index, 0));
}

// --- the inspector ----------------------------------------------------------------------------------------------

function element(name, { text, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

function logEvent(event) {
  const title = event.detail?.action?.name ?? event.detail?.userAction?.name ?? event.type;
  const time = new Date().toLocaleTimeString("en-GB");
  const entry = element(
    "li",
    {},
    element("p", {}, element("strong", { text: title }), ` ${event.type} `, element("time", { text: time })),
    element("pre", { text: JSON.stringify(event.detail, null, 2), tabIndex: 0 }),
  );
  const list = find("events");
  list.prepend(entry);
  while (list.children.length > KEPT) list.lastElementChild.remove();
  find("event-count").textContent = list.children.length;
}

/** Whether `value` differs from what was shown under `name` before; what is read or selected is left alone otherwise. */
function isNews(name, value) {
  const text = JSON.stringify(value);
  if (shown.get(name) === text) return false;
  shown.set(name, text);
  return true;
}

function showIssues() {
  const issues = easel.issues ?? [];
  if (!isNews("issues", issues)) return;
  find("issue-count").textContent = issues.length;
  find("issue-count").classList.toggle("bad", issues.some((issue) => issue.severity === "error"));
  find("no-issues").hidden = issues.length > 0;
  find("issues").replaceChildren(
    ...issues.map((issue) =>
      element(
        "li",
        { className: issue.severity },
        element("p", {}, element("strong", { text: issue.severity }), " ", element("code", { text: issue.code })),
        element("p", { text: issue.message }),
        element("p", { className: "where", text: [issue.surfaceId, issue.componentId, issue.path].filter(Boolean).join(" · ") }),
      ),
    ),
  );
}

function showData() {
  const applied = messages?.slice(0, Number(position.value)) ?? [];
  const models = surfaceIds(applied)
    .map((id) => ({ id, model: easel.dataModel(id) }))
    .filter(({ model }) => model !== undefined && model !== null);
  if (!isNews("data", models)) return;
  const parts = models.flatMap(({ id, model }) => [
    element("h3", { text: id }),
    element("pre", { text: JSON.stringify(model, null, 2), tabIndex: 0 }),
  ]);
  find("data").replaceChildren(...(parts.length > 0 ? parts : [element("p", { className: "note", text: "No surface is open." })]));
}

let refreshing = false;

/** Brings the lists up to date once per frame, however much happens in between. */
function refreshSoon() {
  if (refreshing) return;
  refreshing = true;
  requestAnimationFrame(() => {
    refreshing = false;
    showIssues();
    if (!find("panel-data").hidden) showData();
    showState();
  });
}

function showState() {
  find("state").textContent = easel.state ?? "idle";
  find("state").dataset.state = easel.state ?? "idle";
}

function select(tab, { focus = false } = {}) {
  for (const other of document.querySelectorAll("[role=tab]")) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", chosen);
    other.tabIndex = chosen ? 0 : -1;
    find(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (focus) tab.focus();
  refreshSoon();
}

function moveBetweenTabs(event) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const at = tabs.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  select(tabs[(to + tabs.length) % tabs.length], { focus: true });
}

// --- settings, drag and drop ------------------------------------------------------------------------------------

function applySettings() {
  const settings = new FormData(find("settings"));
  frame.dataset.width = settings.get("width");
  frame.dataset.scheme = settings.get("scheme");
  frame.dir = settings.get("direction");
  easel.setAttribute("color-scheme", settings.get("scheme"));
  const locale = settings.get("locale");
  if (locale) easel.setAttribute("locale", locale);
  else easel.removeAttribute("locale");
  refreshSoon();
}

async function takeDrop(event) {
  event.preventDefault();
  find("drop").hidden = true;
  const [file] = event.dataTransfer.files;
  const text = file ? await file.text() : event.dataTransfer.getData("text/plain");
  if (!text) return;
  select(find("tab-messages"));
  find("description").textContent = file ? `Dropped: ${file.name}` : "Dropped text";
  load(text, "Painted what was dropped");
}

/** Whether a drag brings something to paint; text dragged within the editor is the editor's. */
const isForUs = (event) => event.dataTransfer.types.includes("Files") || (event.target !== source && event.dataTransfer.types.includes("text/plain"));

function groupByVersion(list) {
  const groups = new Map();
  for (const one of list) groups.set(one.version, [...(groups.get(one.version) ?? []), one]);
  return groups;
}

// --- wiring -----------------------------------------------------------------------------------------------------

find("first").addEventListener("click", () => showStep(0));
find("back").addEventListener("click", () => showStep(Number(position.value) - 1));
find("forward").addEventListener("click", () => showStep(Number(position.value) + 1));
find("last").addEventListener("click", () => showStep(messages.length));
find("play").addEventListener("click", play);
position.addEventListener("input", () => showStep(Number(position.value)));
source.addEventListener("input", () => {
  stop();
  readSource();
  showStep(messages?.length ?? 0);
});
picker.addEventListener("change", () => loadExample(picker.selectedIndex));
find("previous-example").addEventListener("click", () => loadExample(picker.selectedIndex - 1));
find("next-example").addEventListener("click", () => loadExample(picker.selectedIndex + 1));
find("settings").addEventListener("change", applySettings);
find("settings").addEventListener("submit", (event) => event.preventDefault());
find("clear").addEventListener("click", () => {
  find("events").replaceChildren();
  find("event-count").textContent = "0";
});
for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", moveBetweenTabs);
}
// Actions are among the messages.
easel.addEventListener("a2ui-message", logEvent);
for (const type of ["a2ui-state", "a2ui-issue", "a2ui-action"]) easel.addEventListener(type, refreshSoon);
for (const type of ["input", "change", "click", "keyup"]) frame.addEventListener(type, refreshSoon);
addEventListener("hashchange", showAddress);
addEventListener("dragover", (event) => {
  if (!isForUs(event)) return;
  event.preventDefault();
  find("drop").hidden = false;
});
addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) find("drop").hidden = true;
});
addEventListener("drop", (event) => isForUs(event) && takeDrop(event));

setInterval(refreshSoon, LOOK);
applySettings();
loadExamples().catch((error) => {
  find("description").textContent = `The examples could not be loaded (${error.message}). Paste messages to paint them.`;
  picker.replaceChildren(new Option("No examples"));
});
