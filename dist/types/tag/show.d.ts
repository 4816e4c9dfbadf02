/** Result of a slot → its ad, or a state with the reason. */
import type { Renderer, Result, Slot } from "./types.js";
export declare const renderers: Record<string, Renderer>;
/** Ends a request of a slot with its result. An ad that has not loaded when `idle` resolves is given up. */
export declare const show: (slot: Slot, request: object, [code, message, entry]: Result, idle: Promise<void>) => Promise<void>;
