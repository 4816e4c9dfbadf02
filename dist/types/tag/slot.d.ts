/** The life of one slot: waiting, requested, showing an ad or its fallback content, given back. */
import { type Values } from "./attributes.js";
import type { Countdown } from "./countdown.js";
import type { SlotState, Stage } from "./schedule.js";
import type { Entry, ErrorCode, ZoneState } from "./types.js";
/** An ad that stands in a slot. */
export interface Ad {
    /** Whose place on the page is watched. */
    _node: Element;
    _entry: Entry;
    /** Its impression address, until that was fetched. */
    _impression: unknown;
    _viewable: Countdown;
    /** Whether `filled` was dispatched. */
    _isDispatched?: boolean;
}
export interface Slot extends SlotState {
    readonly element: HTMLElement;
    /** Tells slots apart in the notes. */
    readonly key: number;
    /** Its zone's id, as written when the slot was found. */
    readonly id: string;
    /** Its values, as they were last read; the page's where it has none of its own. */
    values: Values;
    stage?: Stage | undefined;
    /** Asks for what is due to be requested. */
    _wake: (mayWait?: boolean) => void;
    _isNear?: boolean | undefined;
    /** Its last request; what comes back for an earlier one changes nothing. */
    _request?: object | undefined;
    _ad?: Ad | undefined;
    /** Children that the publisher wrote, while an ad stands in their place. */
    _fallback?: ChildNode[] | undefined;
    _refresh?: Countdown | undefined;
    _stopObserving?: (() => void) | undefined;
}
/** A slot for a placeholder, not yet started. `wake` asks for what is due to be requested. */
export declare const createSlot: (element: HTMLElement, id: string, wake: Slot["_wake"]) => Slot;
/** Has it wait for its first request. */
export declare const startSlot: (slot: Slot) => void;
/** Begins a request, unless the slot has no zone to ask for. */
export declare const beginRequest: (slot: Slot, request: object) => void;
/** Ends a request in a state. */
export declare const settle: (slot: Slot, state: ZoneState, detail?: object) => void;
export declare const fail: (slot: Slot, code: ErrorCode, message?: string) => void;
/** Observes what is in view of the ad, or of the slot where there is none. */
export declare const observeSlot: (slot: Slot) => void;
/** Has the place of what is observed reported again, as after a change of the page. */
export declare const reobserve: (slot: Slot) => void;
/** Dispatches `filled`, once for each ad. Returns whether it did. */
export declare const dispatchFilled: (slot: Slot, ad: Ad) => boolean;
/** Gives the placeholder back as the publisher wrote it. */
export declare const giveBack: (slot: Slot) => void;
