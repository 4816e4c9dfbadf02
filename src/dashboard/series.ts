/** A report as the points of a chart: one for each hour, day or month, also where nothing happened. */

import { readDetail } from "./groups.ts";
import { findMetric, isRatio, readMetric } from "./metrics.ts";
import { findToday, HOUR_MS, listDays, listHours, type Span } from "./period.ts";
import { findStep, type Moment, type Report, type Step } from "./reports.ts";

export interface Point {
  step: Step;
  /** The day, YYYY-mm-dd, or the month, YYYY-mm, that the point is or is in. */
  day: string;
  /** 0 to 23, for an hour. */
  hour?: number;
  /** Absent for what has not been yet, and for a ratio without a divisor. */
  value: number | undefined;
  /** Has begun, and is not over. */
  isOpen: boolean;
}

interface Slot {
  key: string;
  day: string;
  hour?: number;
  /** Has begun, and is not over. */
  isOpen: boolean;
  /** Has not begun. */
  isAhead: boolean;
}

export function listPoints(
  report: Report,
  span: Span,
  metric: string,
  timezone: string,
  moment: Moment,
  step = findStep(span),
): Point[] {
  const records = new Map(
    report.result.map((record) => [readDetail(record.group_by[step], step), record] as const),
  );
  const nothing = isRatio(findMetric(metric, moment.viewer)) ? undefined : 0;
  return listSlots(step, span, timezone, moment).map(({ key, isAhead, ...slot }) => {
    const record = records.get(key);
    const found = record ? readMetric(record, metric, moment.viewer) : nothing;
    return { step, ...slot, value: isAhead ? undefined : found };
  });
}

function listSlots(step: Step, span: Span, timezone: string, moment: Moment): Slot[] {
  if (step === "hour") return listHourSlots(span.from, timezone, moment);
  const days = listDays(span);
  const keys = step === "date" ? days : [...new Set(days.map((day) => day.slice(0, 7)))];
  const today = findToday(moment.now, moment.dayZone);
  return keys.map((key) => {
    const current = today.slice(0, key.length);
    return { key, day: key, isOpen: key === current, isAhead: key > current };
  });
}

function listHourSlots(whole: string, timezone: string, { now, dayZone }: Moment): Slot[] {
  const hours = listHours(whole, dayZone, timezone);
  return hours.map(({ starts, hour }, at) => {
    const ends = hours[at + 1]?.starts ?? starts + HOUR_MS;
    const isAhead = starts > now;
    // An hour belongs to the day that clocks in the zone of hours show, which may be the one before or after.
    const day = findToday(starts, timezone);
    return { key: String(hour), day, hour, isOpen: !isAhead && ends > now, isAhead };
  });
}
