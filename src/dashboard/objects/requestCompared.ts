/** Days of a comparison. While the period is running, both sides end at the last full hour. */
import type { PerformanceRequest } from "../../protocol/management.ts";
import { findCutHour } from "../reports/comparedPeriod.ts";
import { addDays, type Span } from "../reports/period.ts";
import type { Moment } from "../reports/requests.ts";

export function requestCompared(
  days: Span,
  compared: Span,
  moment: Moment,
): Pick<PerformanceRequest, "days" | "compared" | "cut"> {
  const hour = findCutHour(days, compared, moment);
  if (hour === undefined || (hour === 0 && days.from === days.to)) return { days, compared };
  if (hour > 0) return { days, compared, cut: { hour, days: "last" } };
  // In the first hour of today, the days before it are compared.
  return { days: dropLast(days), compared: dropLast(compared) };
}

function dropLast({ from, to }: Span): Span {
  return { from, to: addDays(to, -1) };
}
