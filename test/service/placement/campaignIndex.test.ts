/** An index updated from an earlier index decides like one built from scratch. */
import { expect, test } from "vitest";
import { type Catalogue, changeCatalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import type { Put } from "../../../src/service/catalogue/document.ts";
import { hasBit } from "../../../src/service/placement/bitSet.ts";
import {
  type CampaignIndex,
  indexCampaigns,
  indexInSlices,
} from "../../../src/service/placement/campaignIndex.ts";
import type { VisitorTraits } from "../../../src/service/placement/dimensions.ts";
import { explainZone, listExplained } from "../../../src/service/placement/explain.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { deviceTypes, languages } from "../../../src/service/values/visitorDimensions.ts";
import { aCampaign, aCatalogue, aVariation } from "../support/catalogue.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const CAMPAIGN = {
  id: 1,
  account: 2,
  weight: 4,
  frequency: [{ impressions: 1, seconds: 60 }],
  targeting: { countries: ["DEU"], custom: { section: ["sport"] } },
  keywords: ["shoes"],
  negativeKeywords: ["boots"],
};
const putSite = (fields: object): Put[] => {
  const site = { id: 1, account: 1, name: "Site", hostname: "site.example", category: 1 };
  return [{ list: "sites", entry: { ...site, blockedAdvertisers: [BLOCKED], ...fields } }];
};
/** Advertiser that the site blocks. */
const BLOCKED = 5;
/** An archived campaign, in the middle of its weight class. */
const REMOVED = { ...aCampaign({ id: 4, weight: 4, deleted: true, variations: [aVariation(4)] }), id: 4 };
/** A campaign with a budget. */
const LIMITED = {
  ...aCampaign({ id: 6, weight: 4, budget: { total: "9" }, variations: [aVariation(6)] }),
  id: 6,
};
const PRICE = { model: "cpm", price: "7" };
const LIGHT = { ...aCampaign({ id: 3, weight: 1 }), id: 3 };
const START = aCatalogue({
  campaigns: [
    ...[CAMPAIGN, { id: 2, weight: 4 }].map(aCampaign),
    REMOVED,
    ...[
      { id: 5, weight: 4, active: false, variations: [aVariation(5)] },
      { id: 3, weight: 1 },
    ].map(aCampaign),
    LIMITED,
  ],
  zones: [1, 2, 3].map((id) => ({ id, site: 1, name: `Zone ${id}`, size: "300x250" })),
});
const advertiser: Put = { list: "accounts", entry: { id: BLOCKED, name: "Advertiser", role: "advertiser" } };
const BEFORE = runAtOnce(changeCatalogue(START, [advertiser, ...putSite({})], []));

const putCampaign = (fields: object): Put[] => [
  { list: "campaigns", entry: { ...aCampaign({ ...CAMPAIGN, ...fields }), id: 1 } },
];
const putZone = (fields: object): Put[] => {
  const zone = { id: 1, site: 1, name: "Zone", size: "300x250" };
  return [{ list: "zones", entry: { ...zone, ...fields } }];
};
const change = (puts: readonly Put[]): Catalogue => runAtOnce(changeCatalogue(BEFORE, puts, []));

const NOBODY: VisitorTraits = {
  country: undefined,
  region: undefined,
  language: undefined,
  deviceType: undefined,
  operatingSystem: undefined,
  browser: undefined,
};
const VISITORS: VisitorTraits[] = [
  NOBODY,
  { ...NOBODY, country: "DEU", language: languages.id("fr"), deviceType: deviceTypes.id("mobile") },
];
const REQUESTS = [
  { keywords: "shoes", custom_targeting: { section: "sport" } },
  { keywords: "boots, shoes" },
  { keywords: "hats", custom_targeting: { section: "news" } },
];

/** Explains every zone for each visitor and request, and lists the other values that decisions read. */
function describe(index: CampaignIndex) {
  const listed = runAtOnce(listExplained(index));
  const explained = [...index.zones.values()].flatMap((zone) =>
    VISITORS.flatMap((visitor) =>
      REQUESTS.map((request) => {
        const context = {
          visitor,
          page: undefined,
          time: NOON,
          hasConsent: true,
          findLimit: () => undefined,
        };
        return [...explainZone(index, context, { zone, request }, listed)];
      }),
    ),
  );
  const values = [...index.zones.values()].map((zone) => zone.values);
  const campaigns = index.campaigns.map((campaign, position) => {
    const tier = index.ranking.tiers[position];
    const weightClass = tier?.classes.find(({ end }) => position < end);
    const weight = index.ranking.weights[position] ?? 0;
    return {
      ...campaign,
      weight,
      tier: tier?.number,
      isInClass: weightClass && weightClass.start <= position && weight <= weightClass.most,
      active: hasBit(index.active, position),
      capped: index.capped && hasBit(index.capped, position),
    };
  });
  // After a change of weight a campaign's position can differ from its position in a new index.
  campaigns.sort((one, other) => one.campaign.id - other.campaign.id);
  const limits = index.limits.map(({ position, ...limit }) => [
    index.campaigns[position]?.campaign.id,
    limit,
  ]);
  return { explained, values, campaigns, limits };
}

const LATER = { from: "2026-12-01" };
const CHANGES: Record<string, Put[]> = {
  name: putCampaign({ name: "Other" }),
  weight: putCampaign({ weight: 5 }),
  "weight of another magnitude": putCampaign({ weight: 100 }),
  "weight of another magnitude for the last campaign": [
    { list: "campaigns", entry: { ...LIGHT, weight: 64 } },
  ],
  priority: putCampaign({ priority: 3 }),
  "priority of the last campaign": [{ list: "campaigns", entry: { ...LIGHT, priority: 3 } }],
  pause: putCampaign({ active: false }),
  removal: putCampaign({ deleted: true }),
  "pause of a removed campaign": [{ list: "campaigns", entry: { ...REMOVED, active: false } }],
  restoration: [{ list: "campaigns", entry: { ...REMOVED, deleted: false } }],
  account: putCampaign({ account: BLOCKED }),
  countries: putCampaign({ targeting: { countries: ["FRA"] } }),
  "countries of one campaign and name of another": [
    ...putCampaign({ targeting: { countries: ["FRA"] } }),
    { list: "campaigns", entry: { ...LIGHT, name: "Other" } },
  ],
  languages: putCampaign({ targeting: { languages: ["fr"] } }),
  sites: putCampaign({ targeting: { sites: [2] } }),
  zones: putCampaign({ targeting: { zones: [2] } }),
  "custom keys": putCampaign({ targeting: { custom: { section: ["news"] } } }),
  hours: putCampaign({ targeting: { times: { timezone: "UTC", hours: [3] } } }),
  keywords: putCampaign({ keywords: ["hats"] }),
  "no keywords": putCampaign({ keywords: [] }),
  "negative keywords": putCampaign({ negativeKeywords: ["hats"] }),
  "first day": putCampaign(LATER),
  "last day": putCampaign({ to: "2026-11-01" }),
  "frequency caps": putCampaign({ frequency: [] }),
  budget: putCampaign({ budget: { daily: "5" } }),
  caps: putCampaign({ caps: { total: 5 } }),
  "price of a campaign with a budget": [{ list: "campaigns", entry: { ...LIMITED, pricing: PRICE } }],
  "last day of a campaign with a budget": [{ list: "campaigns", entry: { ...LIMITED, to: "2026-12-24" } }],
  "removed budget": [{ list: "campaigns", entry: { ...LIMITED, budget: {} } }],
  "pause of a campaign with a budget": [{ list: "campaigns", entry: { ...LIMITED, active: false } }],
  "size of a creative": putCampaign({ variations: [aVariation(1, "1x1")] }),
  "paused creative": putCampaign({ variations: [{ ...aVariation(1), active: false }] }),
  "new campaign": [{ list: "campaigns", entry: { ...aCampaign({ id: 9 }), id: 9 } }],
  "blocked advertiser": putSite({ blockedAdvertisers: [2] }),
  category: putSite({ category: 2 }),
  "size of a zone": putZone({ size: "1x1" }),
  "site of a zone": putZone({ site: 2 }),
  "removed zone": putZone({ deleted: true }),
  network: [
    { list: "accounts", entry: { id: 8, name: "Network", role: "network" } },
    { list: "accounts", entry: { id: 1, name: "Publisher", role: "publisher", network: 8 } },
    { list: "accounts", entry: { ...advertiser.entry, network: 8 } },
  ],
};

test.each(Object.entries(CHANGES))("an updated index equals a new one after a change: %s", (_what, puts) => {
  const catalogue = change(puts);
  const earlier = indexCampaigns(BEFORE);
  const changed = runAtOnce(indexInSlices(catalogue, earlier));
  expect(describe(changed)).toEqual(describe(indexCampaigns(catalogue)));
});

test("campaigns are reordered before a tier exceeds 64 weight classes", () => {
  const ids = Array.from({ length: 200 }, (_, at) => at + 1);
  const put = (id: number, weight: number): Put => {
    return { list: "campaigns", entry: { ...aCampaign({ id, weight, variations: [aVariation(id)] }), id } };
  };
  let index = indexCampaigns(aCatalogue({ campaigns: ids.map((id) => put(id, 1).entry) }));
  let most = 0;
  for (const id of ids.filter((each) => each % 2 === 0)) {
    const catalogue = runAtOnce(changeCatalogue(index.catalogue, [put(id, 1000)], []));
    index = runAtOnce(indexInSlices(catalogue, index));
    most = Math.max(most, ...index.ranking.tiers.map(({ classes }) => classes.length));
    expect(describe(index).campaigns).toEqual(describe(indexCampaigns(catalogue)).campaigns);
  }
  expect(most).toBeGreaterThan(20);
  expect(most).toBeLessThanOrEqual(64);
});

test("an index updated to fewer campaigns equals a new one", () => {
  const { $schema: _, ...data } = BEFORE.data;
  const catalogue = parseCatalogue({ ...data, campaigns: data.campaigns.slice(0, -1) });
  // Reuses the objects of the remaining entries.
  const fewer = { ...catalogue, data: { ...catalogue.data, campaigns: data.campaigns.slice(0, -1) } };
  const changed = runAtOnce(indexInSlices(fewer, indexCampaigns(BEFORE)));
  expect(describe(changed)).toEqual(describe(indexCampaigns(fewer)));
});

test("a change of weight, name or state reuses the parts of the index that depend on other fields", () => {
  const earlier = indexCampaigns(BEFORE);
  for (const fields of [{ weight: 5 }, { weight: 500 }, { name: "Other" }, { active: false }]) {
    const puts = putCampaign(fields);
    const { zones, byVisitor, byRequest, ...index } = runAtOnce(indexInSlices(change(puts), earlier));
    expect(zones).toBe(earlier.zones);
    expect(byVisitor).toBe(earlier.byVisitor);
    expect(byRequest).toBe(earlier.byRequest);
    expect(index.matchKeywords).toBe(earlier.matchKeywords);
    expect(index.selectSchedule).toBe(earlier.selectSchedule);
    expect(index.limits).toBe(earlier.limits);
  }
});
