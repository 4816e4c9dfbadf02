/** Opens the console, which is beside the tag and not in it. */
import { ATTRIBUTES, type Values } from "./attributes.js";
import { notes } from "./record.js";
import { slots } from "./registry.js";
import { explain } from "./requests.js";
import type { Slot } from "./slot.js";
import type { Zonetag } from "./types.js";
/** What the console is given. */
export interface TagState {
    tag: Zonetag;
    attributes: typeof ATTRIBUTES;
    settings: Values;
    slots: typeof slots;
    notes: typeof notes;
    /** Whether a slot may be requested now, or why not. */
    explain(slot: Slot): ReturnType<typeof explain>;
}
/** Loads the console's module. */
export type LoadConsole = () => Promise<{
    open(tagState: TagState): void;
}>;
export declare const openConsole: (tag: Zonetag, load: LoadConsole) => Promise<void>;
