// The words of the format: what each step and each fact may say. Anything else is a failure of the case, since a
// runner that reads past a condition would pass what it has not checked.

const VALUE = "equals not_equals one_of any_of contains starts_with pattern matches flags absent present exists type";
const NUMBER = "min at_least max at_most between count equals";

const FACTS = {
  text_present: `text within target visible accessible hidden_ok ${NUMBER}`,
  text_absent: "text within target visible accessible hidden_ok",
  text_matches: "target within pattern flags",
  text_pattern_absent: "target within pattern flags",
  component_text: `target ${VALUE}`,
  line_count: `target ${NUMBER}`,
  order: "texts target within",
  element: `role name nth within state ${NUMBER}`,
  element_absent: "role name nth within state",
  element_css: `css text target within ${NUMBER}`,
  element_css_absent: "css text target within",
  markup_absent: "pattern flags target within",
  attribute: `target attr attribute ${VALUE}`,
  attribute_any: `target attr attrs attribute attributes any alternatives options ${VALUE}`,
  attribute_not: `target attr attrs attribute attributes any alternatives options ${VALUE}`,
  style: `target property prop name pseudo min at_least max at_most between ${VALUE}`,
  value: `target min at_least max at_most between ${VALUE}`,
  caret: "target at start end equals",
  described_by: `target text ${VALUE}`,
  focused: "target",
  focus_within: "target",
  same_node: "target from since before to between",
  covers_viewport: "target",
  drawn: "target",
  size_ratio: `of to dimension ${NUMBER}`,
  contrast_at_least: "target ratio value min at_least",
  choice_selected: "target within surfaceId componentId option label name text value",
  choice_not_selected: "target within surfaceId componentId option label name text value",
  data: `surfaceId path min at_least max at_most between ${VALUE}`,
  data_matches: "surfaceId path pattern matches flags",
  surface: "surfaceId exists",
  surface_count: NUMBER,
  activity_count: NUMBER,
  lifecycle: "status state equals activity activityId messageId",
  placeholder: "target",
  marks: `target ${NUMBER}`,
  dom_nodes: `target within ${NUMBER}`,
  blank_activity: "",
  emitted: `message message_contains ${NUMBER}`,
  not_emitted: "message message_contains",
  emitted_matches: `path message message_contains ${VALUE}`,
  emitted_metadata: `key ${VALUE}`,
  not_emitted_pattern: "pattern flags",
  emitted_pattern_absent: "pattern flags",
  error_reported: `about componentId surfaceId code ${NUMBER}`,
  no_error_reported: "about componentId surfaceId code",
  host_call: `fn args_contain opener ${NUMBER}`,
  network_absent: "pattern flags",
  global_absent: "name",
  global_unpolluted: "key",
  no_uncaught_error: "",
  time_budget: "max_ms per",
  never: "facts between",
};

const STEPS = {
  click: "target",
  type: "target text clear",
  type_here: "text",
  key: "key target times",
  set_value: "target value",
  choose: "target option label value text",
  deliver: "messages message events event chunks",
  wait: "ms",
  host: "action",
};

const REMARKS = ["note", "notes", "comment", "description"];

const HOST_ACTIONS = ["import_again", "import_copy_from_other_url", "remount", "detach", "attach_elsewhere"];

const TARGET = "role name nth label surfaceId componentId css backdrop_of within".split(" ");

const words = (text) => text.split(" ").filter(Boolean);

function unknownWord(given, allowed) {
  return Object.keys(given).find((key) => !allowed.includes(key) && given[key] !== undefined);
}

function checkTargets(given, where) {
  for (const key of ["target", "within", "of", "to", "backdrop_of"]) {
    const target = given[key];
    if (typeof target !== "object" || target === null || "message" in target || "event" in target || "interaction" in target) continue;
    const unknown = unknownWord(target, TARGET);
    if (unknown) throw new Error(`${where}: "${unknown}" of a target is not understood`);
    checkTargets(target, where);
  }
}

/** Throws, and says what is not understood, unless every step and fact of the case is known word for word. */
export function checkWords({ interaction = [], expect }) {
  const checkFact = (fact, where) => {
    if (!Object.hasOwn(FACTS, fact.kind)) throw new Error(`${where}: the fact kind "${fact.kind}" is not understood`);
    const unknown = unknownWord(fact, ["kind", "after", ...REMARKS, ...words(FACTS[fact.kind])]);
    if (unknown) throw new Error(`${where}: "${unknown}" of ${fact.kind} is not understood`);
    checkTargets(fact, where);
    fact.facts?.forEach((inner, i) => checkFact(inner, `${where}, inner fact ${i}`));
  };
  interaction.forEach((step, i) => {
    if (!Object.hasOwn(STEPS, step.do)) throw new Error(`step ${i}: "${step.do}" is not understood`);
    const unknown = unknownWord(step, ["do", ...REMARKS, ...words(STEPS[step.do])]);
    if (unknown) throw new Error(`step ${i}: "${unknown}" of ${step.do} is not understood`);
    if (step.do === "host" && !HOST_ACTIONS.includes(step.action)) throw new Error(`step ${i}: the host action "${step.action}" is not understood`);
    checkTargets(step, `step ${i}`);
  });
  expect.facts.forEach((fact, i) => checkFact(fact, `fact ${i}`));
}
