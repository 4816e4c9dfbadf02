import { type EventDetail } from "./record.js";
import type { Ad, ErrorCode, Slot, SlotRequest, ZoneState } from "./types.js";
/** Slots in the order in which they were found. */
export declare const slots: Slot[];
/** Creates the slot of a placeholder without starting it. `wake` requests all due slots. */
export declare const createSlot: (element: HTMLElement, id: string, wake: Slot["_wake"]) => Slot;
/**
 * Makes the slot wait for its first request. Reserves its box at once, so that nothing moves later; its other work
 * waits for its chunk, so that many slots do not block the page.
 */
export declare const startSlot: (slot: Slot) => Promise<void>;
/** Starts a request of the slot; results of earlier ones are ignored from now on. */
export declare const openRequest: (slot: Slot) => SlotRequest;
/** Begins the slot's request and returns true, unless its zone id is invalid or it cannot hold an ad. */
export declare const beginRequest: (slot: Slot) => boolean | undefined;
/**
 * Whether a slot can hold an ad. If not, its ad is removed and it ends in an error: while the page is being parsed,
 * content can also appear beside an ad.
 */
export declare const canHoldAd: (slot: Slot) => boolean;
/**
 * Handles changed children of a slot with an ad. A page that morphs itself to a new version removes the banner together
 * with the state. Both are restored, unless the page removes them for the fourth time within a second: the page could
 * remove them again at once, and so on. A banner that was removed without the state, as by a close button, stays
 * removed, and so does a banner whose link the page has reused.
 */
export declare const checkAd: (slot: Slot, ad: Ad) => void;
/** Ends a request in this state. */
export declare const settle: (slot: Slot, state: Exclude<ZoneState, "pending">, detail?: EventDetail) => void;
export declare const fail: (slot: Slot, code: ErrorCode, message?: string) => void;
/** Observes what the slot shows of its ad, or the placeholder without one. */
export declare const observeSlot: (slot: Slot) => void;
/** Requests a new report of the position, for example after the page has changed. */
export declare const reobserve: (slot: Slot) => void;
/** Dispatches `filled` once for each ad. Returns the ad's entry if it did. */
export declare const dispatchFilled: (slot: Slot, ad: Ad) => unknown;
/** Ends all work for a slot and restores the placeholder as the publisher wrote it. */
export declare const giveBack: (slot: Slot) => void;
