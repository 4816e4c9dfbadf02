import type { Ad, ErrorCode, Slot, ZoneState } from "./types.js";
/** Creates the slot of a placeholder without starting it. `wake` requests all due slots. */
export declare const createSlot: (element: HTMLElement, id: string, wake: Slot["_wake"]) => Slot;
/**
 * Makes the slot wait for its first request. Reserves its box at once, so that nothing moves later; its other work
 * waits for the slot's turn, so that many slots do not block the page.
 */
export declare const startSlot: (slot: Slot) => Promise<void>;
/** Begins the slot's request and returns true, unless its zone id is invalid or it cannot hold an ad. */
export declare const beginRequest: (slot: Slot) => boolean | undefined;
/**
 * Whether a slot can hold an ad. If not, its ad is removed and it ends in an error: while the page is being parsed,
 * content can also appear beside an ad.
 */
export declare const canHoldAd: (slot: Slot) => boolean;
/**
 * Handles changed children of a slot with an ad. A page that morphs itself to a new version removes the banner together
 * with the state. Both are restored, at most three times, so that a page that keeps removing them wins. A banner that
 * was removed without the state, as by a close button, stays removed, and so does a banner whose link the page has
 * reused.
 */
export declare const checkAd: (slot: Slot, { _link, _node }: Ad) => void;
/** Ends a request in this state. */
export declare const settle: (slot: Slot, state: ZoneState, detail?: object) => void;
export declare const fail: (slot: Slot, code: ErrorCode, message?: string) => void;
/** Observes the ad, or the placeholder without one. */
export declare const observeSlot: (slot: Slot) => void;
/** Requests a new report of the position, for example after the page has changed. */
export declare const reobserve: (slot: Slot) => void;
/** Dispatches `filled` once for each ad. Returns the ad's entry if it did. */
export declare const dispatchFilled: (slot: Slot, ad: Ad) => unknown;
/** Restores the placeholder as the publisher wrote it. */
export declare const giveBack: (slot: Slot) => void;
