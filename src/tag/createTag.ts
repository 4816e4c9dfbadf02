/** Starts the tag with settings as an object, for the npm entry points. */
import type { Gdpr } from "../protocol/placement.ts";
import type { LoadConsole } from "./openConsole.ts";
import { reportOnce } from "./record.ts";
import type { PageValues, Settings, Zonetag } from "./types.ts";
import { findTag, start, tag } from "./zonetag.ts";

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
export const createTag = (
  { userId, email, buyeruids, keywords, targeting, gdpr, manual, ...settings }: ZonetagSettings,
  load: LoadConsole,
): Zonetag => {
  const before = findTag();
  if (before) return before;
  const dataset = Object.fromEntries(
    Object.entries({ ...settings, manual: manual || undefined })
      .filter(([, value]) => value != null)
      .map(([name, value]) => [name, String(value)]),
  );
  const more = { userId, email, buyeruids, keywords, targeting, gdpr };
  start(dataset, load, [
    (z) => z.set(Object.fromEntries(Object.entries(more).filter(([, value]) => value != null))),
  ]);
  return tag;
};

/** Reports a console that failed to load. The message of `openConsole` suits only the script tag. */
export const reportMissing =
  (load: LoadConsole, message: string): LoadConsole =>
  () =>
    load().catch((error) => {
      reportOnce(`${message}: ${error}`);
      return { open() {} };
    });
