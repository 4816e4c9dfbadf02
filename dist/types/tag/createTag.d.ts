/** Starts the tag with settings as an object, for the npm entry points. */
import type { Gdpr } from "../protocol/placement.js";
import type { LoadConsole } from "./openConsole.js";
import type { PageValues, Settings, Zonetag } from "./types.js";
/** Attributes that only a placeholder has, and those with another name in code. */
type NotSettings = "zoneId" | "size" | "media" | "userId" | "keywords" | "gdpr" | "manual";
/** Attributes of the script element in camel case; `Settings` has their units and defaults. */
export type ZonetagSettings = {
    [N in Exclude<keyof Settings, NotSettings>]?: Settings[N] | undefined;
} & Omit<PageValues, "gdpr" | "keywords"> & {
    /** Full address of the ad placement interface. */
    endpoint: string;
    /** Comma separated text, or a list. */
    keywords?: string | readonly string[] | undefined;
    gdpr?: 0 | 1 | Gdpr | undefined;
    /** Whether to wait for `scan` instead of scanning the page automatically. */
    manual?: boolean | undefined;
};
/** Starts the tag with these settings and returns it. If the page already has a tag, returns that tag. */
export declare const createTag: ({ userId, email, buyeruids, keywords, targeting, gdpr, manual, ...settings }: ZonetagSettings, load: LoadConsole) => Zonetag;
/** Reports a console that failed to load. The message of `openConsole` suits only the script tag. */
export declare const reportMissing: (load: LoadConsole, message: string) => LoadConsole;
export {};
