import { type EventDetail, type EventType } from "./record.js";
import type { Slot } from "./types.js";
/**
 * Dispatches `zonetag:<type>` on the placeholder. Takes the event class from a real event, because pages replace
 * `CustomEvent`.
 */
export declare const dispatch: ({ element, key, values }: Slot, type: EventType, detail?: EventDetail) => void;
