/** Answer of `GET /v2/activity`: last requests and fill of zones, deliveries and states of campaigns. */
import type { Activity, CampaignActivity, CampaignState, ZoneActivity } from "../../protocol/management.ts";
import type { Account, Campaign, Catalogue, Zone } from "../catalogue/catalogue.ts";
import { computeElapsed, toNumber } from "../delivery/pacing.ts";
import { computeProgress, type DayDelivered, hasGoal, RATE_DAYS } from "../delivery/progress.ts";
import type { Given } from "../facts/delivered.ts";
import type { Condition } from "../facts/factsQuery.ts";
import { createUtcClock, type Facts, type SumQuery, sumFacts } from "../facts/sumFacts.ts";
import { flatMapSliced, forEachSliced, mapSliced, runInSlices } from "../runtime/slices.ts";
import { DAY_MS } from "../values/day.ts";
import { formatMoney, parseDecimal } from "../values/money.ts";
import { findCampaignState } from "./campaignState.ts";
import { listManagedAccounts, listReachableZones } from "./resources.ts";

interface ActivityParts {
  facts: Facts;
  catalogue: () => Catalogue;
  now: () => number;
}

/** Days before now within which the last request of a zone is searched. */
const SEEN_DAYS = 30;
/** States of campaigns that can be chosen or have reached a limit. */
const SERVED: CampaignState[] = ["running", "unmatched", "spent"];
/** Events are stored by the second, so the end is the next full second. */
const SECOND_MS = 1000;

export async function computeActivity(
  viewer: Account,
  { facts, catalogue: current, now }: ActivityParts,
  signal: AbortSignal,
): Promise<Activity> {
  const catalogue = current();
  const { data, sites } = catalogue;
  const accounts = listManagedAccounts(viewer, catalogue);
  const isOwn = (zone: Zone) => accounts.has(sites.get(zone.site)?.account ?? 0);
  const zones = await runInSlices(flatMapSliced(data.zones, (zone) => (isOwn(zone) ? [zone] : [])));
  const campaigns = await runInSlices(
    flatMapSliced(data.campaigns, (campaign) => (accounts.has(campaign.account) ? [campaign] : [])),
  );
  const sizes = new Map<string, number>();
  for (const { size } of listReachableZones(viewer, catalogue)) sizes.set(size, (sizes.get(size) ?? 0) + 1);
  const sum = (query: SumQuery) => sumFacts(facts, query, signal);
  return {
    zones: await sumZones(zones, sum, now()),
    campaigns: await sumCampaigns(campaigns, catalogue, sum, now()),
    sizes: [...sizes].map(([size, count]) => ({ size, zones: count })),
  };
}

type Sum = (query: SumQuery) => Promise<string[][]>;

async function sumZones(zones: readonly Zone[], sum: Sum, now: number): Promise<ZoneActivity[]> {
  if (zones.length === 0) return [];
  const found = new Map(zones.map(({ id }) => [id, { id, last: 0, requests: 0, filled: 0 }]));
  const asked = await sum({
    from: now - DAY_MS,
    until: now + SECOND_MS,
    conditions: [within("zone_id", zones)],
    groups: [{ column: "zone_id" }, createUtcClock("date"), createUtcClock("hour")],
    counters: ["ad_requests", "filled"],
  });
  const addHour = ([id, day = "", hour, requests, filled]: string[]) => {
    const zone = found.get(Number(id));
    if (!zone || Number(requests) === 0) return;
    zone.last = Math.max(zone.last, Date.parse(day) + Number(hour) * 3_600_000);
    zone.requests += Number(requests);
    zone.filled += Number(filled);
  };
  await runInSlices(forEachSliced(asked, addHour));
  const quiet = [...found.values()].filter(({ last }) => last === 0);
  const addDay = ([id, day = "", requests]: string[]) => {
    const zone = found.get(Number(id));
    if (zone && Number(requests) > 0) zone.last = Math.max(zone.last, Date.parse(day));
  };
  await runInSlices(forEachSliced(await sumDays(quiet, sum, now), addDay));
  return runInSlices(
    mapSliced(found.values(), ({ last, ...zone }) => ({
      ...zone,
      last_request: last > 0 ? new Date(last).toISOString() : null,
    })),
  );
}

async function sumDays(zones: readonly { id: number }[], sum: Sum, now: number): Promise<string[][]> {
  if (zones.length === 0) return [];
  return sum({
    from: now - SEEN_DAYS * DAY_MS,
    until: now - DAY_MS,
    conditions: [within("zone_id", zones)],
    groups: [{ column: "zone_id" }, createUtcClock("date")],
    counters: ["ad_requests"],
  });
}

async function sumCampaigns(
  campaigns: readonly Campaign[],
  { accounts }: Catalogue,
  sum: Sum,
  now: number,
): Promise<CampaignActivity[]> {
  if (campaigns.length === 0) return [];
  const read = async (from: number) => {
    const rows = await sum({
      from,
      until: now + SECOND_MS,
      groups: [{ column: "campaign_id" }],
      conditions: [within("campaign_id", campaigns)],
      counters: ["impressions", "cost", "filled"],
    });
    return new Map(rows.map(([id, ...sums]) => [Number(id), sums]));
  };
  const midnight = now - (now % DAY_MS);
  const [all, today, lately] = [await read(0), await read(midnight), await read(now - DAY_MS)];
  const goals = campaigns.filter((each) => each.active && !each.deleted && hasGoal(each, now));
  const days = await sumDelivered(goals, sum, midnight);
  const describe = (campaign: Campaign): CampaignActivity => {
    const [shownTotal, costTotal] = all.get(campaign.id) ?? [];
    const [shownToday, costToday] = today.get(campaign.id) ?? [];
    const given: Given = {
      shownToday: Number(shownToday ?? 0),
      shownTotal: Number(shownTotal ?? 0),
      costToday: parseDecimal(costToday ?? "0") ?? 0n,
      costTotal: parseDecimal(costTotal ?? "0") ?? 0n,
    };
    const filled = Number(lately.get(campaign.id)?.[2] ?? 0);
    const state = findCampaignState(campaign, given, filled, now, accounts.get(campaign.account));
    const progress = SERVED.includes(state)
      ? computeProgress(campaign, given, days.get(campaign.id) ?? [], now)
      : undefined;
    return {
      id: campaign.id,
      state,
      impressions_today: given.shownToday,
      impressions_total: given.shownTotal,
      cost_today: formatMoney(given.costToday),
      cost_total: formatMoney(given.costTotal),
      elapsed_today: toNumber(computeElapsed(campaign, now)),
      ...(progress && { progress }),
    };
  };
  return runInSlices(mapSliced(campaigns, describe));
}

/** Reads the deliveries of days before today by campaign: all days where the catalogue has no first one. */
async function sumDelivered(
  campaigns: readonly Campaign[],
  sum: Sum,
  midnight: number,
): Promise<Map<number, DayDelivered[]>> {
  const days = new Map<number, DayDelivered[]>(campaigns.map(({ id }) => [id, []]));
  const add = ([id, day = "", impressions, cost = "0"]: string[]) => {
    const delivered = { day: Date.parse(day), shown: Number(impressions), cost: parseDecimal(cost) ?? 0n };
    if (delivered.shown > 0 || delivered.cost > 0n) days.get(Number(id))?.push(delivered);
  };
  const read = async (some: readonly Campaign[], from: number) => {
    if (some.length === 0) return;
    const rows = await sum({
      from,
      until: midnight,
      groups: [{ column: "campaign_id" }, createUtcClock("date")],
      conditions: [within("campaign_id", some)],
      counters: ["impressions", "cost"],
    });
    await runInSlices(forEachSliced(rows, add));
  };
  await read(
    campaigns.filter(({ from }) => from !== undefined),
    midnight - RATE_DAYS * DAY_MS,
  );
  await read(
    campaigns.filter(({ from }) => from === undefined),
    0,
  );
  return days;
}

function within(column: "zone_id" | "campaign_id", entries: readonly { id: number }[]): Condition {
  return { value: { column }, within: entries.map(({ id }) => id) };
}
