/** Comparisons, the days that each compares a period with, and the hour at which both sides of a comparison end. */
import { COMPARISON_NAMES, type Comparison } from "../../protocol/periods.ts";
import {
  computeTimeOfDay,
  countDays,
  findToday,
  HOUR_MS,
  parseSpan,
  type Span,
  type ZonedTime,
} from "./period.ts";

export {
  COMPARISON_NAMES,
  type Comparison,
  findComparedSpan,
  findPreviousSpan,
} from "../../protocol/periods.ts";

export function parseComparison(text: string): Comparison | undefined {
  return COMPARISON_NAMES.find((name) => name === text) ?? parseSpan(text);
}

/**
 * Hour of the account's clock at which both sides of a comparison end: a running period is compared up to its last full
 * hour. Undefined where the period is over, or where today has no counterpart in the compared days.
 */
export function findCutHour(span: Span, compared: Span, { now, timezone }: ZonedTime): number | undefined {
  const isSameDay = span.to.slice(5) === compared.to.slice(5);
  const isParallel = isSameDay || countDays(span) === countDays(compared);
  if (span.to !== findToday(now, timezone) || !isParallel) return undefined;
  return findFullHours(now, timezone);
}

/** Counts the full hours of today. */
export function findFullHours(now: number, timezone: string): number {
  return Math.floor(computeTimeOfDay(now, timezone) / HOUR_MS);
}
