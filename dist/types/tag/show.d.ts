/** Shows the result of a slot: an ad, or a state with the reason. */
import type { Renderer, Result, Slot, SlotRequest } from "./types.js";
export declare const renderers: Record<string, Renderer>;
/**
 * Ends a slot's request with its result. Other functions read the slot, because a local variable or an argument of this
 * one would keep a removed slot in memory while an image loads.
 */
export declare const show: (request: SlotRequest, result: Result) => Promise<void>;
/** Gives up an ad that still loads. Dispatches `filled` on a page that is not rendered: its observer reports nothing. */
export declare const endWait: (slot: Slot) => void;
