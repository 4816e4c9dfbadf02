/** What came back for a slot → an ad in it, or a state that says why not. */
import { type Slot } from "./slot.js";
import type { Renderer, Result } from "./types.js";
export declare const renderers: Map<string, Renderer>;
/** Ends a request of a slot with what came back for it. An ad that is not there when `deadline` is over is given up. */
export declare const show: (slot: Slot, request: object, [code, message, entry]: Result, deadline: Promise<unknown>) => Promise<void>;
