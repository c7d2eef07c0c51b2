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
  // A button that holds nothing but a drawing without a name.
  button: "Button",
  // Which way a figure of a dashboard has gone, read out beside its arrow; and a table or chart without rows.
  up: "Up",
  down: "Down",
  neutral: "Unchanged",
  noData: "No data available",
  // What stands before the name an agent gives itself, where the host shows it.
  from: "From",
  // Maps. What stands in braces is filled in; a word for one thing comes before that for any other number of them.
  map: "Map",
  mapRole: "map",
  mapNamedOne: "Map with 1 place",
  mapNamed: "Map with {n} places",
  mapCenter: "Center {lat}, {lng}",
  mapZoom: "Zoom {zoom}",
  mapInViewOne: "1 place in view",
  mapInView: "{n} places in view",
  mapOutsideOne: "1 place outside the view",
  mapOutside: "{n} places outside the view",
  mapClusterOne: "1 place",
  mapCluster: "{n} places",
  mapPlace: "Place {n}",
  mapPlaces: "Places",
  mapRoutes: "Routes",
  mapRoute: "{from} to {to}",
  mapDriving: "driving",
  mapWalking: "walking",
  mapBicycling: "cycling",
  mapTransit: "by public transport",
  mapZoomIn: "Zoom in",
  mapZoomOut: "Zoom out",
  mapFit: "Fit all",
  mapNoDetail: "Outline map, no street detail",
  mapNotShownOne: "1 place could not be shown",
  mapNotShown: "{n} places could not be shown",
  mapHint: "Hold Ctrl and scroll to zoom",
  mapHintMac: "Hold ⌘ and scroll to zoom",
  mapNorth: "N",
  mapSouth: "S",
  mapEast: "E",
  mapWest: "W",
  // What takes the place of a picture whose data are long in coming.
  waiting: "Waiting for data",
};
