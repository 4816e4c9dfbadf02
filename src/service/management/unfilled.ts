/**
 * Reasons why requests got no ad: for a zone all reasons; for a campaign the requests that it missed because of its own
 * limits, and its spending by quarter of an hour.
 */
import * as v from "valibot";
import type { CampaignUnfilled, ZoneUnfilled } from "../../protocol/management.ts";
import { isOneOf } from "../../protocol/tables.ts";
import { LIMIT_REASONS, UNFILLED_REASONS, type UnfilledReason } from "../../protocol/unfilled.ts";
import { describeCountry } from "../answers/plainGroups.ts";
import { computeUnitCost } from "../catalogue/accounting.ts";
import type { Account, Campaign, Catalogue } from "../catalogue/catalogue.ts";
import { computeReleased, toNumber } from "../delivery/pacing.ts";
import { createUtcClock, type Facts, type SumQuery, sumFacts } from "../facts/sumFacts.ts";
import { forEachSliced, runInSlices } from "../runtime/slices.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import { formatMoney } from "../values/money.ts";
import { listProblems } from "../values/schemas.ts";
import { daysSchema, findHour } from "./days.ts";
import { findEntry } from "./entries.ts";
import { ChangeRefused } from "./refusal.ts";

interface UnfilledParts {
  facts: Facts;
  catalogue: () => Catalogue;
  now: () => number;
}

/**
 * Reads the reasons of a zone. `days`: in the account's time zone. Publishers do not see campaigns, which belong to
 * other accounts.
 */
export async function listZoneReasons(
  viewer: Account,
  id: number,
  days: { from?: string | undefined; to?: string | undefined },
  { facts, catalogue }: UnfilledParts,
  signal: AbortSignal,
): Promise<ZoneUnfilled> {
  findEntry(catalogue(), "zones", id, viewer);
  const read = v.safeParse(daysSchema, days);
  if (!read.success) throw new ChangeRefused(400, { code: "request-invalid" }, listProblems(read.issues));
  const rows = await sumFacts(
    facts,
    {
      from: findHour(read.output.from, 0, viewer.timezone),
      until: findHour(read.output.to, HOURS, viewer.timezone),
      conditions: [{ value: { column: "zone_id" }, within: [id] }],
      groups: ZONE_COLUMNS.map((column) => ({ column })),
      counters: ["ad_requests", "filled"],
    },
    signal,
  );
  const sums = new Map<string, ZoneUnfilled["reasons"][number]>();
  let all = 0;
  const add = ([text, campaign, country = "", ...counts]: string[]) => {
    const [requests = 0, filled = 0] = counts.map(Number);
    all += requests;
    if (requests === filled) return;
    const reason = describeReason(viewer, catalogue(), { reason: parseReason(text), campaign, country });
    const key = JSON.stringify(reason);
    sums.set(key, { ...reason, requests: (sums.get(key)?.requests ?? 0) + requests - filled });
  };
  await runInSlices(forEachSliced(rows, add));
  return { requests: all, reasons: [...sums.values()].sort((a, b) => b.requests - a.requests) };
}

const ZONE_COLUMNS = ["unfilled_reason", "excluded_campaign_id", "country_iso"] as const;

interface StoredReason {
  reason: UnfilledReason | null;
  campaign: string | undefined;
  country: string;
}

/** Adds the subject of a reason: for networks the campaign of a limit, or the country that no campaign accepts. */
function describeReason(viewer: Account, catalogue: Catalogue, { reason, campaign, country }: StoredReason) {
  const named = viewer.role === "network" ? catalogue.campaigns.get(Number(campaign)) : undefined;
  const isByCountry = reason === "targeting.countries" && country !== "";
  return {
    reason,
    ...(named && { campaign: { id: named.id, name: named.name } }),
    ...(isByCountry && { country: describeCountry(country) }),
  };
}

export async function listCampaignReasons(
  viewer: Account,
  id: number,
  { facts, catalogue, now }: UnfilledParts,
  signal: AbortSignal,
): Promise<CampaignUnfilled> {
  findEntry(catalogue(), "campaigns", id, viewer);
  const today = now() - (now() % DAY_MS);
  const yesterday = today - DAY_MS;
  const sum = (query: Pick<SumQuery, "conditions" | "groups" | "counters" | "until">) =>
    sumFacts(facts, { ...query, from: yesterday }, signal);
  const excluded = await sum({
    until: today + DAY_MS,
    conditions: [{ value: { column: "excluded_campaign_id" }, within: [id] }],
    groups: [createUtcClock("date"), createUtcClock("quarterHour"), { column: "unfilled_reason" }],
    counters: ["ad_requests"],
  });
  const spent = await sum({
    until: today,
    conditions: [{ value: { column: "campaign_id" }, within: [id] }],
    groups: [createUtcClock("quarterHour")],
    counters: ["filled", "cost"],
  });
  const missed = excluded.map(([day = "", quarter, reason, requests]) => ({
    day,
    quarter: Number(quarter),
    reason: parseReason(reason),
    requests: Number(requests),
  }));
  return {
    days: [yesterday, today].map((time) => summarizeDay(formatDay(time), missed)),
    spending: listSpending(catalogue().campaigns.get(id), formatDay(yesterday), missed, spent),
  };
}

/** Requests in a quarter of an hour that the campaign missed only because of one limit. */
interface Missed {
  day: string;
  quarter: number;
  reason: UnfilledReason | null;
  requests: number;
}

function summarizeDay(day: string, missed: readonly Missed[]): CampaignUnfilled["days"][number] {
  const reasons = LIMIT_REASONS.flatMap((reason) => {
    const own = missed.filter((each) => each.day === day && each.reason === reason);
    const requests = addRequests(own);
    const first = Math.min(...own.map(({ quarter }) => quarter));
    return requests > 0 ? [{ reason, requests, first: startQuarter(day, first) }] : [];
  });
  return { day, reasons };
}

/** Reasons that a higher budget removes: it also raises the share that even delivery allows in each hour. */
const BY_BUDGET: readonly (UnfilledReason | null)[] = ["budget", "spread"];

function listSpending(
  campaign: Campaign | undefined,
  day: string,
  missed: readonly Missed[],
  spent: readonly string[][],
): CampaignUnfilled["spending"] {
  const byQuarter = new Map(
    spent.map(([quarter, filled, cost]) => [Number(quarter), [Number(filled), Number(cost)]]),
  );
  const [filled, cost] = [0, 1].map((at) =>
    [...byQuarter.values()].reduce((sum, sums) => sum + (sums[at] ?? 0), 0),
  );
  const quarters = Array.from({ length: QUARTERS }, (_, quarter) => ({
    start: startQuarter(day, quarter),
    cost: byQuarter.get(quarter)?.[1] ?? 0,
    missed: addRequests(
      missed.filter(
        (each) => each.day === day && each.quarter === quarter && BY_BUDGET.includes(each.reason),
      ),
    ),
    share: campaign ? toNumber(computeReleased(campaign, endQuarter(day, quarter))) : 1,
  }));
  const unit = campaign?.pricing.model === "cpm" ? Number(formatMoney(computeUnitCost(campaign))) : 0;
  return {
    per_request: filled && cost !== undefined ? cost / filled : unit,
    quarters: quarters.filter((each) => each.cost > 0 || each.missed > 0),
  };
}

const HOURS = 24;
const QUARTERS = 96;
const QUARTER_MS = 15 * 60_000;

function startQuarter(day: string, quarter: number): string {
  return new Date(Date.parse(day) + quarter * QUARTER_MS).toISOString();
}

/** Returns the last millisecond. */
function endQuarter(day: string, quarter: number): number {
  return Date.parse(day) + (quarter + 1) * QUARTER_MS - 1;
}

function addRequests(missed: readonly Missed[]): number {
  return missed.reduce((sum, { requests }) => sum + requests, 0);
}

function parseReason(text: string | undefined): UnfilledReason | null {
  return isOneOf(UNFILLED_REASONS, text) ? text : null;
}
