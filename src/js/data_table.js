// A table of an agent's rows: cells are looked up by the keys of the columns.
import { entries } from "./listing.js";

/** More rows and columns than this nobody reads. */
const MAX_ROWS = 500;
const MAX_COLUMNS = 50;

export function buildTable() {
  const frame = document.createElement("div");
  frame.className = "frame";
  const table = document.createElement("table");
  table.createTHead().insertRow();
  table.createTBody();
  const empty = document.createElement("p");
  empty.className = "empty";
  frame.append(table, empty);
  // What can be scrolled can be reached by the keyboard.
  new ResizeObserver(() => {
    if (frame.scrollWidth > frame.clientWidth + 1) frame.tabIndex = 0;
    else frame.removeAttribute("tabindex");
  }).observe(frame);
  return [frame];
}

/** `columns`: `[{key, label}]`; `rows`: objects whose members are texts or numbers. */
export function fillTable(host, { columns, rows }, page) {
  const heads = entries(columns).flatMap(asColumn).slice(0, MAX_COLUMNS);
  const all = entries(rows).filter((row) => row && typeof row === "object");
  if (all.length > MAX_ROWS) page.report("warning", "LIMIT_EXCEEDED", `Only the first ${MAX_ROWS} rows are shown.`);
  const shown = all.slice(0, MAX_ROWS);
  const [table, empty] = host.firstChild.children;
  const numbers = page.intl.of("NumberFormat", { maximumFractionDigits: 6 });
  const isNumeric = heads.map(({ key }) => shown.length > 0 && shown.every((row) => typeof own(row, key) === "number"));
  const cell = (tag, text, at) => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (isNumeric[at]) made.className = "number";
    if (tag === "th") made.scope = "col";
    return made;
  };
  table.tHead.rows[0].replaceChildren(...heads.map(({ label }, at) => cell("th", label, at)));
  table.tBodies[0].replaceChildren(
    ...shown.map((row) => {
      const line = document.createElement("tr");
      line.append(...heads.map(({ key }, at) => cell("td", written(own(row, key), numbers), at)));
      return line;
    }),
  );
  empty.textContent = page.word("noData");
  empty.hidden = shown.length > 0 || rows === undefined;
  table.hidden = heads.length === 0;
}

/** Agents also name a column by its key alone. */
function asColumn(column) {
  if (typeof column === "string") return [{ key: column, label: column }];
  const { key, label } = column ?? {};
  return typeof key === "string" ? [{ key, label: typeof label === "string" ? label : key }] : [];
}

function own(row, key) {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

function written(value, numbers) {
  if (typeof value === "number") return numbers.format(value);
  return typeof value === "string" || typeof value === "boolean" ? `${value}` : "";
}
