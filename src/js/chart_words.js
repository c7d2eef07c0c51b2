// The words of charts, a part of their module. Hosts supply other languages by `easel.words = {…}`; what they leave out stays
// English. What stands in braces is filled in; a word that ends in `One` is for one thing.

export const ENGLISH = {
  chartDoughnut: "Doughnut chart",
  chartPie: "Pie chart",
  chartLine: "Line chart",
  chartBar: "Bar chart",
  // The one sentence that describes a drawing to those who do not see it.
  chartSummaryParts: "{kind} with {count} parts. The largest is {label} with {share}.",
  chartSummaryPartsOne: "{kind} with one part, {label}.",
  chartSummaryValues: "{kind} with {count} values, from {first} to {last}. Lowest {low} ({lowLabel}), highest {high} ({highLabel}).",
  chartSummaryValuesOne: "{kind} with one value, {low} ({first}).",
  chartHasParts: "has {count} parts",
  chartHasPartsOne: "has 1 part",
  chartTotal: "Total",
  chartOther: "Other ({count})",
  // The table of the same data.
  chartCategory: "Category",
  chartLabel: "Label",
  chartValue: "Value",
  chartShare: "Share",
  chartParts: "Parts",
  chartShowTable: "Show table",
  chartHideTable: "Hide table",
  chartLevels: "Levels",
  // What is said below a drawing, or in its place.
  chartInvalid: "{count} items could not be shown",
  chartInvalidOne: "1 item could not be shown",
  chartHidden: "{count} more items are not drawn",
  chartHiddenOne: "1 more item is not drawn",
  chartBrokenAxis: "The axis starts at {start}, not at zero: compare the numbers, not the lengths of the bars.",
  chartNotDrawn: "This data cannot be drawn",
  // Said by maps and the element too.
  waiting: "Waiting for data",
  noData: "No data available",
};
