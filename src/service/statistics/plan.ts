/** How the rows of a report's query become its answer: all that the thread that writes it needs to know. */
import type { Block, Grouping } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import type { ReportQuery } from "./query.ts";
import type { ReportRequest } from "./request.ts";

export type ReportFormat = "json" | "csv";

/**
 * The columns of a row, in this order: the number of records, the totals when `totals` is set, the groups, the metrics,
 * and what the query only ordered by.
 */
export interface ReportPlan {
  format: ReportFormat;
  /** Only the number of records. */
  count: boolean;
  totals: boolean;
  detailed: boolean;
  limit: number;
  offset: number;
  dateTimezone: string;
  groupings: readonly Grouping[];
  /** Metrics in the order of their columns, by block. */
  blocks: readonly { block: Block; metrics: readonly string[] }[];
}

export function planReport(request: ReportRequest, query: ReportQuery, format: ReportFormat): ReportPlan {
  const { count, totals, detailed, limit, offset, dateTimezone, groupings, projection } = request;
  const blocks = listKeys(projection);
  return {
    ...{ format, count, totals, detailed, limit, offset, dateTimezone, groupings },
    blocks: blocks.map((block) => ({
      block,
      metrics: query.metrics.filter((metric) => metric.block === block).map(({ name }) => name),
    })),
  };
}
