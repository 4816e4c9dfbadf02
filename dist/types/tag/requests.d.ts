import { type Due } from "./schedule.js";
import { type Slot } from "./slot.js";
/** Whether a request has left. */
export declare const hasRequested: () => boolean;
/** Whether one of these slots may be requested now, or why not. */
export declare const explain: (slot: Slot, slots: Slot[]) => Due;
/** Requests what is due. `getSlots` tells which slots there are; the first request leaves at once unless it `mayWait`. */
export declare const requestDue: (getSlots: () => Slot[], mayWait?: boolean) => Promise<void>;
