import { type LoadConsole } from "./openConsole.js";
import type { Zonetag } from "./types.js";
/** The page's one tag, be it of a script or of an import, if another copy has started it. */
export declare const findTag: () => Zonetag | undefined;
export declare const tag: Zonetag;
/** Takes care of the page from now on. `queue` is what the page wanted to do before. */
export declare const start: ({ zoneId, ...dataset }: DOMStringMap, load: LoadConsole, queue: Parameters<Zonetag["push"]>) => void;
