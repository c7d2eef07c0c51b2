// What failures of the module leave behind.
import { closeAll } from "./dialog.js";

/** More failures than this tell nobody anything new. */
const MAX_ISSUES = 100;

/** Stages of easels that failed, to be read until there is something to see again, and what was told about it. */
export class Relics {
  issues = [];
  #stages = [];

  /** Keeps what `stage` shows, next to `next`, the one that is drawn on from now on. Answers with the issue. */
  keep(stage, next) {
    stage.inert = true;
    // Nobody could close them any more.
    closeAll(stage);
    stage.after(next);
    this.#stages.push(stage);
    const issue = { severity: "error", code: "INTERNAL_ERROR", surfaceId: null, path: "", message: "The renderer failed and was started anew." };
    if (this.issues.length < MAX_ISSUES) this.issues.push(issue);
    return issue;
  }

  /** Shows only this surface; an empty id shows all. */
  showOnly(surface) {
    const frames = this.#stages.flatMap((stage) => [...stage.querySelectorAll("[data-surface-id]")]);
    for (const frame of frames) frame.hidden = surface !== "" && frame.dataset.surfaceId !== surface;
  }

  /** There is something new to see, or nothing is to be seen. */
  remove() {
    for (const stage of this.#stages.splice(0)) stage.remove();
  }
}
