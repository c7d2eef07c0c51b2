// Our own few words. Hosts supply other languages by `easel.words = {...}`; what they leave out stays English.

export const ENGLISH = {
  close: "Close",
  filter: "Filter",
};
