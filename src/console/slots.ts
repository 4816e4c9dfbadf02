/** Converts the tag's internal state to the console's model. No other file knows the tag's internals. */

import type { TagState } from "../tag/openConsole.ts";
import type { Note, Received } from "../tag/record.ts";
import type { ErrorCode, Values } from "../tag/types.ts";

export type { ErrorCode, Note, Received, TagState, Values };

type TagSlot = ReturnType<TagState["listSlots"]>[number];

/**
 * `data-zone-state`. Before that: `waiting` for its request, `media` (its query does not match), or `idle` (the tag
 * does not request it).
 */
export type SlotState = "waiting" | "pending" | "filled" | "empty" | "error" | "media" | "idle";

/** Reason why a zone was not requested. `due` and `unknown` (its position is not reported yet) last only a moment. */
export type Wait =
  | "endpoint"
  | "manual"
  | "shadow"
  | "given-back"
  | "media"
  | "unmatchable"
  | "unknown"
  | "far"
  | "unseen"
  | "hidden"
  | "loading"
  | "consent"
  | "due";

/** Placeholder on the page. */
export interface Slot {
  el: HTMLElement;
  /** The tag's number for the zone; absent while the tag does not manage it. */
  key: number | undefined;
  /** Id as written. */
  id: string;
  state: SlotState;
  /** Reason why it was not requested; only without `data-zone-state`. */
  wait: Wait | undefined;
  /** Values of its attributes that the tag accepted. */
  own: Values;
}

/** Tag name of the console's own element. */
export const NAME = "zonetag-console";

const SELECTOR = "[data-zone-id]:not(script),ins[data-zoneid]";

/** Lists the placeholders in the document and its open shadow roots, and those in closed ones that the tag manages. */
export function listSlots(tagState: TagState): Slot[] {
  const slots = new Map(tagState.listSlots().map((slot) => [slot.element, slot]));
  const elements = new Set(
    listRoots(document).flatMap((root) => [...root.querySelectorAll<HTMLElement>(SELECTOR)]),
  );
  for (const [el, { stage }] of slots) if (stage) elements.add(el);
  return [...elements].map((el) => createSlot(tagState, el, slots));
}

const listRoots = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
  root,
  ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? listRoots(shadowRoot) : [])),
];

function createSlot({ settings }: TagState, el: HTMLElement, slots: Map<HTMLElement, TagSlot>): Slot {
  const slot = slots.get(el);
  const { zoneState, zoneid = "", zoneId = zoneid } = el.dataset;
  const wait = zoneState ? undefined : findWait(settings, slots.size, el, slot);
  const isIdle = !slot || wait === "given-back" || wait === "unmatchable";
  const unrequested = wait === "media" ? wait : isIdle ? "idle" : "waiting";
  return {
    el,
    key: slot?.key,
    id: zoneId,
    state: (zoneState as SlotState | undefined) ?? unrequested,
    wait,
    // The spread copies only the element's values; page-level values are inherited.
    own: { ...slot?.values },
  };
}

function findWait(settings: Values, count: number, el: Element, slot: TagSlot | undefined): Wait {
  if (!settings.endpoint) return "endpoint";
  if (!slot) return el.getRootNode() === document ? "manual" : "shadow";
  const { stage, values } = slot;
  if (!stage) return "given-back";
  const { media } = values;
  if (media && !matchMedia(media).matches) return canMatch(media) ? "media" : "unmatchable";
  if (stage === "found") return "unknown";
  // An element without a box is never near.
  if (stage === "far") return el.getClientRects().length ? "far" : "unseen";
  // Prerendered pages are hidden, too. An element named `hidden` shadows the document's property.
  const { hidden, readyState } = document;
  if (hidden === true) return "hidden";
  if (readyState === "loading" && !(count >= Number(settings.zones))) return "loading";
  return "__tcfapi" in window && !settings.gdpr ? "consent" : "due";
}

/**
 * Whether a query can match at all. A query with an unknown feature or a missing unit is "unknown", and so is its
 * negation (https://www.w3.org/TR/mediaqueries-4/#evaluating). The valid form of the negation depends on the query, so
 * several are tried; parentheses must not turn a malformed query into a valid one.
 */
const canMatch = (query: string): boolean =>
  query.split(",").some((part) => {
    const plain = part.replace(/^\s*(not|only)\s/i, "");
    return [`not all and ${plain}`, `not (${plain} or ${plain})`, `not ${plain}`, plain].some(
      (one) => matchMedia(one).matches,
    );
  });

/** Calls `onNote` for each note of the tag. Returns a function that unsubscribes. */
export function subscribe({ notes }: TagState, onNote: () => void): () => void {
  const { push } = notes;
  notes.push = (...added) => {
    onNote();
    return push.apply(notes, added);
  };
  return () => {
    notes.push = push;
  };
}
