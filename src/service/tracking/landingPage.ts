/** Writes the address that a click leads to, with its macros filled. */
import { MAX_LANDING_PAGE } from "../../protocol/limits.ts";
import { fillMacros, type Macro, parseMacros } from "../../protocol/macros.ts";
import type { Variation } from "../catalogue/catalogue.ts";
import type { Shown, TokenTraits } from "../signing/token.ts";
import { memoize } from "../values/memoize.ts";
import { browsers, type Dictionary, deviceTypes, operatingSystems } from "../values/visitorDimensions.ts";

export interface Click {
  /** `zone`: undefined for a test, which no zone shows. */
  token: Omit<Shown, "zone"> & { zone: number | undefined; visitor: TokenTraits };
  /** Site of the zone; undefined when the zone is unknown. */
  site: number | undefined;
  /** Milliseconds since 1970. */
  clickedAt: number;
}

/** Values of the macros but the click id; undefined when unknown. Never a price, which only the advertiser may know. */
const VALUES: Record<Exclude<Macro, "click_id">, (click: Click) => string | number | undefined> = {
  campaign_id: ({ token }) => token.campaign,
  variation_id: ({ token }) => token.variation,
  zone_id: ({ token }) => token.zone,
  site_id: ({ site }) => site,
  sub: ({ token }) => token.sub,
  country: ({ token }) => token.visitor.country,
  device_type: ({ token }) => findName(deviceTypes, token.visitor.deviceType),
  os: ({ token }) => findName(operatingSystems, token.visitor.operatingSystem),
  browser: ({ token }) => findName(browsers, token.visitor.browser),
  timestamp: ({ clickedAt }) => Math.floor(clickedAt / 1000),
};

/** Parsed once for each version of a creative. */
const parseLandingPage = memoize(({ url }: Variation) => parseMacros(url));

/**
 * Writes the address. The click id is left out where the address would exceed the length that web servers in front
 * accept, which only a creative of before macros were checked can reach.
 */
export function writeLandingPage(variation: Variation, click: Click, writeClickId: () => string): string {
  const parts = parseLandingPage(variation);
  const fill = (clickId: () => string) =>
    fillMacros(parts, (macro) =>
      macro === "click_id" ? clickId() : encodeURIComponent(VALUES[macro](click) ?? ""),
    );
  const address = fill(writeClickId);
  return address.length <= MAX_LANDING_PAGE ? address : fill(() => "");
}

function findName({ name }: Dictionary, id: number | undefined): string | undefined {
  return id === undefined ? undefined : name(id);
}
