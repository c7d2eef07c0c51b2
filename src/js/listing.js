// The data of a chart or a map as a plain table: what people read where the drawing itself cannot be had.

/** Replaces what is in `host` by a table of the component's data. `properties` is the JSON text that modules get. */
export function list(host, properties) {
  const { values, label } = JSON.parse(properties);
  const table = document.createElement("table");
  table.className = "listing";
  const title = label ?? values.title;
  if (typeof title === "string") table.createCaption().textContent = clip(title, MAX_TEXT);
  for (const [name, value] of rows(values)) {
    const row = table.insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = text(name);
    row.append(head);
    row.insertCell().textContent = text(value);
  }
  host.replaceChildren(table);
  host.removeAttribute("data-placeholder");
  host.removeAttribute("aria-busy");
}

/** More rows than this nobody reads. */
const MAX_ROWS = 500;

function rows({ labels, values, chartData, data, pins, anchorMarker, markers }) {
  if (labels) {
    const numbers = entries(values);
    return entries(labels).slice(0, MAX_ROWS).map((name, index) => [name, numbers[index]]);
  }
  const all = [...entries(anchorMarker && [anchorMarker]), ...entries(chartData ?? data ?? pins ?? markers)];
  const items = all.slice(0, MAX_ROWS);
  return items.map((item) => [item?.label ?? item?.name, item?.value ?? item?.description]);
}

/** A list, or an object whose members are one. */
export function entries(list) {
  return list && typeof list === "object" ? Object.values(list) : [];
}

/** The beginning of a text, with an ellipsis for the rest. */
export function clip(text, length) {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Longer names and values than this are cut, as a chart's are. */
const MAX_TEXT = 300;

function text(value) {
  return typeof value === "string" || typeof value === "number" ? clip(`${value}`, MAX_TEXT) : "";
}
