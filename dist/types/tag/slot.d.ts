import type { Ad, ErrorCode, Slot, ZoneState } from "./types.js";
/** A slot for a placeholder, not yet started. `wake` asks for what is due to be requested. */
export declare const createSlot: (element: HTMLElement, id: string, wake: Slot["_wake"]) => Slot;
/** Has it wait for its first request. Its box is reserved at once, so that nothing moves later; the rest takes a turn. */
export declare const startSlot: (slot: Slot) => Promise<void>;
/** Begins the slot's request, unless it has no zone to ask for or no place for an ad. Returns whether it did. */
export declare const beginRequest: (slot: Slot) => boolean | undefined;
/**
 * Whether an ad may be in a slot. Where content of the page has to stay, the slot ends in an error, and its ad is taken out:
 * content can also arrive beside an ad while the page is being parsed.
 */
export declare const canHoldAd: (slot: Slot) => boolean;
/**
 * Reacts to other children in a slot with an ad. A page that morphs itself into a new version takes the banner and the state
 * together: both are put back, three times at most, since a page that insists has to win. A banner that was taken out alone, as
 * by a close button, stays out, and so does one whose link became a link of the page.
 */
export declare const checkAd: (slot: Slot, { _link, _node }: Ad) => void;
/** Ends a request in a state. */
export declare const settle: (slot: Slot, state: ZoneState, detail?: object) => void;
export declare const fail: (slot: Slot, code: ErrorCode, message?: string) => void;
/** Observes what is in view of the ad, or of the slot where there is none. */
export declare const observeSlot: (slot: Slot) => void;
/** Has the place of what is observed reported again, as after a change of the page. */
export declare const reobserve: (slot: Slot) => void;
/** Dispatches `filled`, once for each ad. Returns its entry if it did. */
export declare const dispatchFilled: (slot: Slot, ad: Ad) => unknown;
/** Gives the placeholder back as the publisher wrote it. */
export declare const giveBack: (slot: Slot) => void;
