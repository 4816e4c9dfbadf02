/** Sums over the events that were counted, for the activity of zones and campaigns. */
import { readFile, rm } from "node:fs/promises";
import type { FactsQuery } from "../store/factsQuery.ts";
import type { Counter } from "../store/schema.ts";
import type { EventStore } from "../store/store.ts";

export type Facts = Pick<EventStore, "exportRows">;

export interface SumQuery extends Pick<FactsQuery, "from" | "until" | "conditions" | "groups"> {
  counters: readonly Counter[];
}

/** A row for each group: its values, then the sums of the counters, in the order asked. */
export async function sumFacts(store: Facts, query: SumQuery, signal: AbortSignal): Promise<string[][]> {
  const { from, until, conditions, groups, counters } = query;
  const { path, first } = await store.exportRows(
    {
      ...{ from, until, conditions, groups },
      metrics: counters.map((counter) => ({ sum: [{ counter, minus: false }] })),
      orders: groups.map((_, at) => ({ by: at, direction: "asc" })),
      ...{ totals: false, count: false, limit: Number.POSITIVE_INFINITY, offset: 0 },
    },
    signal,
  );
  try {
    const lines = (await readFile(path, "utf8")).split("\n").filter(Boolean);
    // Before the groups stands their number; without groups there is one row all the same.
    const rows = lines.map((line) => [...(first ?? []), ...line.split("\t")]);
    return rows.filter(([count]) => count !== "0").map((row) => row.slice(1));
  } finally {
    await rm(path, { force: true });
  }
}
