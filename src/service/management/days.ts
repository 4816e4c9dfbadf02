/** Reads the first and last day of a request, in the account's time zone. */
import * as v from "valibot";
import { MAX_PERFORMANCE_DAYS } from "../../protocol/management.ts";
import { DAY_MS, isDay } from "../values/day.ts";
import { asMessage, strictObject } from "../values/schemas.ts";
import { findMoment } from "../values/timezones.ts";

const DAY = asMessage({ code: "day-form", form: "YYYY-mm-dd" });
const DAYS = asMessage({ code: "day-range", most: MAX_PERFORMANCE_DAYS });

/** A day as YYYY-mm-dd. */
export const daySchema = v.pipe(
  v.string(DAY),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, DAY),
  v.check((text) => isDay(text), DAY),
);
export const daysSchema = v.pipe(
  strictObject({ from: daySchema, to: daySchema }, DAYS),
  v.check(({ from, to }) => from <= to && countDays(from, to) <= MAX_PERFORMANCE_DAYS, DAYS),
);

function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

const HOUR_MS = 3_600_000;

/** Finds the start of an hour of a local day; hour 24 is the midnight of the next day. */
export function findHour(day: string, hour: number, timezone: string): number {
  return findMoment(Date.parse(day) + hour * HOUR_MS, timezone);
}
