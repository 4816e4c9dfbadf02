/** Rows of the store as the answer to a request. */
import type { Catalogue } from "../catalogue.ts";
import type { Row, Store, Value } from "../store/store.ts";
import { detailOf } from "./details.ts";
import { type ExactNumber, exact } from "./exactJson.ts";
import { RECORDS, type ReportQuery, reportQuery, type Scope, TOTAL } from "./query.ts";
import type { ReportRequest } from "./request.ts";

type Numbers = { [name: string]: number | ExactNumber | Numbers };

/** A `StatisticsReport` whose sums are still exact; see `exactJson.ts`. */
export interface Report {
  request_metadata: { count: number; limit: number; offset: number };
  result?: object[];
  result_total?: Numbers;
}

/** Runs a request against the store. */
export async function makeReport(
  store: Pick<Store, "query">,
  catalogue: Catalogue,
  scope: Scope,
  request: ReportRequest,
): Promise<Report> {
  const query = reportQuery(request, scope);
  const rows = await store.query(query.sql, query.parameters);
  const [first = {}] = rows;
  const { limit, offset } = request;
  const count = Number(first[RECORDS] ?? 0);
  const report: Report = { request_metadata: { count, limit, offset } };
  if (request.count) return report;
  const page = offset < count ? rows : [];
  report.result = page.map((row) => ({
    ...groupsOf(row, query, { catalogue, detailed: request.detailed }),
    ...metricsIn(row, query, request),
  }));
  if (request.totals) report.result_total = metricsIn(first, query, request, TOTAL);
  return report;
}

/** `group_by` without the groups whose value is absent; nothing when all are. */
function groupsOf(row: Row, { groups }: ReportQuery, context: { catalogue: Catalogue; detailed: boolean }) {
  const details = groups.flatMap(({ column, grouping }) => {
    const value = row[column] as Value;
    return value === null ? [] : [[grouping, detailOf(grouping, value, context)] as const];
  });
  return details.length > 0 ? { group_by: Object.fromEntries(details) } : {};
}

/** The metrics of `base` beside each other, those of other blocks under the block's name. */
function metricsIn(row: Row, { metrics }: ReportQuery, { projection }: ReportRequest, prefix = ""): Numbers {
  const numbersOf = (block: string): Numbers => {
    const own = metrics.filter((metric) => metric.block === block);
    return Object.fromEntries(own.map(({ name, column }) => [name, numberOf(row[prefix + column] ?? 0)]));
  };
  const { base, ...others } = projection;
  const blocks = Object.keys(others).map((block) => [block, numbersOf(block)]);
  return { ...(base && numbersOf("base")), ...Object.fromEntries(blocks) };
}

/** Ratios are binary numbers; counts and money arrive with all their digits. */
function numberOf(value: Value): number | ExactNumber {
  return typeof value === "number" ? value : exact(value as string | bigint);
}
