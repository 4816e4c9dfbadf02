import type { Slot } from "./types.js";
/** Whether a request has left. */
export declare const hasRequested: () => boolean;
/** Requests what is due. `getSlots` tells which slots there are; the first request leaves at once unless it `mayWait`. */
export declare const requestDue: (getSlots: () => Slot[], mayWait?: boolean) => Promise<void>;
