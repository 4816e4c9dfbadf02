/**
 * Duration of placements while heavy reports are always in flight, relative to their duration without. Measured with
 * events on disk, then in memory: on some machines most of the effect is the disk's, under two busy processors.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { startService, UNLIMITED } from "../e2e/support/service.ts";
import type { BenchOptions } from "./run.ts";
import {
  type Beside,
  describeBeside,
  listDataFolders,
  measureBeside,
  measureBesideLoops,
  PLACEMENTS_PER_SECOND,
  SECONDS,
} from "./service/measureBeside.ts";
import { CATALOGUE, fill, signIn, YEAR } from "./storedFacts.ts";

export const name = "beside";

const FACTS = 60_000;
const HEAVY = JSON.stringify({ group_by: ["date", "hour", "zone_id", "sub"], filter: YEAR, limit: 10_000 });
const HEAVY_REPORTS = 5;
const PLACEMENT = JSON.stringify({ user: { ip: "192.0.2.1" }, zones: [{ id: 1 }, { id: 2 }, { id: 3 }] });

type Places = [where: string, reports: Beside, loops: Beside][];

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 3 : 15;
  const measured: Places = [];
  for (const [where, parent] of listDataFolders())
    measured.push([where, ...(await measureIn(parent, rounds))]);
  return describe(measured, rounds);
}

async function measureIn(parent: string, rounds: number): Promise<[reports: Beside, loops: Beside]> {
  const folder = await mkdtemp(join(parent, "zonetag-bench-"));
  await fill(folder, FACTS);
  const service = await startService({ catalogue: CATALOGUE, data: folder, args: UNLIMITED });
  try {
    const token = await signIn(service.origin);
    const reading = {
      address: `${service.origin}/v2/statistics/p/global`,
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      bodies: [HEAVY],
      atOnce: HEAVY_REPORTS,
    };
    const placements = { endpoint: service.endpoint, placement: PLACEMENT, rounds };
    return [await measureBeside(placements, reading), await measureBesideLoops(placements)];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(measured: Places, rounds: number): string {
  const rows = measured.flatMap(([where, reports, loops]) => [
    ...describeBeside(`reports, ${where}`, reports),
    ...describeBeside(`loops, ${where}`, loops),
  ]);
  const reports = measured.map(([where, { perSecond }]) => `${perSecond.toFixed(1)} a second ${where}`);
  return `## Placements beside reports

Placements at ${PLACEMENTS_PER_SECOND} a second for ${SECONDS} s alone and for ${SECONDS} s with ${HEAVY_REPORTS} reports of 10,000 records always in flight, in turn, ${rounds} times; of all placements of a kind. Meanwhile reports were answered, ${reports.join(", ")}.

The loops have the priority of reports and compute nothing, one for each processor: they show what the system itself costs.

| Beside, and where events are | Alone | Beside | Ratio |
|---|--:|--:|--:|
${rows.join("\n")}`;
}
