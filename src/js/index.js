// `a2ui-easel`: importing it is enough, the tag works from then on.
import { defineEasel } from "./define.js";

defineEasel();

export * from "./define.js";
