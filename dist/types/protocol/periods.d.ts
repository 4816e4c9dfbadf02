/** Periods of whole days, by name or by dates, and the days that each is compared with. */
import type { Days } from "./management.js";
export declare const PERIOD_NAMES: readonly ["today", "yesterday", "7d", "30d", "90d", "week", "month", "last-month", "year"];
export type PeriodName = (typeof PERIOD_NAMES)[number];
export type Period = PeriodName | Days;
/** Maximum days of a custom span: more points would not fit a chart. */
export declare const MAX_DAYS: number;
/** Names of comparisons, in the order in which they are offered. */
export declare const COMPARISON_NAMES: readonly ["previous", "weekday", "year", "off"];
/**
 * `previous`: as many days before; `weekday`: the same weekdays of an earlier week; `year`: the same days a year
 * before; or a custom span.
 */
export type Comparison = (typeof COMPARISON_NAMES)[number] | Days;
export declare const WEEK_DAYS = 7;
/** Stops at the year 0, before which years have a sign and more digits. */
export declare function addDays(day: string, days: number): string;
/** Counts the days of a span, both ends included. */
export declare function countDays({ from, to }: Days): number;
export declare function isDay(text: string): boolean;
/**
 * Returns the days of a period. The last 7, 30 and 90 days end yesterday, because an incomplete day would look like a
 * drop.
 */
export declare function findSpan(period: Period, today: string): Days;
export declare function findMonthBefore(day: string): Days;
/** Monday is 0, as in ISO 8601. */
export declare function getWeekday(day: string): number;
/** Returns the days that a period is compared with; undefined without comparison. */
export declare function findComparedSpan(period: Period, comparison: Comparison, today: string): Days | undefined;
/** Compares years with years, months with months and weeks with weeks, over as many days as have passed. */
export declare function findPreviousSpan(period: Period, today: string): Days;
