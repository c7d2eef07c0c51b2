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
}

/** The events of the element. All bubble and cross shadow boundaries. */
export interface EaselEventMap {
  /** What the user did: the exact message in the surface's own protocol version. `preventDefault()` keeps it from an attached source. */
  "a2ui-action": EaselMessageEvent;
  /** Every message for the agent, actions included. */
  "a2ui-message": EaselMessageEvent;
  /** A problem found. */
  "a2ui-issue": CustomEvent<EaselIssue>;
}

/**
 * The element's own few words, for pages in other languages than English. An icon that is all a button shows is read out
 * by its name (`skip next`) unless there is an entry for it: `{ skip_next: "Nächster Titel" }`.
 */
export interface EaselWords {
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
  button: string;
  from: string;
  [icon: string]: string;
}

/**
 * `<a2ui-easel>`: paints what an agent sends.
 *
 * Attributes: `surface-id` shows only this surface; `locale` (default: the nearest `lang`); `color-scheme` `light` or
 * `dark` (default: the page's own `color-scheme`); `density` `compact`; `light` draws into the page instead of a shadow
 * root; `attribution` lets surfaces show what name and picture the agent gives itself, which nobody has verified.
 */
export declare class A2uiEasel extends HTMLElement {
  /**
   * The whole conversation so far. Setting it again is a snapshot: what is the same stays untouched in the DOM, a
   * grown list only applies its tail, anything else converges.
   */
  get messages(): MessageInput;
  set messages(input: MessageInput);

  get words(): EaselWords;
  set words(words: Partial<EaselWords>);

  readonly state: EaselState;

  /** Every problem found. */
  readonly issues: EaselIssue[];

  /** Applies messages; answers with the issues they caused. */
  send(input: MessageInput): EaselIssue[];

  /** A copy of the live data model of a surface; `undefined` when there is no such surface. */
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
