/** Finds changes between two periods, their first day and their cause. */
import type { PerformanceGrouping, PerformanceRecord } from "../../../protocol/management.ts";

/** Groupings that are searched for a cause. */
export const EXPLAINING = ["site_id", "zone_id", "campaign_id", "country_iso", "device_type_id"] as const;
export type Explaining = Extract<PerformanceGrouping, (typeof EXPLAINING)[number]>;

/** Sums of a day, of a group or of a whole period. */
export type Counts = Pick<PerformanceRecord, "impressions" | "clicks">;

/** A day with its counterpart in the compared period, or a group. */
interface Pair<K> {
  key: K;
  now: Counts;
  before: Counts;
}

export interface Member extends Pair<string> {
  name: string;
}

export interface Compared {
  /** Days in order; empty when the periods have different lengths. */
  days: readonly Pair<string>[];
  total: { now: Counts; before: Counts };
  groups: Partial<Record<Explaining, readonly Member[]>>;
}

/** A change, a count that had none before, or no change. */
export type Finding = ChangeFinding | FirstFinding | { kind: "quiet" };

/** Without an earlier count there is no percentage. */
interface FirstFinding {
  kind: "first";
  metric: "impressions" | "clicks";
  count: number;
}

export interface ChangeFinding {
  kind: "change";
  metric: "impressions" | "ctr";
  direction: "up" | "down";
  /** Change, as a percentage of the earlier value. */
  percent: number;
  /** First day of the change; undefined when it began with the period. */
  since: string | undefined;
  cause: Cause | undefined;
}

/** Cause that explains at least half of a change. */
export type Cause =
  | { kind: "member"; grouping: Explaining; member: Member; percent: number }
  /** The members did not change, but their shares of the impressions did. Shares are percentages. */
  | { kind: "mix"; grouping: Explaining; member: Member; before: number; now: number };

/** Minimum share of a change that a cause explains. */
const EXPLAINED = 0.5;
/** Smallest change worth a sentence. */
const SMALLEST = 0.05;
/** Differences up to three standard deviations of Poisson counts are treated as random. */
const DEVIATIONS = 3;

/** An expected count and the actual one. */
interface Expectation {
  expected: number;
  actual: number;
}

/** Whether two counts differ by more than chance, and enough for a sentence. */
export function isChanged({ expected, actual }: Expectation): boolean {
  return isUnlikely({ expected, actual }) && Math.abs(actual - expected) >= SMALLEST * expected;
}

function isUnlikely({ expected, actual }: Expectation): boolean {
  return Math.abs(actual - expected) > DEVIATIONS * Math.sqrt(expected + actual);
}

/** Changes worth a sentence, impressions first. Empty where a period has nothing to compare. */
export function findChanges(compared: Compared): Finding[] {
  const { now, before } = compared.total;
  const findings = [findImpressions(compared), findCtr(compared)].flatMap((finding) => finding ?? []);
  const isComparable = now.impressions > 0 && before.impressions > 0;
  return findings.length > 0 || !isComparable ? findings : [{ kind: "quiet" }];
}

function findFirst(metric: FirstFinding["metric"], actual: number): Finding | undefined {
  return isChanged({ expected: 0, actual }) ? { kind: "first", metric, count: actual } : undefined;
}

function findImpressions({ days, total, groups }: Compared): Finding | undefined {
  const expect = ({ now, before }: { now: Counts; before: Counts }): Expectation => ({
    expected: before.impressions,
    actual: now.impressions,
  });
  const all = expect(total);
  if (all.expected === 0) return findFirst("impressions", all.actual);
  if (!isChanged(all)) return undefined;
  const cause = findMember(all, groups, expect);
  return {
    kind: "change",
    metric: "impressions",
    ...describeChange(all),
    since: findStart(days, expect),
    cause: cause?.cause,
  };
}

/** Compares clicks with those that the impressions would have had at the earlier rate. */
function findCtr({ days, total, groups }: Compared): Finding | undefined {
  const rate = computeRate(total.before);
  if (rate === undefined) return undefined;
  if (rate === 0) return findFirst("clicks", total.now.clicks);
  const all = { expected: rate * total.now.impressions, actual: total.now.clicks };
  if (!isChanged(all)) return undefined;
  const expect = ({ now }: { now: Counts }): Expectation => ({
    expected: rate * now.impressions,
    actual: now.clicks,
  });
  const expectOwn = ({ now, before }: { now: Counts; before: Counts }): Expectation => ({
    expected: (computeRate(before) ?? rate) * now.impressions,
    actual: now.clicks,
  });
  const causes = [findMember(all, groups, expectOwn), findMix(all, total, groups, rate)];
  const [best] = causes.flatMap((cause) => cause ?? []).sort((a, b) => b.explained - a.explained);
  return {
    kind: "change",
    metric: "ctr",
    ...describeChange(all),
    since: findStart(days, expect),
    cause: best?.cause,
  };
}

function computeRate({ impressions, clicks }: Counts): number | undefined {
  return impressions > 0 ? clicks / impressions : undefined;
}

function describeChange({ expected, actual }: Expectation): Pick<ChangeFinding, "direction" | "percent"> {
  const percent = (100 * Math.abs(actual - expected)) / expected;
  return { direction: actual > expected ? "up" : "down", percent };
}

interface Explanation {
  cause: Cause;
  /** Share of the change that it explains, at most 1. */
  explained: number;
}

/**
 * Finds the member that explains at least half of a change and changed differently from the others. Of several, returns
 * the one that stands out most: a zone rather than its site.
 */
function findMember(
  all: Expectation,
  groups: Compared["groups"],
  expect: (pair: Pair<string>) => Expectation,
): Explanation | undefined {
  const change = all.actual - all.expected;
  const rate = all.actual / all.expected;
  let best: (Explanation & { deviation: number }) | undefined;
  for (const grouping of EXPLAINING) {
    for (const member of groups[grouping] ?? []) {
      const { expected, actual } = expect(member);
      const explained = (actual - expected) / change;
      const even = { expected: expected * rate, actual };
      const deviation = Math.abs(actual - even.expected) / Math.sqrt(even.expected + actual || 1);
      if (explained < EXPLAINED || !isUnlikely(even) || deviation <= (best?.deviation ?? 0)) continue;
      const share = Math.min(1, explained);
      const cause = { kind: "member", grouping, member, percent: 100 * share } as const;
      best = { cause, explained: share, deviation };
    }
  }
  return best;
}

/** Finds the grouping whose members kept their rates, but not their shares of the impressions. */
function findMix(
  all: Expectation,
  total: Compared["total"],
  groups: Compared["groups"],
  rate: number,
): Explanation | undefined {
  const change = all.actual - all.expected;
  let best: Explanation | undefined;
  for (const grouping of EXPLAINING) {
    const shifts = (groups[grouping] ?? []).map((member) => {
      const [now, before] = [
        member.now.impressions / total.now.impressions,
        member.before.impressions / total.before.impressions,
      ];
      // Clicks gained or lost by the change of its share.
      const effect = (now - before) * ((computeRate(member.before) ?? rate) - rate) * total.now.impressions;
      return { member, now, before, effect };
    });
    const explained = shifts.reduce((sum, { effect }) => sum + effect, 0) / change;
    const [most] = shifts.sort((a, b) => b.now - b.before - (a.now - a.before));
    if (!most || explained < EXPLAINED || Math.min(1, explained) <= (best?.explained ?? 0)) continue;
    const { member, now, before } = most;
    const cause = { kind: "mix", grouping, member, before: 100 * before, now: 100 * now } as const;
    best = { cause, explained: Math.min(1, explained) };
  }
  return best;
}

/** Finds the first day of a change; undefined unless the days before it were as expected. */
function findStart(
  days: readonly Pair<string>[],
  expect: (pair: Pair<string>) => Expectation,
): string | undefined {
  const pairs = days.map((day) => ({ day: day.key, ...expect(day) }));
  let best = { at: 0, fit: Number.NEGATIVE_INFINITY };
  for (const at of pairs.keys()) {
    const fit = measureFit(pairs.slice(0, at)) + measureFit(pairs.slice(at));
    if (fit > best.fit) best = { at, fit };
  }
  if (best.at === 0 || isChanged(add(pairs.slice(0, best.at)))) return undefined;
  return pairs[best.at]?.day;
}

/** Computes the log likelihood of counts that all changed by one factor, without constant terms. */
function measureFit(pairs: readonly Expectation[]): number {
  const { expected, actual } = add(pairs);
  return actual > 0 && expected > 0 ? actual * Math.log(actual / expected) : 0;
}

function add(pairs: readonly Expectation[]): Expectation {
  return pairs.reduce(
    (sum, pair) => ({ expected: sum.expected + pair.expected, actual: sum.actual + pair.actual }),
    { expected: 0, actual: 0 },
  );
}
