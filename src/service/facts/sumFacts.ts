/** Sums of counters by group. */
import { readFile, rm } from "node:fs/promises";
import type { AnswerPlan, Cells } from "../answers/answer.ts";
import { runInSlices, type Sliced } from "../runtime/slices.ts";
import type { EventStore } from "./eventStore.ts";
import type { Clock, FactsQuery, Metric, Order } from "./factsQuery.ts";
import type { Counter } from "./factTable.ts";

export type Facts = Pick<EventStore, "writeAnswer">;

export interface SumQuery extends Pick<FactsQuery, "from" | "until" | "conditions" | "groups"> {
  counters: readonly Counter[];
  /** Maximum rows. Default: all. */
  limit?: number;
  /** Whether rows are sorted by the first counter, the highest first. By default by the groups. */
  isRanked?: boolean;
}

/** Returns a row for each group: its values, then the sums of the counters, in the requested order. */
export async function sumFacts(store: Facts, query: SumQuery, signal: AbortSignal): Promise<string[][]> {
  const { from, until, conditions, groups, counters, limit = Number.POSITIVE_INFINITY, isRanked } = query;
  const metrics = counters.map((counter): Metric => ({ sum: [{ counter, minus: false }] }));
  const ranked = isRanked ? metrics.slice(0, 1) : [];
  const path = await store.writeAnswer(
    {
      query: {
        from,
        until,
        conditions,
        groups,
        metrics,
        orders: [
          ...ranked.map((by): Order => ({ by, direction: "desc" })),
          ...groups.map((_, by): Order => ({ by, direction: "asc" })),
        ],
        totals: false,
        count: false,
        limit,
        offset: 0,
      },
      plan: { ...ROWS_PLAN, limit },
      describe: () => [],
    },
    signal,
  );
  try {
    return await runInSlices(readRows(await readFile(path, "utf8")));
  } finally {
    await rm(path, { force: true });
  }
}

const ROWS_PER_STEP = 100;

function* readRows(text: string): Sliced<string[][]> {
  const rows: string[][] = [];
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    const cells: Cells = end > start ? JSON.parse(text.slice(start, end)) : [];
    if (cells.length > 0) rows.push(cells.map((cell) => cell ?? ""));
    if (rows.length % ROWS_PER_STEP === 0) yield;
    start = end + 1;
  }
  return rows;
}

/** Returns a UTC time unit to group by; budgets use UTC days. */
export function createUtcClock(unit: Clock["unit"]): Clock {
  return { unit, offsets: [{ until: Number.POSITIVE_INFINITY, minutes: 0 }] };
}

/** Plan that returns the rows unchanged. */
export const ROWS_PLAN: AnswerPlan = {
  format: "rows",
  isCompressed: false,
  count: false,
  totals: false,
  detailed: false,
  limit: Number.POSITIVE_INFINITY,
  offset: 0,
  dateTimezone: "UTC",
  groups: [],
  blocks: [],
};
