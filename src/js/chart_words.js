// The words of charts, a part of their module. Hosts supply other languages by `easel.words = {…}`; what they leave out stays
// English. What stands in braces is filled in; a word that ends in `One` is for one thing.

export const ENGLISH = {
  chart_doughnut: "Doughnut chart",
  chart_pie: "Pie chart",
  chart_line: "Line chart",
  chart_bar: "Bar chart",
  // The one sentence that describes a drawing to those who do not see it.
  chart_summary_parts: "{kind} with {count} parts. The largest is {label} with {share}.",
  chart_summary_partsOne: "{kind} with one part, {label}.",
  chart_summary_values: "{kind} with {count} values, from {first} to {last}. Lowest {low} ({lowLabel}), highest {high} ({highLabel}).",
  chart_summary_valuesOne: "{kind} with one value, {low} ({first}).",
  chart_has_parts: "has {count} parts",
  chart_has_partsOne: "has 1 part",
  chart_total: "Total",
  chart_other: "Other ({count})",
  // The table of the same data.
  chart_category: "Category",
  chart_label: "Label",
  chart_value: "Value",
  chart_share: "Share",
  chart_parts: "Parts",
  chart_show_table: "Show table",
  chart_hide_table: "Hide table",
  chart_levels: "Levels",
  // What is said below a drawing, or in its place.
  chart_invalid: "{count} items could not be shown",
  chart_invalidOne: "1 item could not be shown",
  chart_hidden: "{count} more items are not drawn",
  chart_hiddenOne: "1 more item is not drawn",
  chart_broken_axis: "The axis does not start at zero",
  chart_no_data: "No data available",
  chart_not_drawn: "This data cannot be drawn",
  chart_waiting: "Waiting for data",
};
