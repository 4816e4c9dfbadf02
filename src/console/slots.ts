/** The one file that knows the tag's internals: what it hands over → what the console works with. */
import type { Values } from "../tag/attributes.ts";
import type { TagState } from "../tag/openConsole.ts";
import type { Note } from "../tag/record.ts";
import type { Due } from "../tag/schedule.ts";
import type { ErrorCode } from "../tag/types.ts";

export type { ErrorCode, Note, TagState, Values };

type TagSlot = Parameters<TagState["explain"]>[0];

/**
 * `data-zone-state`, or before there is one: `waiting` to be requested, `media`, meant for another screen, `idle`, not
 * the tag's to request.
 */
export type SlotState = "waiting" | "pending" | "filled" | "empty" | "error" | "media" | "idle";

/** Why a zone was not requested: the tag's reason, or why the tag has none. */
export type Wait = NonNullable<Due> | "given-back" | "endpoint" | "manual" | "consent" | "unseen";

/** A placeholder of the page. */
export interface Slot {
  el: HTMLElement;
  /** The tag's own number for it; absent while the tag does not manage it. */
  key: number | undefined;
  /** As written. */
  id: string;
  state: SlotState;
  /** Why it was not requested, where it has no `data-zone-state`. */
  wait: Wait | undefined;
  /** The values that the tag accepted of its attributes. */
  own: Values;
}

/** Of the console's own element. */
export const NAME = "zonetag-console";

const SELECTOR = "[data-zone-id],[data-zoneid]";

/** Every placeholder in the document, in document order, and those in shadow roots that the tag manages. */
export function listSlots(tagState: TagState): Slot[] {
  const elements = new Set(document.querySelectorAll<HTMLElement>(SELECTOR));
  for (const [el, { stage }] of tagState.slots) if (stage && el.isConnected) elements.add(el);
  return [...elements].map((el) => readSlot(tagState, el));
}

function readSlot(tagState: TagState, el: HTMLElement): Slot {
  const slot = tagState.slots.get(el);
  const { zoneState, zoneid = "", zoneId = zoneid } = el.dataset;
  const wait = zoneState ? undefined : findWait(tagState, el, slot);
  const unrequested = wait === "media" ? wait : !slot || wait === "given-back" ? "idle" : "waiting";
  return {
    el,
    key: slot?.key,
    id: zoneId,
    state: (zoneState as SlotState | undefined) ?? unrequested,
    wait,
    own: readOwn(el, slot?.values, tagState.settings),
  };
}

/** Without the page's values, which stand in place of those that a placeholder has not, or has wrong. */
const readOwn = (el: HTMLElement, values: Values = {}, settings: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => settings[name as "sub"] !== value || el.getAttribute(`data-${name}`) === value,
    ),
  );

function findWait({ settings, explain }: TagState, el: Element, slot: TagSlot | undefined): Wait {
  if (!settings.endpoint) return "endpoint";
  if (!slot) return "manual";
  const due = explain(slot) ?? "given-back";
  // What has no box is never near.
  if (due === "far" && !el.getClientRects().length) return "unseen";
  return due === "due" && "__tcfapi" in window && !settings.gdpr ? "consent" : due;
}

/** Calls `onNote` for each note that the tag takes; returns a function that ends this. */
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
