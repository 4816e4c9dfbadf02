/** Shows the result of a slot: an ad, or a state with the reason. */
import type { Renderer, Result, SlotRequest } from "./types.js";
export declare const renderers: Record<string, Renderer>;
/** Ends a slot's request with its result. */
export declare const show: (request: SlotRequest, [code, message, entry]: Result) => void;
/**
 * Records that a response has arrived, or that the image of an ad has loaded or failed. Ads that still load are given up
 * once nothing has arrived for `IDLE_AFTER`.
 */
export declare const noteArrival: () => Promise<void>;
