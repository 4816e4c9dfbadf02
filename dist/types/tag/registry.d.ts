/** Registry of slots: finds placeholders that were added, changed, moved or removed. */
import { requestDue } from "./requests.js";
import type { Slot, Target } from "./types.js";
/** Drops slots whose element left the page, looks for ads that the page has replaced, and returns the other slots. */
export declare const listSlots: () => Slot[];
/** Requests all due slots. */
export declare const wake: typeof requestDue;
/** Considers a node and its descendants. */
export declare const visit: (root: Node & Partial<ParentNode>, isNamed?: boolean) => void;
/**
 * Considers a node and its descendants, including destroyed placeholders, and observes changes of its document or
 * shadow root from now on.
 */
export declare const scan: (root?: Node | null) => void;
/** Requests the target's slots again. Without a target, skips lazy slots that have not come near the viewport yet. */
export declare const refresh: (target?: Target) => void;
/** Restores the target's placeholders until `scan` or `refresh` names them again. */
export declare const destroy: (target?: Target) => void;
