import { expect, test } from "vitest";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import type { Dimension } from "../../../src/service/facts/factTable.ts";
import { warnOfOwners } from "../../../src/service/management/idOwners.ts";
import { createFacts } from "../support/facts.ts";

const FILE = toDocument({
  accounts: [
    { id: 2, role: "publisher" },
    { id: 3, role: "advertiser" },
  ],
  sites: [{ id: 5, account: 2 }],
  zones: [{ id: 7, site: 5 }],
  campaigns: [{ id: 9, account: 3, variations: [{ id: 11 }] }],
});

const factsOf = (values: Partial<Record<Dimension, number>>) =>
  createFacts([{ time: 0, values, counted: { impressions: 1 } }]);

test.each<[Partial<Record<Dimension, number>>, string]>([
  [{ site_id: 5, publisher_id: 4 }, "sites[0].account: warning: site 5 has statistics of account 4"],
  [{ zone_id: 7, site_id: 6 }, "zones[0].site: warning: zone 7 has statistics of site 6"],
  [
    { campaign_id: 9, advertiser_id: 4 },
    "campaigns[0].account: warning: campaign 9 has statistics of account 4",
  ],
  [
    { variation_id: 11, campaign_id: 8 },
    "campaigns[0].variations[0].id: warning: creative 11 has statistics of campaign 8",
  ],
  [{ advertiser_id: 2 }, "accounts[0].role: warning: account 2 has statistics as advertiser"],
])("facts %j of another owner cause a warning", async (values, warning) => {
  expect(await warnOfOwners(FILE, { facts: await factsOf(values) })).toEqual([warning]);
});

test("facts of the same owner or without an owner cause no warning", async () => {
  const own = { advertiser_id: 3, publisher_id: 2, site_id: 5, zone_id: 7, campaign_id: 9, variation_id: 11 };
  for (const values of [own, { zone_id: 7 }, { campaign_id: 10, advertiser_id: 4 }])
    expect(await warnOfOwners(FILE, { facts: await factsOf(values) })).toEqual([]);
});

test("an id that belongs to another owner in the live catalogue causes a warning even without facts", async () => {
  const document = toDocument({ zones: [{ id: 7, site: 6 }], sites: [{ id: 5, account: 2 }] });
  expect(await warnOfOwners(FILE, { document })).toEqual([
    "zones[0].site: warning: zone 7 belongs to site 6 so far",
  ]);
});

test("an id after the first batch of 2,000 is looked up too", async () => {
  const zones = Array.from({ length: 2001 }, (_, at) => ({ id: at + 1, site: 5 }));
  const file = toDocument({ zones });
  const warnings = await warnOfOwners(file, { facts: await factsOf({ zone_id: 2001, site_id: 6 }) });
  expect(warnings).toEqual(["zones[2000].site: warning: zone 2001 has statistics of site 6"]);
});
