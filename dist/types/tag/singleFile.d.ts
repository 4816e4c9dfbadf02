/** Entry for single-file bundles: the console is loaded from an address that the page gives. */
import { type ZonetagSettings } from "./createTag.js";
import type { Zonetag } from "./types.js";
export type * from "./index.js";
export type SingleFileSettings = ZonetagSettings & {
    /** Address of the package's `dist/console.js`, relative to the page. Without it, the console does not open. */
    consoleUrl?: string | undefined;
};
/** Starts the tag as `createZonetag` of `zonetag` does. */
export declare function createZonetag({ consoleUrl, ...settings }: SingleFileSettings): Zonetag;
