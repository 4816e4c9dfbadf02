/**
 * Converts a report to chart points, one per hour, day, week or month. Points before the first data are gaps, not
 * zeros.
 */
import { getDetail } from "../../../protocol/groupNames.ts";
import { findMetric, getMetric, isRatio } from "../metrics.ts";
import {
  addDays,
  clipSpan,
  findToday,
  findWeekSpan,
  HOUR_MS,
  listDays,
  listHours,
  type Span,
  startWeek,
  WEEK_DAYS,
} from "../period.ts";
import { findStep, type Moment, type Report, type Step } from "../requests.ts";

export interface Point {
  step: Step;
  /** Day (YYYY-mm-dd) or month (YYYY-mm) of the point; for a week, its first day within the span. */
  day: string;
  /** Last day of a week within the span. */
  to?: string;
  /** 0 to 23, for an hour. */
  hour?: number;
  /** Undefined in the future, before the first data, and for a ratio without a divisor. */
  value: number | undefined;
  /** Whether it has started and is not complete. */
  isOpen: boolean;
}

/** Whether dragging across points selects days. */
export function isDays({ step }: Point): boolean {
  return step === "date" || step === "week";
}

interface Slot extends Omit<Point, "step" | "value"> {
  key: string;
  /** Whether it is in the future. */
  isAhead: boolean;
}

export function listPoints(
  report: Report,
  span: Span,
  metric: string,
  moment: Moment,
  step = findStep(span),
): Point[] {
  const records = new Map(
    report.result.map((record) => [findKey(getDetail(record.group_by[step], step), step), record] as const),
  );
  const nothing = isRatio(findMetric(metric, moment.viewer)) ? undefined : 0;
  return listSlots(step, span, moment).map(({ key, isAhead, ...slot }) => {
    const record = records.get(key);
    const empty = isBefore(slot.to ?? slot.day, moment.dataFrom) ? undefined : nothing;
    const found = record ? getMetric(record, metric, moment.viewer) : empty;
    return { step, ...slot, value: isAhead ? undefined : found };
  });
}

/** Returns the key of a point; that of a week is its first day. */
function findKey(text = "", step: Step): string {
  return step === "week" ? findWeekSpan(text).from : text;
}

/** Whether a day or month is over before the first data. */
function isBefore(day: string, dataFrom = ""): boolean {
  return day < dataFrom.slice(0, day.length);
}

function listSlots(step: Step, span: Span, moment: Moment): Slot[] {
  if (step === "hour") return listHourSlots(span.from, moment);
  const toKey = { date: String, week: startWeek, month: (day: string) => day.slice(0, 7) }[step];
  const current = toKey(findToday(moment.now, moment.timezone));
  return [...new Set(listDays(span).map(toKey))].map((key) => ({
    key,
    day: key,
    ...(step === "week" && toWeekPoint(key, span)),
    isOpen: key === current,
    isAhead: key > current,
  }));
}

/** Returns the first and last day of a week within the span. */
function toWeekPoint(monday: string, span: Span): Pick<Point, "day" | "to"> {
  const { from, to } = clipSpan({ from: monday, to: addDays(monday, WEEK_DAYS - 1) }, span);
  return { day: from, to };
}

function listHourSlots(day: string, { now, timezone }: Moment): Slot[] {
  const hours = listHours(day, timezone);
  return hours.map(({ starts, hour }, at) => {
    const ends = hours[at + 1]?.starts ?? starts + HOUR_MS;
    const isAhead = starts > now;
    return { key: String(hour), day, hour, isOpen: !isAhead && ends > now, isAhead };
  });
}
