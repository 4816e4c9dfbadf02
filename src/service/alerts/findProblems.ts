/** Finds what needs the users of an account: silent zones, late and finished campaigns, waiting creatives. */
import {
  type Activity,
  type Approval,
  type CampaignActivity,
  LATE_SHARE,
  type ZoneActivity,
} from "../../protocol/management.ts";
import { findProposal } from "../../protocol/proposals.ts";
import { computeUnitCost } from "../catalogue/accounting.ts";
import type { Account, Campaign, Catalogue } from "../catalogue/catalogue.ts";
import { computeLimits, isSpent } from "../delivery/budgetRules.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import { parseDecimal } from "../values/money.ts";

/** Days before the last 24 hours in which a silent zone had requests. */
const SILENT_AFTER_DAYS = 7;
/** Days for which the end of a campaign counts as a problem. */
const ENDED_DAYS = 7;

export interface Problem {
  /** Names the problem, among those of its kind, for as long as it lasts. */
  key: string;
  /** Name of the zone, campaign or creative; the size of a creative without one. */
  name: string;
  id: number;
  /** Name of the site of a zone, or of the campaign of a creative. */
  parent?: string | undefined;
  /** Name of the account of a network's member; undefined if it is the viewer's own. */
  owner: string | undefined;
  /** Not worth a mail, but if it was worse and told, it is not over yet. */
  isMinor?: boolean;
}

interface LateCampaign extends Problem {
  /** Share of the total that it will reach by the last day. */
  forecast: number;
  /** Last day, UTC. */
  to: string;
}

interface FinishedCampaign extends Problem {
  /** Last day, UTC; absent for one that has used up its total. */
  ended?: string;
}

export interface Problems {
  /** Zones without requests in the last 24 hours that had some in the week before. */
  silent: Problem[];
  /** Campaigns that will miss their total. */
  late: LateCampaign[];
  /** Campaigns that have ended in the last days, or have used up their total. */
  finished: FinishedCampaign[];
  /** Creatives that wait for approval. */
  waiting: Problem[];
}

/** A problem of any kind. */
export type AnyProblem = Problem & Partial<Omit<LateCampaign & FinishedCampaign, keyof Problem>>;

export type ProblemKind = keyof Problems;
/** Kinds in the order of a mail. */
export const PROBLEM_KINDS = ["silent", "late", "finished", "waiting"] as const satisfies ProblemKind[];

interface Found {
  activity: Activity;
  /** Creatives that the user may approve. */
  approvals: readonly Approval[];
  catalogue: Catalogue;
  now: number;
}

export function findProblems(viewer: Account, { activity, approvals, catalogue, now }: Found): Problems {
  const { accounts, sites, zones, campaigns } = catalogue;
  const nameOwner = (account: number) => (account === viewer.id ? undefined : accounts.get(account)?.name);
  const problems: Problems = { silent: [], late: [], finished: [], waiting: [] };
  for (const one of activity.zones) {
    const zone = zones.get(one.id);
    const site = zone && sites.get(zone.site);
    if (!site || zone.deleted || site.deleted || accounts.get(site.account)?.suspended) continue;
    if (!isSilent(one, now)) continue;
    const { id, name } = zone;
    problems.silent.push({ key: `${id}`, id, name, parent: site.name, owner: nameOwner(site.account) });
  }
  for (const one of activity.campaigns) {
    const campaign = campaigns.get(one.id);
    if (!campaign) continue;
    const { id, name, to = "" } = campaign;
    const problem = { key: `${id}`, id, name, owner: nameOwner(campaign.account) };
    const finished = findFinish(campaign, one, now);
    const { forecast = 1 } = one.progress ?? {};
    if (finished) problems.finished.push({ ...problem, ...finished });
    // The dashboard shows whole percents.
    else if (Math.floor(100 * forecast) < 100)
      problems.late.push({ ...problem, forecast, to, isMinor: forecast >= 1 - LATE_SHARE });
  }
  for (const { account, campaign, creative } of approvals) {
    const { id, size } = creative;
    const name = creative.name || size;
    const { sentAt = "" } = findProposal(creative) ?? {};
    const owner = nameOwner(account.id);
    problems.waiting.push({ key: `${id} ${sentAt}`.trim(), id, name, parent: campaign.name, owner });
  }
  return problems;
}

/** `last_request` of a zone without requests in the last 24 hours is the start of its UTC day. */
function isSilent({ requests, last_request: last }: ZoneActivity, now: number): boolean {
  if (requests > 0 || last === null) return false;
  const earliest = now - (SILENT_AFTER_DAYS + 1) * DAY_MS;
  return Date.parse(last) >= earliest - (earliest % DAY_MS);
}

/** Undefined for a campaign that is still served, was never, or ended long ago. */
function findFinish(campaign: Campaign, activity: CampaignActivity, now: number) {
  const { state } = activity;
  const { to } = campaign;
  if (state !== "spent" && state !== "ended") return undefined;
  if (state === "ended" && (to === undefined || to < formatDay(now - ENDED_DAYS * DAY_MS))) return undefined;
  if (hasSpentTotal(campaign, activity)) return {};
  return state === "ended" && to !== undefined ? { ended: to } : undefined;
}

/** Daily limits begin again at midnight. */
function hasSpentTotal(campaign: Campaign, { cost_total, impressions_total }: CampaignActivity): boolean {
  const limits = computeLimits({ campaign, unitCost: computeUnitCost(campaign) });
  return isSpent(
    { ...limits, dailyCost: undefined, dailyShown: Number.POSITIVE_INFINITY },
    {
      costToday: 0n,
      costTotal: parseDecimal(cost_total) ?? 0n,
      shownToday: 0,
      shownTotal: impressions_total,
    },
  );
}
