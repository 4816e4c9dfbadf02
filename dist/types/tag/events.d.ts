import type { Slot } from "./types.js";
/** Dispatches `zonetag:<type>` on the placeholder. */
export declare const dispatch: ({ element, key, values }: Slot, type: string, detail?: object) => void;
