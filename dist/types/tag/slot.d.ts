/** The life of one slot: waiting, requested, showing an ad or its fallback content, given back. */
import { type Values } from "./attributes.js";
import { type Countdown } from "./countdown.js";
import type { SlotState, Stage } from "./schedule.js";
import type { Entry, Failure, ZoneState } from "./types.js";
/** An ad that stands in a slot. */
export interface Ad {
    /** Whose place on the page is watched. */
    _node: Element;
    _entry: Entry;
    /** Its impression address, until that was fetched. */
    _impression: unknown;
    _viewable: Countdown;
    /** Whether `filled` was dispatched. */
    _isTold?: boolean;
}
export interface Slot extends SlotState {
    readonly element: HTMLElement;
    /** Tells slots apart in the notes. */
    readonly key: number;
    /** Its own values, as they were last read. */
    own: Values;
    /** The same, with the page's where it has none of its own. */
    _values: Values;
    stage: Stage;
    /** Asks for what is due to be requested. */
    _wake: (mayWait?: boolean) => void;
    _isNear?: boolean | undefined;
    /** Its last request; what comes back for an earlier one changes nothing. */
    _request?: object | undefined;
    _ad?: Ad | undefined;
    /** Children that the publisher wrote, while an ad stands in their place. */
    _fallback?: ChildNode[] | undefined;
    /** Whether it was hidden because it shows nothing. */
    _isCollapsed: boolean;
    _refresh?: Countdown | undefined;
    _stopObserving?: (() => void) | undefined;
}
/** Dispatches `zonetag:<type>` on the placeholder. */
export declare const dispatch: ({ element, key, own }: Slot, type: string, detail?: object) => void;
/** A slot for a placeholder, not yet started. `wake` asks for what is due to be requested. */
export declare const createSlot: (element: HTMLElement, wake: Slot["_wake"]) => Slot;
/** Has it wait for its first request. */
export declare const startSlot: (slot: Slot) => void;
/** Has it requested again. */
export declare const requestAgain: (slot: Slot) => void;
/** Begins a request. */
export declare const beginRequest: (slot: Slot, request: object) => void;
/** Ends a request in a state. */
export declare const settle: (slot: Slot, state: ZoneState, detail?: object) => void;
export declare const fail: (slot: Slot, { code, message }: Failure) => void;
/** Looks where it is, now and from now on: the ad, or the slot where there is none. */
export declare const look: (slot: Slot) => void;
/** Looks anew at what was requested, as after a change of the page. */
export declare const lookAgain: (slot: Slot) => void;
/** Dispatches `filled`, once for each ad. Returns whether it did. */
export declare const tellFilled: (slot: Slot, ad: Ad) => boolean;
/** Takes a slot away that shows nothing, where the page asks for it, or shows it again. */
export declare const collapse: (slot: Slot) => void;
/** Puts back what the publisher wrote. */
export declare const putBack: (slot: Slot) => void;
/** Gives the placeholder back as the publisher wrote it. */
export declare const giveBack: (slot: Slot) => void;
