/** A page view to try, and the zones to try it with. Pure. */
import type { Site, Zone } from "../../protocol/management.ts";
import { DEFAULT_REFERER, type PageZone } from "./pageZones.ts";

/** User agent of a common browser on each device. */
export const USER_AGENTS = {
  desktop:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  mobile:
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  tablet:
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
};
type Device = keyof typeof USER_AGENTS;
export const DEVICES: readonly Device[] = ["desktop", "mobile", "tablet"];

export interface Visit {
  address: string;
  /** Keywords of zones that were not read from the page. */
  keywords: string;
  targeting: string;
  /** Zones that were read from the page. */
  zones: readonly PageZone[];
  /** Address that `zones` were read from. */
  readFrom: string;
  /** Part of the address that the page's tag sends, as in its `data-referer`. */
  referer: string;
  /** Language tag of the browser. */
  language: string;
  /** Three letters; empty for any. */
  country: string;
  device: Device;
}

export const NO_VISIT: Omit<Visit, "language"> = {
  address: "",
  keywords: "",
  targeting: "",
  zones: [],
  readFrom: "",
  referer: DEFAULT_REFERER,
  country: "",
  device: "desktop",
};

/** Shortens a language as the tag does: `zh-Hant-TW` → `zh-tw`. Empty for a language without a two-letter code. */
export function parseLanguage(tag: string): string {
  const parts = /^([a-z]{2})\b(?:-[a-z]{3,4}\b)*(-[a-z]{2}\b)?/.exec(tag.toLowerCase());
  return parts?.slice(1).join("") ?? "";
}

/** Maximum zones tried when no site has the address. */
const MOST = 20;

/**
 * Chooses the zones of the address' site, and returns its name; without such a site, the first zones of all. Skips
 * archived ones.
 */
export function chooseZones<Z extends Pick<Zone, "site" | "deleted">>(
  address: string,
  sites: readonly Pick<Site, "id" | "name" | "hostname">[],
  zones: readonly Z[],
): { chosen: Z[]; site: string | undefined } {
  const here = zones.filter(({ deleted }) => !deleted);
  const { hostname } = new URL(address);
  const site = sites.find((each) => each.hostname === hostname);
  const own = here.filter((zone) => zone.site === site?.id);
  return own.length > 0
    ? { chosen: own, site: site?.name }
    : { chosen: here.slice(0, MOST), site: undefined };
}
