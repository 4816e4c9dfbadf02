import { type LoadConsole } from "./openConsole.js";
import type { Zonetag } from "./types.js";
/** Returns the page's tag if a script or an import has started one. */
export declare const findTag: () => Zonetag | undefined;
export declare const tag: Zonetag;
/** Starts the tag on this page. `queue`: functions that the page pushed before. */
export declare const start: ({ zoneId, ...dataset }: DOMStringMap, load: LoadConsole, queue: Parameters<Zonetag["push"]>) => void;
