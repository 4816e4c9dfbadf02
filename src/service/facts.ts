/** Zones, campaigns and visitors as the parts of events that are kept. */
import type { Campaign, Site, Variation, Zone } from "./catalogue.ts";
import { Part, type Values } from "./store/store.ts";
import type { TokenVisitor } from "./tracking/token.ts";

const BANNER = 1;
const SHARE_PARTS = 1_000_000n;

/** When nobody was chosen. */
export const NO_CAMPAIGN = new Part({});

export function zonePart(zone: Zone, site: Site): Part {
  return present({
    zone_id: zone.id,
    size: zone.size,
    site_id: site.id,
    site_hostname: site.hostname,
    category_id: site.category,
    publisher_id: site.account,
    publisher_ad_type_id: BANNER,
  });
}

export function campaignPart(campaign: Campaign, variation: Pick<Variation, "id">): Part {
  return present({
    campaign_id: campaign.id,
    variation_id: variation.id,
    advertiser_id: campaign.account,
    advertiser_ad_type_id: BANNER,
    offer_id: campaign.offer,
    offer_landing_page_id: campaign.offerLandingPage,
  });
}

export function visitorPart(visitor: TokenVisitor): Part {
  return present({
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

function present(values: { [K in keyof Values]: Values[K] | undefined }): Part {
  return new Part(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}
