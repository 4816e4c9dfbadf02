/** Creates the event of a shown ad: an impression, a click or a conversion, with the dimensions of its decision. */
import { toCampaignValues, toZoneValues } from "../catalogue/accounting.ts";
import type { CurrentCatalogue } from "../catalogue/currentCatalogue.ts";
import type { Event, EventCounters } from "../facts/eventStore.ts";
import { toVisitorValues } from "../placement/visitor.ts";
import type { Shown, TokenTraits } from "../signing/token.ts";

interface ShownAd extends Shown {
  visitor: TokenTraits;
}

export function createEvent(
  catalogue: CurrentCatalogue,
  { zone, campaign, variation, sub, visitor }: ShownAd,
  time: number,
  counters: EventCounters,
): Event {
  const foundZone = catalogue.findZone(zone);
  const foundCampaign = catalogue.findCampaign(campaign);
  return {
    time,
    sub,
    // The token has all ids, even of entries that were removed from the catalogue.
    zone: foundZone ? toZoneValues(foundZone.zone, foundZone.site) : { zone_id: zone },
    campaign: foundCampaign
      ? toCampaignValues(foundCampaign, { id: variation })
      : { campaign_id: campaign, variation_id: variation },
    visitor: toVisitorValues(visitor),
    counters,
  };
}
