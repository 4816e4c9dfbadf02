import fc from "fast-check";
import { expect, test } from "vitest";
import {
  computePublisherRevenue,
  computeUnitCost,
  toCampaignValues,
  toZoneValues,
} from "../../../src/service/catalogue/accounting.ts";
import { aCampaign, aCatalogue } from "../support/catalogue.ts";

test("the unit cost is a thousandth of a CPM price and the whole of a CPC price", () => {
  expect(computeUnitCost({ pricing: { model: "cpm", price: "2.00" } })).toBe(2_000_000n);
  expect(computeUnitCost({ pricing: { model: "cpm", price: "0.0000009" } })).toBe(0n);
  expect(computeUnitCost({ pricing: { model: "cpc", price: "2.00" } })).toBe(2_000_000_000n);
});

test.each([
  ["1", 100n],
  ["0", 0n],
  ["0.7", 70n],
  ["0.333333", 33n],
  ["0.999999", 99n],
])("of a cost of 100 billionths a publisher with the share %s gets %s", (share, paid) => {
  expect(computePublisherRevenue(100n, share)).toBe(paid);
});

test("a publisher is never paid more than the cost", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (cost, share) => {
        const paid = computePublisherRevenue(cost, (share / 1_000_000).toFixed(6));
        expect(paid).toBeGreaterThanOrEqual(0n);
        expect(paid).toBe((cost * BigInt(share)) / 1_000_000n);
      },
    ),
  );
});

test("an event contains the ids of zone, site and publisher and of campaign, creative and advertiser", () => {
  const { data } = aCatalogue({ campaigns: [aCampaign({ id: 5 })] });
  const [zone] = data.zones;
  const [site, other] = data.sites;
  const [campaign] = data.campaigns;
  if (!zone || !site || !other || !campaign) throw new Error("The catalogue is empty.");
  expect(toZoneValues(zone, site)).toEqual({
    zone_id: 1,
    size: "300x250",
    site_id: 1,
    site_hostname: "site.example",
    category_id: 1,
    publisher_id: 1,
    publisher_ad_type_id: 1,
  });
  expect(toZoneValues(zone, other)).not.toHaveProperty("category_id");
  expect(toCampaignValues(campaign, { id: 9 })).toEqual({
    campaign_id: 5,
    variation_id: 9,
    advertiser_id: 2,
    advertiser_ad_type_id: 1,
  });
  expect(toCampaignValues({ ...campaign, offer: 3, offerLandingPage: 4 }, { id: 9 })).toMatchObject({
    offer_id: 3,
    offer_landing_page_id: 4,
  });
});
