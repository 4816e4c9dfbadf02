/**
 * Separate process that writes answers from ClickHouse, so that reading, writing and compressing do not delay
 * placements.
 */
import { type AnswerPlan, type AnswerRows, type Cells, splitLine } from "../answers/answer.ts";
import { writeAnswer } from "../answers/writeAnswer.ts";
import { StoreError } from "../facts/eventStore.ts";
import type { FactsQuery } from "../facts/factsQuery.ts";
import { serveCalls } from "../runtime/processCalls.ts";
import { type ClickHouse, connect } from "./clickhouse.ts";
import { type Sources, writeClickHouse } from "./clickhouseSql.ts";

export interface AnswerCall {
  url: string;
  query: FactsQuery;
  sources: Sources;
  plan: AnswerPlan;
  path: string;
}

let clickhouse: ClickHouse | undefined;

serveCalls(async (call: AnswerCall, { ask, signal }) => {
  clickhouse ??= connect({ url: call.url });
  await writeAnswer(call.path, readAnswerRows(clickhouse, call, signal), call.plan, ask);
});

function readAnswerRows(client: ClickHouse, { query, sources }: AnswerCall, signal: AbortSignal): AnswerRows {
  const width = query.groups.length + query.metrics.length;
  let summary: Cells | undefined;
  async function* read() {
    const { sql, parameters } = writeClickHouse(query, sources);
    let isOver = query.count;
    for await (const lines of client.readLines(sql, parameters, signal)) {
      const records: Cells[] = [];
      for (const line of lines) {
        // An empty line precedes the totals.
        if (isOver) summary = pickSummary(splitLine(line), query);
        else if (line === "") isOver = true;
        else records.push(splitLine(line).slice(0, width));
      }
      yield records;
    }
    if (!summary) throw new StoreError("away", "ClickHouse sent an incomplete response.");
  }
  return { records: read(), readSummary: () => summary ?? [] };
}

/** Reads the row of totals, which ends with the number of records. */
function pickSummary(cells: Cells, { groups, metrics, totals }: FactsQuery): Cells {
  const sums = totals ? cells.slice(groups.length, groups.length + metrics.length) : [];
  return [cells.at(-1) ?? null, ...sums];
}
