/** A report's rows from ClickHouse as a file. */
import { open, rm } from "node:fs/promises";
import type { FactsQuery } from "../factsQuery.ts";
import { type ExportedRows, StoreError } from "../store.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { type Sources, writeClickHouse } from "./sql.ts";

/** Most bytes of the row of totals. */
const TAIL_BYTES = 64 * 1024;

export async function exportRows(
  clickhouse: ClickHouse,
  path: string,
  query: FactsQuery,
  sources: Sources,
  signal: AbortSignal,
): Promise<ExportedRows> {
  const { sql, parameters } = writeClickHouse(query, sources);
  try {
    await clickhouse.exportTo(path, sql, parameters, signal);
    if (query.count) return { path };
    const cells = (await takeTotals(path)).split("\t");
    const metrics = query.totals
      ? cells.slice(query.groups.length, query.groups.length + query.metrics.length)
      : [];
    return { path, first: [cells.at(-1) ?? "0", ...metrics] };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Cuts the row of totals off, which stands after an empty line. */
async function takeTotals(path: string): Promise<string> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TAIL_BYTES), 0, TAIL_BYTES, from);
    const tail = buffer.subarray(0, bytesRead);
    const start = tail.lastIndexOf("\n\n") + 1;
    if (tail.at(start) !== 0x0a || tail.at(-1) !== 0x0a)
      throw new StoreError("away", "The answer of ClickHouse ended early.");
    await file.truncate(from + start);
    return tail.toString("utf8", start + 1, bytesRead - 1);
  } finally {
    await file.close();
  }
}
