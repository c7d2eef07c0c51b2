// The public types of a2ui-easel.

/** One A2UI message of any protocol version, as parsed JSON. */
export type A2uiMessage = { [key: string]: unknown };

/** Messages in any of the forms that the element takes: a list, one message, or JSON or JSONL text. */
export type MessageInput = readonly A2uiMessage[] | A2uiMessage | string;

/** What the element is doing. */
export type EaselState = "idle" | "building" | "retrying" | "failed" | "painted";

/** A problem found in what an agent sent. */
export interface EaselIssue {
  /** `info` is sloppy but understood; an `error` has no sensible reading. */
  severity: "info" | "warning" | "error";
  /** A stable, machine-readable name of the kind of problem. */
  code: string;
  surfaceId: string | null;
  /** The JSON pointer to the place, as in `/components/3/text`. */
  path: string;
  /** One plain sentence. */
  message: string;
  componentId?: string;
}

/** A message for the agent. */
export interface EaselMessageEvent extends CustomEvent<A2uiMessage> {
  /** What the protocol wants sent along with it, such as the data model; ready to attach to the transport's message. */
  metadata: { [key: string]: unknown };
  /** The place of the template item that an action came from, as in `/items/1`. */
  dataContextPath?: string;
}

/** The content of an `a2ui-surface` activity: operations to paint, or how far the agent is. */
export interface ActivityContent {
  a2ui_operations?: readonly A2uiMessage[];
  operations?: readonly A2uiMessage[];
  status?: "building" | "retrying" | "failed";
  attempt?: number;
  maxAttempts?: number;
  progressTokens?: number;
  error?: string;
  errors?: readonly unknown[];
  attempts?: readonly unknown[];
  debugExposure?: DebugExposure;
  [member: string]: unknown;
}

/** How much of an agent's troubles is in the page: nothing, a closed panel, an open one. */
export type DebugExposure = "hidden" | "collapsed" | "verbose";

/** When retries show, how long half-ready surfaces are held back, how much people see of an agent's troubles. */
export interface Recovery {
  /** A retry shows after this long: 2000. `Infinity`: never by time. */
  showAfterMs: number;
  /** A retry shows from this attempt on: 2. */
  showAfterAttempts: number;
  /** `collapsed`, unless the agent says. Set explicitly, it also shows what is wrong with painted surfaces. */
  debugExposure: DebugExposure;
  /** A surface of which nothing can be seen yet is shown anyway after this long: 8000. */
  holdMaxMs: number;
}

/** Open requests for corrections, and what was said about them lately. */
export interface Healing {
  open: { request: { [key: string]: unknown }; activityId: string; surfaceId: string | null; deadline: number | null; readOnly: boolean }[];
  log: { seq: number; at: number; id?: string; sessionId: string; message: unknown }[];
}

/** A request for a correction, an answer to it, or the end of it. `preventDefault()` keeps the form or the answer to yourself. */
export type HealingDetail = { phase: "request" | "response" | "settled"; [key: string]: unknown };

/** An agent of `@ag-ui/client`, as far as the element uses it. */
export interface AgentSource {
  readonly messages?: readonly unknown[];
  readonly isRunning?: boolean;
  readonly pendingInterrupts?: readonly { id: string; expiresAt?: string }[];
  subscribe(subscriber: { [callback: string]: unknown }): { unsubscribe(): void };
  runAgent(input?: { [key: string]: unknown }): Promise<unknown>;
}

export interface ConnectOptions {
  /** An address: headers of its requests. */
  headers?: { [name: string]: string };
  /** An address: what the input of runs has besides ids and `forwardedProps`. */
  input?: { [member: string]: unknown };
  /** A catalog document that every run announces to the agent, as CopilotKit's middleware expects it. */
  catalog?: object;
  /** A stream: its media type; without, its first bytes tell. */
  contentType?: string;
  /** An address: origins besides its own to which healing sessions may open the channels that the server announces. */
  channelOrigins?: readonly string[];
}

/** Where elements take the time from. */
export interface Clock {
  /** Milliseconds; never goes back. */
  now(): number;
  /** Milliseconds since 1970. */
  wall(): number;
  setTimeout(work: () => void, span: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The events of the element. All bubble and cross shadow boundaries. */
export interface EaselEventMap {
  /** What the user did: the exact message in the surface's own protocol version. `preventDefault()` keeps it from an attached source. */
  "a2ui-action": EaselMessageEvent;
  /** Every message for the agent, actions included. */
  "a2ui-message": EaselMessageEvent;
  /** A problem found. */
  "a2ui-issue": CustomEvent<EaselIssue>;
  /** `state` changed. */
  "a2ui-state": CustomEvent<{ from: EaselState; to: EaselState }>;
  /** An agent asks for a correction, somebody answers, or it is over. */
  "a2ui-healing": CustomEvent<HealingDetail>;
}

/**
 * The element's own few words, for pages in other languages than English. An icon that is all a button shows is read out
 * by its name (`skip next`) unless there is an entry for it: `{ skip_next: "Nächster Titel" }`.
 *
 * What a page has not set stays English; the words of charts, maps and the life cycle can only be read once a page has set
 * them. What stands in braces is filled in. A word that ends in `One` takes the place of the one without for one thing.
 */
export interface EaselWords extends ChartWords, MapWords, LifecycleWords {
  close: string;
  filter: string;
  /** What assistive technology calls inputs without a label. */
  select: string;
  choices: string;
  date: string;
  time: string;
  dateAndTime: string;
  value: string;
  text: string;
  /** What is said of an entry that its field does not accept, if the agent has no sentence for it. */
  invalid: string;
  /** A list that scrolls sideways, if the agent gave it no name. */
  scrolls: string;
  button: string;
  from: string;
  /** Which way a figure of a dashboard has gone, and a table or chart without rows. */
  up: string;
  down: string;
  neutral: string;
  noData: string;
  /** What takes the place of a chart or map whose data are long in coming. */
  waiting: string;
  [icon: string]: string;
}

/** What charts say, with the English of each. */
export interface ChartWords {
  /** Doughnut chart */
  chartDoughnut: string;
  /** Pie chart */
  chartPie: string;
  /** Line chart */
  chartLine: string;
  /** Bar chart */
  chartBar: string;
  /** {kind} with {count} parts. The largest is {label} with {share}. */
  chartSummaryParts: string;
  /** {kind} with one part, {label}. */
  chartSummaryPartsOne: string;
  /** {kind} with {count} values, from {first} to {last}. Lowest {low} ({lowLabel}), highest {high} ({highLabel}). */
  chartSummaryValues: string;
  /** {kind} with one value, {low} ({first}). */
  chartSummaryValuesOne: string;
  /** has {count} parts */
  chartHasParts: string;
  /** has 1 part */
  chartHasPartsOne: string;
  /** Total */
  chartTotal: string;
  /** Other ({count}) */
  chartOther: string;
  /** Category */
  chartCategory: string;
  /** Label */
  chartLabel: string;
  /** Value */
  chartValue: string;
  /** Share */
  chartShare: string;
  /** Parts */
  chartParts: string;
  /** Show table */
  chartShowTable: string;
  /** Hide table */
  chartHideTable: string;
  /** Levels */
  chartLevels: string;
  /** {count} items could not be shown */
  chartInvalid: string;
  /** 1 item could not be shown */
  chartInvalidOne: string;
  /** {count} more items are not drawn */
  chartHidden: string;
  /** 1 more item is not drawn */
  chartHiddenOne: string;
  /** The axis starts at {start}, not at zero: compare the numbers, not the lengths of the bars. */
  chartBrokenAxis: string;
  /** This data cannot be drawn */
  chartNotDrawn: string;
}

/** What maps say, with the English of each. */
export interface MapWords {
  /** Map */
  map: string;
  /** map */
  mapRole: string;
  /** Map with 1 place */
  mapNamedOne: string;
  /** Map with {count} places */
  mapNamed: string;
  /** Center {lat}, {lng} */
  mapCenter: string;
  /** Zoom {zoom} */
  mapZoom: string;
  /** 1 place in view */
  mapInViewOne: string;
  /** {count} places in view */
  mapInView: string;
  /** 1 place outside the view */
  mapOutsideOne: string;
  /** {count} places outside the view */
  mapOutside: string;
  /** 1 place */
  mapClusterOne: string;
  /** {count} places */
  mapCluster: string;
  /** Place {count} */
  mapPlace: string;
  /** Places */
  mapPlaces: string;
  /** Routes */
  mapRoutes: string;
  /** {from} to {to} */
  mapRoute: string;
  /** driving */
  mapDriving: string;
  /** walking */
  mapWalking: string;
  /** cycling */
  mapBicycling: string;
  /** by public transport */
  mapTransit: string;
  /** Zoom in */
  mapZoomIn: string;
  /** Zoom out */
  mapZoomOut: string;
  /** Fit all */
  mapFit: string;
  /** Outline map, no street detail */
  mapNoDetail: string;
  /** 1 place could not be shown */
  mapNotShownOne: string;
  /** {count} places could not be shown */
  mapNotShown: string;
  /** Hold Ctrl and scroll to zoom */
  mapHint: string;
  /** Hold ⌘ and scroll to zoom */
  mapHintMac: string;
  /** N */
  mapNorth: string;
  /** S */
  mapSouth: string;
  /** E */
  mapEast: string;
  /** W */
  mapWest: string;
}

/** What the screens of the life cycle and the forms for corrections say, with the English of each. */
export interface LifecycleWords {
  /** Building interface */
  building: string;
  /** ~{count} tokens */
  tokens: string;
  /** Retrying generation… */
  retrying: string;
  /** Retrying generation… ({attempt}/{max} attempts) */
  retryingAttempts: string;
  /** Couldn't generate the UI */
  failureTitle: string;
  /** Something went wrong rendering this. You can keep chatting and try again. */
  failureText: string;
  /** Generation stopped */
  stoppedTitle: string;
  /** You can keep chatting and try again. */
  stoppedText: string;
  /** validation issues */
  validationIssues: string;
  /** developer details */
  developerDetails: string;
  /** Waiting for input */
  waitingForInput: string;
  /** {label}: input needed */
  inputNeeded: string;
  /** The agent needs a correction */
  needsCorrection: string;
  /** Use suggestion */
  useSuggestion: string;
  /** Send correction */
  sendCorrection: string;
  /** Let it fail */
  letItFail: string;
  /** {count} s left */
  secondsLeft: string;
  /** {count} min left */
  minutesLeft: string;
  /** Sending… */
  sending: string;
  /** Waiting for the agent… */
  waitingForAgent: string;
  /** Correction applied */
  correctionApplied: string;
  /** No answer in time */
  noAnswerInTime: string;
  /** Declined */
  declined: string;
  /** No longer needed */
  noLongerNeeded: string;
  /** Correction not accepted */
  correctionRejected: string;
  /** Ticket {id} */
  ticket: string;
  /** Reason */
  reason: string;
  /** Patch */
  patch: string;
  /** Back to the fields */
  backToFields: string;
  /** {place}: this is no JSON. */
  noJson: string;
  /** issues found */
  findings: string;
  /** Copy as JSON */
  copyJson: string;
  /** Before */
  before: string;
  /** After */
  after: string;
}

/** A catalog that the host brings: a catalog document of the protocol, with the functions it implements. */
export interface HostCatalog {
  id: string;
  /** `0.9` or `1.0`; without it the catalog serves every version. */
  protocolVersion?: string;
  components?: Record<string, object>;
  functions?: Record<string, HostFunction>;
}

/** A function that agents may use in values, checks and actions. */
export interface HostFunction {
  returnType?: string;
  /** JSON Schema of the arguments. */
  parameters?: object;
  allowedCallers?: "rendererOnly" | "agentOnly" | "rendererOrAgent";
  requiresUserActivation?: boolean;
  call?(args: Record<string, unknown>): unknown;
}

/** What frameworks that set properties and listeners from markup take on the tag, such as JSX of React 19. */
export interface EaselAttributes {
  messages?: MessageInput;
  content?: ActivityContent;
  catalogs?: readonly HostCatalog[];
  recovery?: Partial<Recovery>;
  words?: Partial<EaselWords>;
  "surface-id"?: string;
  locale?: string;
  "color-scheme"?: "auto" | "light" | "dark";
  density?: "comfortable" | "compact";
  light?: boolean | "";
  attribution?: boolean | "";
  "show-after-ms"?: number;
  "show-after-attempts"?: number;
  "debug-exposure"?: DebugExposure;
  "hold-max-ms"?: number;
  "ona2ui-action"?: (event: EaselEventMap["a2ui-action"]) => unknown;
  "ona2ui-message"?: (event: EaselEventMap["a2ui-message"]) => unknown;
  "ona2ui-issue"?: (event: EaselEventMap["a2ui-issue"]) => unknown;
  "ona2ui-state"?: (event: EaselEventMap["a2ui-state"]) => unknown;
  "ona2ui-healing"?: (event: EaselEventMap["a2ui-healing"]) => unknown;
}

/**
 * `<a2ui-easel>`: paints what an agent sends.
 *
 * Attributes: `surface-id` shows only this surface; `locale` (default: the nearest `lang`); `color-scheme` `light` or
 * `dark` (default: the page's own `color-scheme`); `density` `compact`; `light` draws into the page instead of a shadow
 * root, and is read when the element first comes into a page; `attribution` lets surfaces show what name and picture the agent gives itself, which nobody has verified;
 * `show-after-ms`, `show-after-attempts`, `debug-exposure` and `hold-max-ms` are the members of `recovery`.
 *
 * Slots: `loading` takes your own loader in the place of the skeleton, `failed` your own words in the place of the failure's.
 */
export declare class A2uiEasel extends HTMLElement {
  /**
   * The whole conversation so far. Setting it again is a snapshot: what is the same stays untouched in the DOM, a
   * grown list only applies its tail, anything else converges.
   */
  get messages(): MessageInput;
  set messages(input: MessageInput);

  /** The element's own few words; what is left out stays English. */
  get words(): EaselWords;
  set words(words: Partial<EaselWords>);

  /** What the element is doing; `a2ui-state` tells when it changes. */
  readonly state: EaselState;

  /** The content of one activity that no event announced. A snapshot: what is the same stays untouched. */
  get content(): ActivityContent | undefined;
  set content(content: ActivityContent | undefined);

  /** Also attributes: `show-after-ms`, `show-after-attempts`, `debug-exposure`, `hold-max-ms`. */
  get recovery(): Recovery;
  set recovery(recovery: Partial<Recovery>);

  /** Open requests for corrections, and what was said about them. */
  readonly healing: Healing;

  /** Tests put a clock of their own here before the first element is made. */
  static clock: Clock;

  /** Every problem found. */
  readonly issues: EaselIssue[];

  /** Applies messages; answers with the issues they caused. Before the module is loaded, these come as events only. */
  send(input: MessageInput): EaselIssue[];

  /** Takes text or bytes as they stream from an agent, cut anywhere; half a message paints what is certain of it. */
  write(chunk: string | Uint8Array | ArrayBuffer): void;

  /** The text that was written is over. */
  end(): void;

  /** Takes one AG-UI event. */
  applyEvent(event: object | string): void;

  /** The agent's own state as AG-UI carries it; it never touches a surface. */
  readonly agentState: unknown;

  /** The run ended, or you stopped it, without an event that says so. No loader outlives it. */
  endRun(kind?: "closed" | "cancelled" | "failed", cause?: { message?: string; code?: string }): void;

  /** Listens to an agent; what people do goes back to it the same way, if it can take that. */
  connect(source: AgentSource | string | URL | ReadableStream<Uint8Array | string | object>, options?: ConnectOptions): void;

  /** Listens no longer. What is shown stays. */
  disconnect(): void;

  /** Answers an open request with a JSON Patch, or declines it with `null`. Answers with what speaks against it. */
  heal(requestId: string, patch: readonly object[] | null, reason?: string, sessionId?: string): EaselIssue[];

  /**
   * Catalogs of the host beside the built-in ones; set them before `messages`. Functions run in the page: their `call` gets
   * the resolved arguments and answers with JSON, at once: a promise is an issue. Components are declared for checking; drawing host components is not yet
   * possible.
   */
  catalogs: readonly HostCatalog[];

  /**
   * The transport metadata that tells an agent what can be shown, host catalogs included: `version` is `v0.8`, `v0.9`,
   * `v0.9.1` or `v1.0`. `undefined` for another version, and before the module is loaded.
   */
  capabilities(version: string): Record<string, unknown> | undefined;

  /** A copy of the live data model of a surface; `undefined` when there is no such surface, and while a host function runs. */
  dataModel(surfaceId: string): unknown;

  /** Forgets everything. */
  reset(): void;

  addEventListener<Name extends keyof EaselEventMap>(
    type: Name,
    listener: (this: A2uiEasel, event: EaselEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: A2uiEasel, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "a2ui-easel": A2uiEasel;
  }
}
