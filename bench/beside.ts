/** How long placements take while heavy reports are always in flight, over how long they take without. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../e2e/support/service.ts";
import { CATALOGUE, fill, signIn, YEAR } from "./facts.ts";
import type { BenchOptions } from "./run.ts";
import { load, percentile } from "./service/load.ts";
import { median } from "./service/median.ts";

export const name = "beside";

const FACTS = 60_000;
const HEAVY = JSON.stringify({ group_by: ["date", "hour", "zone_id", "sub"], filter: YEAR, limit: 10_000 });
const HEAVY_REPORTS = 5;
const PLACEMENTS_PER_SECOND = 100;
const PLACEMENT = JSON.stringify({ user: { ip: "192.0.2.1" }, zones: [{ id: 1 }, { id: 2 }, { id: 3 }] });
const UNLIMITED = ["ip", "user", "statistics-ip", "statistics-user"].flatMap((each) => [
  `--limit-${each}`,
  "0",
]);

interface Round {
  alone: number;
  beside: number;
  /** Reports answered. */
  reports: number;
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const [count, seconds] = quick ? [3, 2] : [9, 2];
  const folder = await mkdtemp(join(tmpdir(), "zonetag-bench-"));
  await fill(folder, FACTS);
  const service = await startService({ catalogue: CATALOGUE, data: folder, args: UNLIMITED });
  try {
    const token = await signIn(service.origin);
    const report = async () => {
      const response = await fetch(`${service.origin}/v2/statistics/p/global`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: HEAVY,
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`A report was answered by ${response.status}.`);
    };
    const measure = () => measurePlacements(service.endpoint, seconds);
    await measure();
    await report();
    const rounds: Round[] = [];
    for (let at = 0; at < count; at++) {
      const alone = await measure();
      rounds.push({ alone, ...(await measureBeside(measure, report)) });
    }
    return describe(rounds, seconds);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds that 99 % of placements take at most. */
async function measurePlacements(url: string, seconds: number): Promise<number> {
  const options = { url, bodies: [PLACEMENT], connections: 16, seconds, rate: PLACEMENTS_PER_SECOND };
  return percentile((await load(options)).latencies, 0.99);
}

async function measureBeside(
  measure: () => Promise<number>,
  report: () => Promise<void>,
): Promise<Omit<Round, "alone">> {
  let done = false;
  let reports = 0;
  const asking = Array.from({ length: HEAVY_REPORTS }, async () => {
    for (; !done; reports++) await report();
  });
  const beside = await measure();
  done = true;
  await Promise.all(asking);
  return { beside, reports };
}

function describe(rounds: readonly Round[], seconds: number): string {
  const ratios = rounds.map(({ alone, beside }) => beside / alone);
  const [alone, beside, reports, ratio] = [
    rounds.map((round) => round.alone),
    rounds.map((round) => round.beside),
    rounds.map((round) => round.reports),
    ratios,
  ].map(median) as [number, number, number, number];
  return `## Placements beside reports

Placements at ${PLACEMENTS_PER_SECOND} a second for ${seconds} s alone and for ${seconds} s with ${HEAVY_REPORTS} reports of 10,000 records always in flight, in turn; medians of ${rounds.length} rounds.

| p99 alone | p99 beside reports | Reports answered a second | Ratio | Ratios |
|--:|--:|--:|--:|---|
| ${alone.toFixed(1)} ms | ${beside.toFixed(1)} ms | ${(reports / seconds).toFixed(1)} | ${ratio.toFixed(2)} | ${ratios.map((one) => one.toFixed(2)).join(", ")} |`;
}
