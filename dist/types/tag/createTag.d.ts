/** Starts the tag with settings as an object, for each of the imports. */
import type { Gdpr } from "../protocol/placement.js";
import type { Settings } from "./attributes.js";
import type { LoadConsole } from "./openConsole.js";
import type { PageValues, Zonetag } from "./types.js";
/** Attributes that only a placeholder has, and those that code names otherwise. */
type NotSettings = "zoneId" | "size" | "media" | "userId" | "keywords" | "gdpr" | "manual";
/** The script element's attributes in camel case; see there for units and defaults. */
export type ZonetagSettings = {
    [N in Exclude<keyof Settings, NotSettings>]?: Settings[N] | undefined;
} & Omit<PageValues, "gdpr" | "keywords"> & {
    /** Full address of the ad placement interface. */
    endpoint: string;
    /** Comma separated, or a list. */
    keywords?: string | readonly string[] | undefined;
    gdpr?: 0 | 1 | Gdpr | undefined;
    /** No scan by itself. */
    manual?: boolean | undefined;
};
/** Returns the page's tag, which is started with these settings unless another copy has started it. */
export declare const createTag: ({ userId, email, buyeruids, keywords, targeting, gdpr, manual, ...settings }: ZonetagSettings, load: LoadConsole) => Zonetag;
/** Reports a console that does not load by a message of the import's own: that of `openConsole` is for the script. */
export declare const reportMissing: (load: LoadConsole, message: string) => LoadConsole;
export {};
