import type { Slot } from "./types.js";
/** Dispatches `zonetag:<type>` on the placeholder. Its class is an event's: pages have a `CustomEvent` of their own. */
export declare const dispatch: ({ element, key, values }: Slot, type: string, detail?: object) => void;
