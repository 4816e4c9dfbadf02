/** The import: the same tag for a bundled application, without a script element and without a global. */
import type { Gdpr, ZoneResult } from "../protocol/placement.ts";
import type { Attributes } from "./settings.ts";
import type { Entry, ErrorCode, PageValues, Renderer, ZoneState } from "./zone.ts";
import { start, type Target, tag, type Zonetag } from "./zonetag.ts";

export type { AdRequest, AdResponse, BannerData, Gdpr, ZoneResult } from "../protocol/placement.ts";
export type { Entry, ErrorCode, PageValues, Renderer, Target, ZoneState, Zonetag };

/** The script element's attributes in camel case; see there for units and defaults. */
export interface ZonetagSettings {
  /** Full address of the ad placement interface. */
  endpoint: string;
  sub?: number;
  /** Comma separated. */
  keywords?: string;
  targeting?: Record<string, string>;
  /** Pixels from the viewport. */
  lazy?: number;
  /** Seconds in view, 30 at least. */
  refresh?: number;
  collapse?: "" | "always";
  label?: string;
  zones?: number;
  referer?: "path" | "full" | "origin" | (string & {});
  gdpr?: 0 | 1 | Gdpr;
  consent?: string;
  /** Milliseconds. */
  consentTimeout?: number;
  /** Milliseconds. */
  timeout?: number;
  userId?: string;
  email?: string;
  buyeruids?: unknown;
  credentials?: "omit" | "include";
  /** No scan by itself. */
  manual?: boolean;
}

/** `detail` of the tag's events. */
export interface ZoneDetail {
  /** NaN where the placeholder has no id that is one. */
  zoneId: number;
}
export interface FilledDetail extends ZoneDetail {
  /** The zone's entry of the response. */
  data: ZoneResult | Entry;
}
export interface ErrorDetail extends ZoneDetail {
  code: ErrorCode;
  message: string;
}

declare global {
  interface HTMLElementEventMap {
    "zonetag:request": CustomEvent<ZoneDetail>;
    "zonetag:filled": CustomEvent<FilledDetail>;
    "zonetag:empty": CustomEvent<ZoneDetail>;
    "zonetag:impression": CustomEvent<ZoneDetail>;
    "zonetag:viewable": CustomEvent<ZoneDetail>;
    "zonetag:click": CustomEvent<ZoneDetail>;
    "zonetag:error": CustomEvent<ErrorDetail>;
  }
}

/**
 * Starts the tag with settings in place of a script element. A page has one tag: a second call changes nothing and
 * returns the first. Does nothing until called, so that it may be imported where there is no DOM.
 */
export function createZonetag({
  email,
  buyeruids,
  targeting,
  gdpr,
  manual,
  ...settings
}: ZonetagSettings): Zonetag {
  if (started) return tag;
  started = true;
  const values = new Map(
    Object.entries({ ...settings, ...(manual && { manual }) })
      .filter(([, value]) => value != null)
      .map(([name, value]) => [`data-${dashed(name)}`, String(value)]),
  );
  const attributes: Attributes = {
    getAttributeNames: () => [...values.keys()],
    getAttribute: (name) => values.get(name) ?? null,
  };
  start(attributes, () => import("./console.js" as string), [
    ({ set }) =>
      set({
        email,
        buyeruids,
        targeting,
        gdpr: typeof gdpr === "number" ? { gdpr, consent: settings.consent ?? "" } : gdpr,
      }),
  ]);
  return tag;
}

let started = false;

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
