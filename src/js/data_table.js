// A table of an agent's rows: cells are looked up by the keys of the columns.
import { clip, entries } from "./listing.js";

/** More rows and columns than this nobody reads. */
const MAX_ROWS = 500;
const MAX_COLUMNS = 50;
/** Nor more of one cell, in UTF-16 units; and all cells together are not more than a browser lays out at once. */
const MAX_TEXT = 1_000;
const MAX_TEXTS = 300_000;

/** Table → what its rows say, and which of its columns are numbers. */
const filled = new WeakMap();

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
  const exceed = (message, property) => page.report("warning", "LIMIT_EXCEEDED", message, property);
  const all = entries(rows).filter((row) => row && typeof row === "object");
  if (all.length > MAX_ROWS) exceed(`Only the first ${MAX_ROWS} rows are shown.`, "rows");
  const named = entries(columns).flatMap(asColumn);
  if (named.length > MAX_COLUMNS) exceed(`Only the first ${MAX_COLUMNS} columns are shown.`, "columns");
  const heads = named.slice(0, MAX_COLUMNS);
  const shown = all.slice(0, MAX_ROWS);
  const numeric = heads.map(({ key }) => shown.length > 0 && shown.every((row) => typeof own(row, key) === "number"));

  let left = MAX_TEXTS;
  let isCut = false;
  const cell = (text) => {
    isCut ||= text.length > MAX_TEXT;
    const clipped = clip(text, MAX_TEXT);
    left -= clipped.length;
    return clipped;
  };
  const lines = [];
  for (const row of shown) {
    if (left <= 0) break;
    lines.push(heads.map(({ key }) => cell(written(own(row, key), page.intl))));
  }
  if (isCut) exceed(`A cell says more than ${MAX_TEXT} characters; its end is not shown.`, "rows");
  if (lines.length < shown.length) exceed(`The cells say more than ${MAX_TEXTS} characters; the last rows are not shown.`, "rows");

  const [table, empty] = host.firstChild.children;
  fillRow(table.tHead.rows[0], heads.map(({ label }) => clip(label, MAX_TEXT)), numeric, "th");
  fillRows(table, lines, numeric);
  empty.textContent = page.word("noData");
  empty.hidden = shown.length > 0 || rows === undefined;
  table.hidden = heads.length === 0;
}

/** What says the same stays as it is, and so do a selection in it and the place one has scrolled to. */
function fillRows(table, lines, numeric) {
  const body = table.tBodies[0];
  const { lines: before, columns } = filled.get(table) ?? { lines: [] };
  filled.set(table, { lines, columns: `${numeric}` });
  const isSame = (a, b) => columns === `${numeric}` && a.every((text, at) => text === b[at]);
  const most = Math.min(before.length, lines.length);
  let start = 0;
  while (start < most && isSame(before[start], lines[start])) start++;
  let end = 0;
  while (end < most - start && isSame(before.at(-1 - end), lines.at(-1 - end))) end++;

  const changed = lines.slice(start, lines.length - end);
  const old = [...body.rows].slice(start, before.length - end);
  changed.forEach((line, at) => fillRow(old[at] ?? body.insertRow(start + at), line, numeric, "td"));
  old.slice(changed.length).forEach((row) => row.remove());
}

function fillRow(row, line, numeric, tag) {
  line.forEach((text, at) => {
    const cell = row.cells[at] ?? row.appendChild(document.createElement(tag));
    if (tag === "th") cell.scope = "col";
    if (cell.textContent !== text) cell.textContent = text;
    cell.className = numeric[at] ? "number" : "";
  });
  while (row.cells.length > line.length) row.lastChild.remove();
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

/** Neither hundreds of digits nor a zero that is none. */
function written(value, intl) {
  if (typeof value === "number") {
    const size = Math.abs(value);
    const isFar = size >= 1e15 || (size > 0 && size < 5e-7);
    return intl.of("NumberFormat", isFar ? { notation: "scientific", maximumFractionDigits: 3 } : { maximumFractionDigits: 6 }).format(value);
  }
  return typeof value === "string" || typeof value === "boolean" ? `${value}` : "";
}
