/** Values that the catalogue adds to an event: its entities, cost and the publisher's revenue. */
import type { DimensionValues } from "../facts/eventStore.ts";
import { type Nano, parseMoney } from "../values/money.ts";
import { omitUndefined } from "../values/object.ts";
import type { Campaign, Site, Variation, Zone } from "./schema.ts";

/** Number of the ad type; the service serves only banners. */
const BANNER = 1;
const SHARE_UNITS = 1_000_000;

export function toZoneValues(zone: Zone, site: Site): DimensionValues {
  return omitUndefined({
    zone_id: zone.id,
    size: zone.size,
    site_id: site.id,
    site_hostname: site.hostname,
    category_id: site.category,
    publisher_id: site.account,
    publisher_ad_type_id: BANNER,
  });
}

export function toCampaignValues(campaign: Campaign, variation: Pick<Variation, "id">): DimensionValues {
  return omitUndefined({
    campaign_id: campaign.id,
    variation_id: variation.id,
    advertiser_id: campaign.account,
    advertiser_ad_type_id: BANNER,
    offer_id: campaign.offer,
    offer_landing_page_id: campaign.offerLandingPage,
  });
}

/** Computes the cost of one impression (cpm) or one click (cpc). */
export function computeUnitCost({ pricing }: Pick<Campaign, "pricing">): Nano {
  const price = parseMoney(pricing.price) ?? 0n;
  return pricing.model === "cpm" ? price / 1000n : price;
}

/** Computes the publisher's revenue from a cost, rounded down to a billionth; `share` is a decimal from 0 to 1. */
export function computePublisherRevenue(cost: Nano, share: string): Nano {
  return (cost * BigInt(Math.round(Number(share) * SHARE_UNITS))) / BigInt(SHARE_UNITS);
}
