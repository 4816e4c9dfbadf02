/** Opens the console, which is a separate file beside the tag. */
import { notes } from "./record.js";
import { listSlots } from "./registry.js";
import type { Values, Zonetag } from "./types.js";
/** State that the console receives. */
export interface TagState {
    tag: Zonetag;
    readonly settings: Values;
    listSlots: typeof listSlots;
    notes: typeof notes;
}
export type LoadConsole = () => Promise<{
    open(tagState: TagState): void;
}>;
export declare const openConsole: (tag: Zonetag, load: LoadConsole) => Promise<void>;
