/** How many zones a campaign fits that is being written, and what the last seven days would have given it. */
import * as v from "valibot";
import type { Estimate } from "../../protocol/management.ts";
import { computeUnitCost } from "../catalogue/accounting.ts";
import { type Account, type Catalogue, catalogueSchema } from "../catalogue/catalogue.ts";
import { listProblems } from "../statistics/validation.ts";
import type { Dimension } from "../store/schema.ts";
import { DAY_MS } from "../values/day.ts";
import { browsers, deviceTypes, languages, operatingSystems } from "../values/dimensions.ts";
import { parseMoney } from "../values/money.ts";
import { type Facts, sumFacts } from "./facts.ts";
import { ChangeRefused } from "./refusal.ts";
import { listReachableZones } from "./resources.ts";

const DAYS = 7;

const { account, targeting, pricing, budget, caps } = catalogueSchema.entries.campaigns.item.entries;
const draftSchema = v.strictObject({
  ...{ account: v.optional(account), sizes: v.array(v.string()), pricing: v.optional(pricing) },
  ...{ targeting, budget, caps },
});
type Draft = v.InferOutput<typeof draftSchema>;

export async function estimateCampaign(
  viewer: Account,
  input: unknown,
  { facts, catalogue, now }: { facts: Facts; catalogue: () => Catalogue; now: () => number },
  signal: AbortSignal,
): Promise<Estimate> {
  if (viewer.role === "publisher") throw new ChangeRefused(403, "A publisher has no campaigns.");
  const read = v.safeParse(draftSchema, input);
  if (!read.success) throw new ChangeRefused(400, "The campaign is not valid.", listProblems(read.issues));
  const draft = read.output;
  const all = listReachableZones(viewer, catalogue());
  const zones = all.filter((zone) => isFitting(zone, draft, catalogue()));
  const ids = zones.map(({ id }) => id);
  const [requests, filled, impressions] = await sumRequests(ids, draft, { facts, now: now(), signal });
  // What was filled is seen as often as in these zones; where nothing was, every request counts.
  const seen = filled > 0 ? Math.min(1, impressions / filled) : 1;
  return {
    zones: zones.length,
    zones_total: all.length,
    requests,
    impressions: Math.min(Math.floor(requests * seen), computeMost(draft)),
  };
}

function isFitting(
  zone: { id: number; site: number; size: string },
  { account: advertiser, sizes, targeting: { sites, zones, categories } }: Draft,
  catalogue: Catalogue,
): boolean {
  const site = catalogue.sites.get(zone.site);
  if (!site || !sizes.includes(zone.size)) return false;
  if (advertiser !== undefined && site.blockedAdvertisers.includes(advertiser)) return false;
  const accepts = (list: readonly unknown[], value: unknown) => list.length === 0 || list.includes(value);
  return accepts(sites, site.id) && accepts(zones, zone.id) && accepts(categories, site.category);
}

/** Requests, filled ones, impressions. */
async function sumRequests(
  zones: readonly number[],
  { targeting: wanted }: Draft,
  { facts, now, signal }: { facts: Facts; now: number; signal: AbortSignal },
): Promise<[number, number, number]> {
  if (zones.length === 0) return [0, 0, 0];
  const today = now - (now % DAY_MS);
  const accepted: [Dimension, readonly (string | number)[]][] = [
    ["zone_id", zones],
    ["country_iso", wanted.countries],
    ["region_id", wanted.regions],
    ["language_id", wanted.languages.map((name) => languages.id(name) ?? 0)],
    ["device_type_id", wanted.deviceTypes.map((name) => deviceTypes.id(name) ?? 0)],
    ["operating_system_id", wanted.operatingSystems.map((name) => operatingSystems.id(name) ?? 0)],
    ["browser_id", wanted.browsers.map((name) => browsers.id(name) ?? 0)],
  ];
  const conditions = accepted.flatMap(([column, values]) =>
    values.length > 0 ? [{ value: { column }, within: values }] : [],
  );
  const query = {
    ...{ from: today - DAYS * DAY_MS, until: today, conditions },
    groups: [{ column: "zone_id" as const }],
    counters: ["ad_requests", "filled", "impressions"] as const,
  };
  const rows = await sumFacts(facts, query, signal);
  const add = (at: number) => rows.reduce((sum, row) => sum + Number(row[at]), 0);
  return [add(1), add(2), add(3)];
}

/** Impressions that budgets and caps allow in seven days; a budget of clicks bounds none. */
function computeMost({ pricing: price, budget: money, caps: most }: Draft): number {
  const unitCost = price?.model === "cpm" ? computeUnitCost({ pricing: price }) : 0n;
  const affordable = (amount: string | undefined, days: number) => {
    const nano = amount === undefined ? undefined : parseMoney(amount);
    return nano === undefined || unitCost === 0n ? Number.POSITIVE_INFINITY : Number(nano / unitCost) * days;
  };
  return Math.min(
    ...[affordable(money.daily, DAYS), affordable(money.total, 1)],
    ...[(most.daily ?? Number.POSITIVE_INFINITY) * DAYS, most.total ?? Number.POSITIVE_INFINITY],
  );
}
