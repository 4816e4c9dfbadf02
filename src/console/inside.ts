/** The one file that knows the tag from within: what it hands over → what the console works with. */
import type { Zone } from "../tag/placeholder.ts";
import type { Note } from "../tag/record.ts";
import type { ErrorCode, Values } from "../tag/zone.ts";
import type { Zonetag } from "../tag/zonetag.ts";

export type { ErrorCode, Note, Values };

/** What `zonetag.console()` passes to `open`. */
export interface Inside {
  settings: Values;
  zones: Map<Element, Zone | null>;
  notes: Note[];
  tag: Zonetag;
}

/** `data-zone-state`, or what there is instead: `waiting` to be requested, `idle`, left alone. */
export type SlotState = "waiting" | "pending" | "filled" | "empty" | "error" | "idle";

/** Why a zone was not requested. */
export type Wait =
  | "endpoint"
  | "manual"
  | "released"
  | "near"
  | "media"
  | "dom"
  | "hidden"
  | "consent"
  | "soon";

/** A placeholder of the page. */
export interface Slot {
  el: HTMLElement;
  /** The tag's own number for it; absent while the tag does not care for it. */
  key: number | undefined;
  /** As written. */
  id: string;
  state: SlotState;
  /** Why it was not requested, in the states `waiting` and `idle`. */
  wait: Wait | undefined;
  /** What the tag understood of its attributes. */
  own: Partial<Values>;
}

/** Of the console's own element. */
export const NAME = "zonetag-console";

const SELECTOR = "[data-zone-id],[data-zoneid]";

/** Every placeholder in the document and whatever the tag cares for elsewhere, in document order. */
export function slotsOf(inside: Inside): Slot[] {
  const elements = new Set<Element>(document.querySelectorAll(SELECTOR));
  for (const [el, zone] of inside.zones) if (zone && el.isConnected) elements.add(el);
  return [...elements].map((el) => slotOf(inside, el as HTMLElement));
}

function slotOf(inside: Inside, el: HTMLElement): Slot {
  const zone = inside.zones.get(el);
  const { zoneState, zoneid = "", zoneId = zoneid } = el.dataset;
  return {
    el,
    key: zone?.key,
    id: zoneId,
    state: (zoneState as SlotState | undefined) ?? (zone ? "waiting" : "idle"),
    wait: zoneState ? undefined : waitOf(inside, zone),
    // Without what the script's attributes give to all zones.
    own: { ...zone?.own },
  };
}

function waitOf({ settings }: Inside, zone: Zone | null | undefined): Wait {
  if (!settings.endpoint) return "endpoint";
  if (!zone) return zone === null ? "released" : "manual";
  const { media = "" } = zone.own;
  const query = matchMedia(media);
  // What is no query is read as this one, and the tag does not heed it.
  if (!query.matches && (media === "not all" || query.media !== "not all")) return "media";
  if (zone.due() === false) return "near";
  if (document.readyState === "loading") return "dom";
  if (document.hidden) return "hidden";
  const asksConsent = "__tcfapi" in window && !settings.gdpr;
  return asksConsent ? "consent" : "soon";
}

/** Calls `heard` with each note that the tag takes; returns what ends it. */
export function listen({ notes }: Inside, heard: () => void): () => void {
  const { push } = notes;
  notes.push = (...added) => {
    heard();
    return push.apply(notes, added);
  };
  return () => {
    notes.push = push;
  };
}
