/**
 * How long placements take while heavy reports are always in flight, over how long they take without. Events are on disk,
 * and then in memory: how a disk bears two busy processors is its own affair, and on some machines most of what is felt.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, getPriority, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../e2e/support/service.ts";
import { CATALOGUE, fill, signIn, YEAR } from "./facts.ts";
import type { BenchOptions } from "./run.ts";
import { load, percentile } from "./service/load.ts";
import type { Reading } from "./service/readReports.ts";

export const name = "beside";

const FACTS = 60_000;
const HEAVY = JSON.stringify({ group_by: ["date", "hour", "zone_id", "sub"], filter: YEAR, limit: 10_000 });
const HEAVY_REPORTS = 5;
const PLACEMENTS_PER_SECOND = 100;
/** Of a round, in turn without and with reports. */
const SECONDS = 2;
const PLACEMENT = JSON.stringify({ user: { ip: "192.0.2.1" }, zones: [{ id: 1 }, { id: 2 }, { id: 3 }] });
const UNLIMITED = ["ip", "user", "statistics-ip", "statistics-user"].flatMap((each) => [
  `--limit-${each}`,
  "0",
]);

/** Where the events are, by what stands in the table. */
const FOLDERS = { "on disk": tmpdir(), "in memory": "/dev/shm" };

interface Measured {
  alone: number[];
  beside: number[];
  reports: number;
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 3 : 15;
  const measured: [string, Measured][] = [];
  for (const [where, parent] of Object.entries(FOLDERS))
    if (existsSync(parent)) measured.push([where, await measureIn(parent, rounds)]);
  return describe(measured, rounds);
}

async function measureIn(parent: string, rounds: number): Promise<Measured> {
  const folder = await mkdtemp(join(parent, "zonetag-bench-"));
  await fill(folder, FACTS);
  const service = await startService({ catalogue: CATALOGUE, data: folder, args: UNLIMITED });
  const reader = startReader();
  const yieldAgain = goBeforeOthers();
  try {
    await once(reader, "message");
    const token = await signIn(service.origin);
    const address = `${service.origin}/v2/statistics/p/global`;
    const reading = { address, token, body: HEAVY, atOnce: HEAVY_REPORTS };
    const measured: Measured = { alone: [], beside: [], reports: 0 };
    await measurePlacements(service.endpoint);
    await measureBeside(reader, reading, service.endpoint);
    for (let round = 0; round < rounds; round++) {
      measured.alone.push(...(await measurePlacements(service.endpoint)));
      const { times, reports } = await measureBeside(reader, reading, service.endpoint);
      measured.beside.push(...times);
      measured.reports += reports;
    }
    return measured;
  } finally {
    yieldAgain();
    reader.kill();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whoever reads reports is on another machine: all threads of this one leave the processors to the service. */
function startReader(): ChildProcess {
  const program = join(import.meta.dirname, "service/readReports.ts");
  const execArgv = ["-n", "19", process.execPath, ...process.execArgv];
  return fork(program, [], { stdio: "inherit", execPath: "nice", execArgv });
}

/** So is whoever asks for placements, and what it waits for a processor is not the service's. Only root may. */
function goBeforeOthers(): () => void {
  const before = getPriority();
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
  } catch {
    return () => {};
  }
  return () => setPriority(before);
}

/** Milliseconds that each placement took. */
async function measurePlacements(url: string): Promise<Float64Array> {
  const options = { url, bodies: [PLACEMENT], connections: 16, seconds: SECONDS };
  return (await load({ ...options, rate: PLACEMENTS_PER_SECOND })).latencies;
}

async function measureBeside(
  reader: ChildProcess,
  reading: Reading,
  url: string,
): Promise<{ times: Float64Array; reports: number }> {
  reader.send({ go: reading });
  const times = await measurePlacements(url);
  reader.send("stop");
  const [reports] = (await once(reader, "message")) as [number];
  return { times, reports };
}

function describe(measured: readonly [string, Measured][], rounds: number): string {
  const rows = measured.flatMap(([where, { alone, beside }]) => {
    const [without, withReports] = [alone, beside].map((times) => Float64Array.from(times).sort());
    return [0.5, 0.9, 0.99].map((share) => {
      const [a, b] = [without, withReports].map((times) => percentile(times ?? new Float64Array(), share));
      const ratio = ((b ?? 0) / (a ?? 0)).toFixed(2);
      return `| ${where}, p${share * 100} | ${a?.toFixed(1)} ms | ${b?.toFixed(1)} ms | ${ratio} |`;
    });
  });
  const reports = measured.map(
    ([where, { reports }]) => `${(reports / rounds / SECONDS).toFixed(1)} a second ${where}`,
  );
  return `## Placements beside reports

Placements at ${PLACEMENTS_PER_SECOND} a second for ${SECONDS} s alone and for ${SECONDS} s with ${HEAVY_REPORTS} reports of 10,000 records always in flight, in turn, ${rounds} times; of all placements of a kind. Meanwhile reports were answered, ${reports.join(", ")}.

| Events | Alone | Beside reports | Ratio |
|---|--:|--:|--:|
${rows.join("\n")}`;
}
