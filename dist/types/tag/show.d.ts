/** Shows the result of a slot: an ad, or a state with the reason. */
import type { Renderer, Result, Slot } from "./types.js";
export declare const renderers: Record<string, Renderer>;
/** Ends a slot's request with its result. Gives up an ad that has not loaded when `idle` resolves. */
export declare const show: (slot: Slot, request: object, [code, message, entry]: Result, idle: Promise<void>) => Promise<void>;
