// The small parts of dashboards (custom components reference, section 4.6): a badge, a figure, a fact, a table, a button.
// Loaded when a surface has one. Each part is built once for its host and filled whenever its values change.
import { fillTable, buildTable } from "./data_table.js";
import { sheet } from "./once.js";
import styles from "./dashboard.css";

const style = sheet(styles);

/** There is nothing to wait for beyond this file. */
export async function started() {}

/** Draws component `name` into `host`, or brings what stands there up to date. */
export function draw(host, name, properties, page) {
  const { values, pending, label, description } = JSON.parse(properties);
  const part = PARTS[name];
  style(page.root);
  if (!host.firstChild) {
    host.dataset.kind = name;
    // The reference renderer's own; end-to-end tests of hosts find the parts by them.
    if (part.testId) host.dataset.testid = part.testId;
    host.append(...part.build());
  }
  const isPending = pending.some((property) => part.waitsFor?.includes(property));
  if (isPending) host.dataset.placeholder = "pending";
  else delete host.dataset.placeholder;
  set(host, "aria-busy", isPending && "true");
  part.fill(host, values, page);
  const named = part.named?.(host) ?? host;
  if (named === host) set(host, "role", (label || description) && "group");
  set(named, "aria-label", label);
  set(named, "aria-description", description);
}

export function forget(host) {
  host.replaceChildren();
}

const PARTS = {
  StatusBadge: {
    testId: "declarative-status-badge",
    build: () => [element("span", "badge", drawing(), words("span"))],
    fill(host, { text, variant = "info" }) {
      const badge = host.firstChild;
      badge.dataset.variant = variant;
      // The colour is not the only thing that tells one from another.
      trace(badge.firstChild, SIGNS[variant]);
      write(badge.lastChild, text);
    },
  },
  Metric: {
    testId: "declarative-metric",
    build: () => [
      words("p", "label"),
      words("p", "value"),
      element("p", "trend", drawing(), words("span", "unseen"), words("span")),
    ],
    fill(host, { label, value, trend = "neutral", trendValue }, page) {
      const [name, figure, change] = host.children;
      write(name, label);
      write(figure, value);
      change.hidden = asText(trendValue) === "" && trend === "neutral";
      change.dataset.trend = trend;
      const [arrow, direction, difference] = change.children;
      trace(arrow, SIGNS[trend]);
      write(direction, page.word(trend));
      write(difference, trendValue);
    },
  },
  InfoRow: {
    testId: "declarative-info-row",
    build: () => [element("dl", "fact", words("dt"), words("dd"))],
    fill(host, { label, value }) {
      write(host.firstChild.firstChild, label);
      write(host.firstChild.lastChild, value);
    },
  },
  DataTable: {
    testId: "declarative-data-table",
    waitsFor: ["columns", "rows"],
    build: buildTable,
    fill: fillTable,
    named: (host) => host.querySelector("table"),
  },
  PrimaryButton: {
    build: () => {
      const button = words("button", "button primary");
      button.type = "button";
      button.setAttribute("part", "button primary");
      // The element sends the component's action when this is pressed.
      button.dataset.press = "";
      return [button];
    },
    fill: (host, { label }) => write(host.firstChild, label),
    named: (host) => host.firstChild,
  },
};

/** Strokes in a field of 24 by 24. */
const SIGNS = {
  success: "M5 13l4.5 4.5L19 7",
  warning: "M12 5v9M12 18v1",
  error: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  info: "M12 10v9M12 5v1",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  neutral: "M5 12h14",
};

function drawing() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  return svg;
}

function trace(svg, path) {
  svg.firstChild.setAttribute("d", path);
}

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** An element with words of its own, which run as their own language does. */
function words(tag, className) {
  return element(tag, className, document.createElement("bdi"));
}

function write({ firstChild: words }, value) {
  const text = asText(value);
  if (words.textContent !== text) words.textContent = text;
}

/** Words and numbers; whatever else an agent put there is nothing to read. */
function asText(value) {
  return ["string", "number", "boolean"].includes(typeof value) ? `${value}` : "";
}

function set(node, name, value) {
  if (value) node.setAttribute(name, value);
  else node.removeAttribute(name);
}
