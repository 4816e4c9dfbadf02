/** Registry of slots: finds placeholders that were added, changed, moved, named or removed. */
import type { Slot, Target } from "./types.js";
/** Drops slots whose element left the page, and returns the others. */
export declare const listSlots: () => Slot[];
/** Requests all due slots. */
export declare const wake: (mayWait?: boolean) => void;
/** Takes up what a node is or contains. */
export declare const visit: (root: Node, isNamed?: boolean) => void;
/**
 * Takes up what a node is or holds, also what was given back, and notices from now on what happens in its document or
 * shadow root.
 */
export declare const scan: (root?: Node | null) => void;
/** Has targets requested again; where all are meant, lazy ones only once they were near. */
export declare const refresh: (target?: Target) => void;
/** Gives targets back until they are named again. */
export declare const destroy: (target?: Target) => void;
