/** Decisions, impressions and clicks as the facts that are kept. */
import type { Campaign } from "./catalogue.ts";
import type { IndexedZone } from "./placement/campaign-index.ts";
import type { Fact } from "./store/schema.ts";
import type { TokenVisitor } from "./tracking/token.ts";

const BANNER = 1;
const SHARE_PARTS = 1_000_000n;

export interface Circumstances {
  time: number;
  zoneId: number;
  zone: IndexedZone | undefined;
  campaign: Campaign | undefined;
  variationId: number | undefined;
  sub: number | undefined;
  visitor: TokenVisitor;
}

/** What an event belongs to; counters are added by the caller. */
export function factOf({ time, zoneId, zone, campaign, variationId, sub, visitor }: Circumstances): Fact {
  return compact({
    time: new Date(time),
    advertiser_id: campaign?.account,
    publisher_id: zone?.site.account,
    campaign_id: campaign?.id,
    variation_id: variationId,
    offer_id: campaign?.offer,
    offer_landing_page_id: campaign?.offerLandingPage,
    advertiser_ad_type_id: campaign && BANNER,
    publisher_ad_type_id: BANNER,
    site_id: zone?.site.id,
    site_hostname: zone?.site.hostname,
    zone_id: zoneId,
    sub,
    category_id: zone?.site.category,
    size: zone?.zone.size,
    country_iso: visitor.country,
    language_id: visitor.language,
    browser_id: visitor.browser,
    device_id: visitor.device,
    device_type_id: visitor.deviceType,
    operating_system_id: visitor.operatingSystem,
  });
}

/** The publisher's part of a cost, rounded down to a billionth; `share` is in millionths. */
export function publisherPart(cost: bigint, share: number): bigint {
  return (cost * BigInt(share)) / SHARE_PARTS;
}

type Loose = { [K in keyof Fact]: Fact[K] | undefined };

/** The type of a fact has absent keys, not undefined ones; what reads it treats both alike. */
function compact(fact: Loose): Fact {
  return fact as Fact;
}
