/**
 * Sums of a period by object, day or visitor trait, beside those of another period: the numbers of lists, of an
 * object's page, and of the sentences above the overview's chart.
 */
import * as v from "valibot";
import {
  type Days,
  PERFORMANCE_GROUPINGS,
  PERFORMANCE_OBJECTS,
  type Performance,
  type PerformanceGrouping,
  type PerformanceRecord,
} from "../../protocol/management.ts";
import { FILTERS, GROUPINGS, listNames } from "../../protocol/statistics.ts";
import { mayAsk, selectScope } from "../accounts/visibleFacts.ts";
import type { Account, Catalogue } from "../catalogue/catalogue.ts";
import type { Clock, Condition } from "../facts/factsQuery.ts";
import { type Facts, sumFacts } from "../facts/sumFacts.ts";
import { describeGroup } from "../reports/details.ts";
import { flatMapSliced, runInSlices } from "../runtime/slices.ts";
import { asMessage, list, listProblems, strictObject } from "../values/schemas.ts";
import { offsetsBetween } from "../values/timezones.ts";
import { daysSchema, findHour } from "./days.ts";
import { ChangeRefused, refuseField } from "./refusal.ts";

const SIDE = asMessage({ code: "either", values: ["advertiser", "publisher"] });
const BY = asMessage({ code: "groupings-repeated", values: PERFORMANCE_GROUPINGS });
const HOUR = asMessage({ code: "whole-number-range", least: 1, most: 24 });
const CUT = asMessage({ code: "either", values: ["last", "every"] });
const OBJECT = asMessage({ code: "object" });
const ID = asMessage({ code: "id" });

const hour = v.pipe(v.number(HOUR), v.integer(HOUR), v.minValue(1, HOUR), v.maxValue(24, HOUR));
const id = v.pipe(v.number(ID), v.integer(ID), v.minValue(1, ID));

export const performanceSchema = strictObject({
  by: v.pipe(
    list(v.picklist(PERFORMANCE_GROUPINGS, BY), BY, PERFORMANCE_GROUPINGS.length, BY),
    v.minLength(1, BY),
    v.check((names) => new Set(names).size === names.length, BY),
  ),
  role: v.picklist(["advertiser", "publisher"], SIDE),
  days: daysSchema,
  compared: v.optional(daysSchema),
  object: v.optional(strictObject({ kind: v.picklist(PERFORMANCE_OBJECTS, OBJECT), id })),
  cut: v.optional(strictObject({ hour, days: v.picklist(["last", "every"], CUT) })),
});
type Asked = v.InferOutput<typeof performanceSchema>;

interface PerformanceParts {
  facts: Facts;
  catalogue: () => Catalogue;
}

/** Reads sums. Rejects with `ChangeRefused` when the request is invalid or not permitted. */
export async function computePerformance(
  viewer: Account,
  input: unknown,
  { facts, catalogue: current }: PerformanceParts,
  signal: AbortSignal,
): Promise<Performance> {
  const read = v.safeParse(performanceSchema, input);
  if (!read.success) throw new ChangeRefused(400, { code: "request-invalid" }, listProblems(read.issues));
  const asked = read.output;
  requireOwnSide(viewer, asked);
  const catalogue = current();
  const result: Performance = {};
  let most = MAX_RECORDS;
  for (const grouping of asked.by) {
    const sum = async (days: Days) => {
      const records = await sumDays({ viewer, asked, catalogue, grouping, days, most }, facts, signal);
      most -= records.length;
      return records;
    };
    const now = await sum(asked.days);
    result[grouping] = { now, before: asked.compared ? await sum(asked.compared) : [] };
  }
  return result;
}

function requireOwnSide(viewer: Account, { role, by, object }: Asked): void {
  if (!mayAsk(viewer, role)) throw refuseField("role", { code: "side-hidden" }, 403);
  const known: readonly string[] = listNames(GROUPINGS, role, viewer.role);
  const hidden = by.find((name) => !known.includes(name));
  if (hidden) throw refuseField("by", { code: "grouping-hidden", name: hidden }, 403);
  const filters: readonly string[] = listNames(FILTERS, role, viewer.role);
  if (object && !filters.includes(object.kind))
    throw refuseField("object", { code: "filter-hidden", name: object.kind }, 403);
}

interface Question {
  viewer: Account;
  asked: Asked;
  catalogue: Catalogue;
  grouping: PerformanceGrouping;
  days: Days;
  /** Maximum records. */
  most: number;
}

/** Maximum records of an answer. */
export const MAX_RECORDS = 100_000;
const COUNTERS = ["ad_requests", "filled", "impressions", "clicks", "cost", "publisher_revenue"] as const;

async function sumDays(question: Question, facts: Facts, signal: AbortSignal): Promise<PerformanceRecord[]> {
  const { viewer, catalogue, grouping } = question;
  const { from, until } = findMoments(question);
  const offsets = offsetsBetween(viewer.timezone, from, until);
  const group = grouping === "date" ? ({ unit: "date", offsets } as const) : { column: grouping };
  const rows = await sumFacts(
    facts,
    {
      from,
      until,
      conditions: listConditions(question, offsets),
      groups: [group],
      counters: COUNTERS,
      limit: question.most + 1,
    },
    signal,
  );
  if (rows.length > question.most) throw refuseField("by", { code: "records-full", most: MAX_RECORDS });
  const context = { names: catalogue, detailed: true, kind: viewer.role };
  const describe = ([value = "", ...sums]: string[]) =>
    value === ""
      ? []
      : [
          {
            group_by: { [grouping]: describeGroup(grouping, [value], context) },
            ...showSums(sums, question),
          },
        ];
  return runInSlices(flatMapSliced(rows, describe));
}

/** Returns the sums that the account may see, named as the metrics of reports. */
function showSums(sums: readonly string[], { viewer, asked }: Question): Omit<PerformanceRecord, "group_by"> {
  const [ad_requests = 0, filled = 0, impressions = 0, clicks = 0, cost = 0, publisher = 0] =
    sums.map(Number);
  const shown = { ad_requests, filled, impressions, clicks };
  if (viewer.role === "network") {
    const network_revenue = Math.round((cost - publisher) * 1e9) / 1e9;
    return { ...shown, cost, publisher_revenue: publisher, network_revenue };
  }
  return asked.role === "publisher" ? { ...shown, revenue: publisher } : { ...shown, cost };
}

function listConditions({ viewer, asked, catalogue }: Question, offsets: Clock["offsets"]): Condition[] {
  const { role, object, cut } = asked;
  const { accounts } = selectScope(viewer, role, catalogue);
  const hours = cut?.days === "every" ? Array.from({ length: cut.hour }, (_, at) => at) : undefined;
  return [
    { value: { column: `${role}_id` }, within: accounts },
    ...(object ? [{ value: { column: object.kind }, within: [object.id] }] : []),
    ...(hours ? [{ value: { unit: "hour" as const, offsets }, within: hours }] : []),
  ];
}

const HOURS = 24;

/** Finds the moments at which the days begin and end in the account's time zone. */
function findMoments({ viewer: { timezone }, asked: { cut }, days: { from, to } }: Question) {
  const last = cut?.days === "last" ? cut.hour : HOURS;
  return { from: findHour(from, 0, timezone), until: findHour(to, last, timezone) };
}
