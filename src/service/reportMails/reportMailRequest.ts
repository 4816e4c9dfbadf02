/** Requests of reports by mail, and the days that they name. */
import * as v from "valibot";
import type { Days } from "../../protocol/management.ts";
import {
  COMPARISON_NAMES,
  countDays,
  findComparedSpan,
  findSpan,
  MAX_DAYS,
  PERIOD_NAMES,
} from "../../protocol/periods.ts";
import type { ReportMailRequest, ReportNowRequest } from "../../protocol/reportMails.ts";
import { isDay } from "../values/day.ts";
import { either, requestObject } from "../values/requestSchemas.ts";
import { asMessage, shownName } from "../values/schemas.ts";
import { localDay } from "../values/timezones.ts";

export type { ReportMailRequest, ReportNowRequest };

const ROLES = ["advertiser", "publisher"] as const;
const MAX_TITLE = 100;
/** Maximum characters of a query as JSON, which a view's address of at most `MAX_VIEW` characters does not reach. */
const MAX_QUERY = 20_000;
const MAX_VIEW = 4000;

const QUERY_STRING = asMessage({ code: "query-string" });
const DAY = asMessage({ code: "day-form", form: "YYYY-mm-dd" });
const day = v.pipe(v.string(DAY), v.regex(/^\d{4}-\d{2}-\d{2}$/, DAY), v.check(isDay, DAY));
const days = v.pipe(
  requestObject({ from: day, to: day }),
  v.check<Days, string>(({ from, to }) => from <= to, asMessage({ code: "days-order" })),
  v.check<Days, string>(
    (days) => countDays(days) <= MAX_DAYS,
    asMessage({ code: "day-range", most: MAX_DAYS }),
  ),
);

const periodName = v.picklist(PERIOD_NAMES);
const comparisonName = v.picklist(COMPARISON_NAMES);

const part = v.optional(v.unknown());

const ENTRIES = {
  role: v.picklist(ROLES, asMessage({ code: "either", values: ROLES })),
  /** Read as a report's request by `readReportQuery`. */
  query: v.pipe(
    requestObject({
      group_by: v.unknown(),
      filter: part,
      exclude: part,
      metrics: part,
      order_by: part,
      projection: part,
      detailed: part,
    }),
    v.check(
      (query) => JSON.stringify(query).length <= MAX_QUERY,
      asMessage({ code: "most-characters", most: MAX_QUERY }),
    ),
  ),
  view: v.pipe(
    v.string(QUERY_STRING),
    v.startsWith("?", QUERY_STRING),
    v.maxLength(MAX_VIEW, asMessage({ code: "text-length", most: MAX_VIEW })),
  ),
  title: shownName(MAX_TITLE),
};

/** A report with a relative period. */
export const reportMailRequest = requestObject({
  ...ENTRIES,
  period: periodName,
  compare: v.optional(comparisonName, "previous"),
}) satisfies v.GenericSchema<unknown, ReportMailRequest>;

/** A report that is mailed once, also with days of the user's choice. */
export const reportNowRequest = requestObject({
  ...ENTRIES,
  period: either(isText, periodName, days),
  compare: v.optional(either(isText, comparisonName, days), "previous"),
}) satisfies v.GenericSchema<unknown, ReportNowRequest>;

function isText(input: unknown): boolean {
  return typeof input === "string";
}

export interface MailedDays extends Days {
  /** The days that the totals are compared with. */
  compared: Days | undefined;
  /** Whether the last day is not over. */
  isRunning: boolean;
}

export interface MailTimes {
  /** Milliseconds since 1970. */
  now: number;
  /** When a late mail was due, milliseconds since 1970: it has the days of that time. */
  due?: number;
}

/** Finds the actual days of a report, by the clock of the account. */
export function findMailedDays(
  { period, compare }: Pick<ReportNowRequest, "period" | "compare">,
  { now, due = now }: MailTimes,
  timezone: string,
): MailedDays {
  const today = localDay(due, timezone);
  const { from, to } = findSpan(period, today);
  const compared = findComparedSpan(period, compare, today);
  return { from, to, compared, isRunning: to >= localDay(now, timezone) };
}
