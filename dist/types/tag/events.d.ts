import type { Slot } from "./slot.js";
/** Dispatches `zonetag:<type>` on the placeholder. */
export declare const dispatch: ({ element, key, values }: Slot, type: string, detail?: object) => void;
