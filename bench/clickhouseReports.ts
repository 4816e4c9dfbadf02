/** Several nodes: costs of reports in ClickHouse. */
import { missing } from "../test/cluster/support/clickhouse.ts";
import { measureReports } from "./cluster/reportsByEngine.ts";
import type { BenchOptions } from "./run.ts";

export const name = "cluster-reports";

const FULL = { facts: 10_000_000, impressions: 1_000_000, rounds: 5 };
const QUICK = { facts: 1_000_000, impressions: 100_000, rounds: 5 };

export async function run({ quick }: BenchOptions): Promise<string> {
  if (missing) throw new Error(missing);
  return `## Reports of several machines\n\n${await measureReports(quick ? QUICK : FULL)}\n`;
}
