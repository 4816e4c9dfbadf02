import type { Slot } from "./types.js";
export declare const hasRequested: () => boolean;
/** Requests all due slots. The first request is sent at once unless it `mayWait`. */
export declare const requestDue: (getSlots: () => Slot[], mayWait?: boolean) => Promise<void>;
