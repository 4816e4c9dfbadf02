/** Which slots there are: placeholders that were added, changed, moved, named, or have left. */
import { type Slot } from "./slot.js";
import type { Target } from "./types.js";
export declare const slots: Map<HTMLElement, Slot>;
/** Lets go of what has left the page; lists what is there. */
export declare const listSlots: () => Slot[];
/** Has requested what is due. */
export declare const wake: (mayWait?: boolean) => void;
/** Notices from now on what happens in the document or shadow root of a node. */
export declare const watch: (node: Node) => void;
/** Takes up what a node is or holds, also what was given back. */
export declare const scan: (root?: Node) => void;
/** Has targets requested again; where all are meant, lazy ones only once they were near. */
export declare const refresh: (target?: Target) => void;
/** Gives targets back until they are named again. */
export declare const destroy: (target?: Target) => void;
