/** Progress of a campaign towards its total: what is due by now, what is delivered, and what the last day will reach. */
import type { CampaignProgress } from "../../protocol/management.ts";
import type { Campaign } from "../catalogue/catalogue.ts";
import type { Given } from "../facts/delivered.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import { type Nano, parseMoney } from "../values/money.ts";
import { countScheduled } from "./pacing.ts";

/** Deliveries on a UTC day before today. */
export interface DayDelivered {
  /** Start of the day. */
  day: number;
  shown: number;
  cost: Nano;
}

/** Whole days before today whose deliveries are the rate of the forecast: each weekday once. */
export const RATE_DAYS = 7;

/** Whether a campaign has a total and a last day that is not over. */
export function hasGoal({ budget, caps, to }: Campaign, now: number): boolean {
  return to !== undefined && to >= formatDay(now) && (budget.total !== undefined || caps.total !== undefined);
}

/**
 * Computes the progress; undefined without a goal, on the first day, and when the first day is unknown. `days`: the last `RATE_DAYS`,
 * and all earlier ones for a campaign without a first day, which began with its first delivery.
 */
export function computeProgress(
  campaign: Campaign,
  given: Given,
  days: readonly DayDelivered[],
  now: number,
): CampaignProgress | undefined {
  const { from, to } = campaign;
  const midnight = now - (now % DAY_MS);
  const started = from === undefined ? Math.min(...days.map(({ day }) => day)) : Date.parse(from);
  // `--keep-months` keeps the sums of earlier months under the day 0, so the first day is unknown.
  if (to === undefined || !hasGoal(campaign, now) || started <= 0 || started >= midnight) return undefined;
  const end = Date.parse(to) + DAY_MS;
  const rateFrom = Math.max(started, midnight - RATE_DAYS * DAY_MS);
  const scheduled = {
    all: countScheduled(campaign, started, end),
    elapsed: countScheduled(campaign, started, now),
    counted: countScheduled(campaign, rateFrom, midnight),
    left: countScheduled(campaign, midnight, end),
  };
  if (scheduled.counted === 0) return undefined;
  const counted = days.filter(({ day }) => day >= rateFrom);
  const [progress] = listShares(campaign, given, counted).sort(
    (one, other) => other.delivered - one.delivered,
  );
  if (!progress) return undefined;
  const { of, delivered, today, lately } = progress;
  const reached = delivered - today + (lately * scheduled.left) / scheduled.counted;
  return {
    of,
    expected: scheduled.elapsed / scheduled.all,
    delivered,
    forecast: Math.max(delivered, Math.min(1, reached)),
  };
}

interface Shares extends Pick<CampaignProgress, "of" | "delivered"> {
  today: number;
  /** Delivered on the days of the rate. */
  lately: number;
}

/** Lists the delivered shares of the total budget and of the total cap. */
function listShares({ budget, caps }: Campaign, given: Given, counted: readonly DayDelivered[]): Shares[] {
  const shares: Shares[] = [];
  const add = (of: Shares["of"], total: number, all: number, today: number, lately: number) => {
    if (total > 0) shares.push({ of, delivered: all / total, today: today / total, lately: lately / total });
  };
  const cost = counted.reduce((sum, each) => sum + each.cost, 0n);
  const shown = counted.reduce((sum, each) => sum + each.shown, 0);
  const money = parseMoney(budget.total ?? "0") ?? 0n;
  add("budget", Number(money), Number(given.costTotal), Number(given.costToday), Number(cost));
  add("cap", caps.total ?? 0, given.shownTotal, given.shownToday, shown);
  return shares;
}
