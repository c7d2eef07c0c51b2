// Our own few words. Hosts supply other languages by `easel.words = {…}`; what they leave out stays English.
//
// An icon that is all a button shows is read out by its name in snake case with blanks ("skip next"), unless `words`
// has an entry for it: `{ skip_next: "Nächster Titel" }`.

export const ENGLISH = {
  // The button that closes a dialog.
  close: "Close",
  // The box that narrows down the options of a choice picker.
  filter: "Filter",
  // Inputs that an agent gave no label: what assistive technology calls them.
  select: "Select",
  choices: "Choices",
  date: "Date",
  time: "Time",
  dateAndTime: "Date and time",
  value: "Value",
  text: "Text",
  // What is said of an entry that its field does not accept, if the agent has no sentence for it.
  invalid: "Please check this entry.",
  // A list that scrolls sideways, if the agent gave it no name.
  scrolls: "List",
  // A button that holds nothing but a drawing without a name.
  button: "Button",
  // Which way a figure of a dashboard has gone, read out beside its arrow; and a table or chart without rows.
  up: "Up",
  down: "Down",
  neutral: "Unchanged",
  noData: "No data available",
  // What stands before the name an agent gives itself, where the host shows it.
  from: "From",
};
