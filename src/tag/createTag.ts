/** Starts the tag with settings as an object, for each of the imports. */
import type { Gdpr } from "../protocol/placement.ts";
import type { Settings } from "./attributes.ts";
import type { LoadConsole } from "./openConsole.ts";
import { reportOnce } from "./record.ts";
import type { PageValues, Zonetag } from "./types.ts";
import { findTag, start, tag } from "./zonetag.ts";

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
  const consent = typeof gdpr === "number" ? { gdpr, consent: settings.consent ?? "" } : gdpr;
  const more = { userId, email, buyeruids, keywords, targeting, gdpr: consent };
  start(dataset, load, [
    (z) => z.set(Object.fromEntries(Object.entries(more).filter(([, value]) => value != null))),
  ]);
  return tag;
};

/** Reports a console that does not load by a message of the import's own: that of `openConsole` is for the script. */
export const reportMissing =
  (load: LoadConsole, message: string): LoadConsole =>
  () =>
    load().catch((error) => {
      reportOnce(`${message}: ${error}`);
      return { open() {} };
    });
