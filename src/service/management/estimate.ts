/** Estimates the reach of a draft campaign: matching zones, and the impressions of the last seven days. */
import * as v from "valibot";
import { type Estimate, NOT_ESTIMATED } from "../../protocol/management.ts";
import { TARGETING } from "../../protocol/targeting.ts";
import { computeUnitCost } from "../catalogue/accounting.ts";
import { type Account, type Catalogue, catalogueSchema, type Zone } from "../catalogue/catalogue.ts";
import { isWithinTimes } from "../delivery/times.ts";
import type { Condition } from "../facts/factsQuery.ts";
import type { Dimension } from "../facts/factTable.ts";
import { type Facts, type SumQuery, sumFacts } from "../facts/sumFacts.ts";
import { accepts, listAccepted, listDimensions, type ZoneOnSite } from "../placement/dimensions.ts";
import { flatMapSliced, runInSlices } from "../runtime/slices.ts";
import { DAY_MS } from "../values/day.ts";
import { parseMoney } from "../values/money.ts";
import { list, listProblems, strictObject } from "../values/schemas.ts";
import { offsetsBetween } from "../values/timezones.ts";
import { computeWallClock } from "../values/wallClock.ts";
import { ChangeRefused } from "./refusal.ts";
import { listReachableZones } from "./resources.ts";

const DAYS = 7;
const HOUR_MS = 3_600_000;

const campaign = catalogueSchema.entries.campaigns.item.entries;
export const estimateSchema = strictObject({
  account: v.optional(campaign.account),
  sizes: list(v.string()),
  pricing: v.optional(campaign.pricing),
  keywords: campaign.keywords,
  negativeKeywords: campaign.negativeKeywords,
  targeting: campaign.targeting,
  budget: campaign.budget,
  caps: campaign.caps,
});
type Draft = v.InferOutput<typeof estimateSchema>;

export async function estimateCampaign(
  viewer: Account,
  input: unknown,
  { facts, catalogue, now }: { facts: Facts; catalogue: () => Catalogue; now: () => number },
  signal: AbortSignal,
): Promise<Estimate> {
  const read = v.safeParse(estimateSchema, input);
  if (!read.success) throw new ChangeRefused(400, { code: "campaign-invalid" }, listProblems(read.issues));
  const draft = read.output;
  const all = listReachableZones(viewer, catalogue());
  const fits = createFit(draft, catalogue());
  const zones = await runInSlices(flatMapSliced(all, (zone) => (fits(zone) ? [zone] : [])));
  const ids = zones.map(({ id }) => id);
  const [requests, filled, impressions] = await sumRequests(ids, draft, { facts, now: now(), signal });
  // Share of filled requests that are viewed in these zones; 1 where nothing was filled.
  const seen = filled > 0 ? Math.min(1, impressions / filled) : 1;
  return {
    zones: zones.length,
    zones_total: all.length,
    requests,
    impressions: Math.min(Math.floor(requests * seen), computeMost(draft)),
    ignored: listIgnored(draft),
  };
}

function listIgnored({ keywords, negativeKeywords, targeting: { custom } }: Draft): Estimate["ignored"] {
  const given = { keywords, negativeKeywords, "targeting.custom": Object.keys(custom) };
  return NOT_ESTIMATED.filter((field) => given[field].length > 0);
}

/** Creates the check whether the draft can run on a zone. */
function createFit(
  { account: advertiser, sizes, targeting }: Draft,
  { accounts, sites }: Catalogue,
): (zone: Zone) => boolean {
  const sized = new Set(sizes);
  const dimensions = listDimensions("zone").map(({ name, read }) => {
    const accepted = new Set(listAccepted(name, targeting));
    return (at: ZoneOnSite) => accepts(accepted, read(at));
  });
  return (zone) => {
    const site = sites.get(zone.site);
    if (!site || !sized.has(zone.size)) return false;
    if (accounts.get(site.account)?.suspended) return false;
    if (advertiser !== undefined && site.blockedAdvertisers.includes(advertiser)) return false;
    return dimensions.every((fits) => fits({ zone, site }));
  };
}

/** Sums up requests, filled requests and impressions. */
async function sumRequests(
  zones: readonly number[],
  { targeting: wanted }: Draft,
  { facts, now, signal }: { facts: Facts; now: number; signal: AbortSignal },
): Promise<[number, number, number]> {
  if (zones.length === 0) return [0, 0, 0];
  const until = now - (now % DAY_MS);
  const from = until - DAYS * DAY_MS;
  const { times } = wanted;
  const offsets = offsetsBetween(times?.timezone ?? "UTC", from, until);
  const query: SumQuery = {
    from,
    until,
    conditions: [{ value: { column: "zone_id" }, within: zones }, ...listConditions(wanted)],
    groups: [
      { unit: "date", offsets },
      { unit: "hour", offsets },
    ],
    counters: ["ad_requests", "filled", "impressions"],
  };
  const rows = await sumFacts(facts, query, signal);
  const matching = rows.filter(
    ([day = "", hour]) =>
      !times || isWithinTimes(times, computeWallClock("UTC", Date.parse(day) + Number(hour) * HOUR_MS)),
  );
  const add = (at: number) => matching.reduce((sum, row) => sum + Number(row[at]), 0);
  return [add(2), add(3), add(4)];
}

/** Lists the conditions on values of visitors and requests; those on zones are checked against the catalogue. */
function listConditions(wanted: Draft["targeting"]): Condition[] {
  return [...listDimensions("visitor"), ...listDimensions("request")].flatMap(({ name }) => {
    const column: Dimension = TARGETING[name].grouping;
    const within = listAccepted(name, wanted);
    return within.length > 0 ? [{ value: { column }, within }] : [];
  });
}

/**
 * Computes the impressions that budgets and caps allow in seven days. A budget for clicks does not limit impressions.
 */
function computeMost({ pricing: price, budget: money, caps: most }: Draft): number {
  const unitCost = price?.model === "cpm" ? computeUnitCost({ pricing: price }) : 0n;
  const affordable = (amount: string | undefined, days: number) => {
    const nano = amount === undefined ? undefined : parseMoney(amount);
    return nano === undefined || unitCost === 0n ? Number.POSITIVE_INFINITY : Number(nano / unitCost) * days;
  };
  return Math.min(
    affordable(money.daily, DAYS),
    affordable(money.total, 1),
    (most.daily ?? Number.POSITIVE_INFINITY) * DAYS,
    most.total ?? Number.POSITIVE_INFINITY,
  );
}
