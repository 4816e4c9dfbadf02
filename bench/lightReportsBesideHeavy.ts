/**
 * Light reports of one account while another account always has twenty heavy ones in flight. Compared with the same
 * reports alone, and beside an unrelated program that keeps a processor busy.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { startService, UNLIMITED } from "../e2e/support/service.ts";
import type { BenchOptions } from "./run.ts";
import { percentile } from "./service/load.ts";
import { median } from "./service/median.ts";
import { withSender } from "./service/sender.ts";
import { CATALOGUE, fill, signIn, YEAR } from "./storedFacts.ts";

export const name = "fairness";

/** `reports`: light ones in each part of a round, in sequence. */
const FULL = { facts: 2_000_000, rounds: 9, reports: 200 };
const QUICK = { facts: 200_000, rounds: 2, reports: 30 };
const HEAVY_REPORTS = 20;
const HEAVY = { group_by: ["date", "zone_id", "sub"], filter: YEAR, limit: 1_000 };
const DAY = { date_from: "2026-10-01", date_to: "2026-10-01" };
/** Reports as a person clicks through them. */
const LIGHT = [
  { group_by: ["date"], filter: { ...DAY, date_from: "2026-09-30" }, projection: ["base"] },
  { group_by: ["hour"], filter: DAY, projection: ["base"] },
  { group_by: ["country_iso"], filter: DAY, projection: ["base"], totals: 1 },
].map((request) => JSON.stringify(request));
/** A long timeout, because twenty reports wait for one slot. */
const PATIENT = ["--report-timeout", "300000"];
/** Priority of the database process. */
const NICE = 10;

interface Round {
  alone: Float64Array;
  beside: Float64Array;
  busy: Float64Array;
  heavy: number;
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-bench-"));
  const { facts, rounds: count, reports } = quick ? QUICK : FULL;
  await fill(folder, facts);
  const service = await startService({
    catalogue: CATALOGUE,
    data: folder,
    args: [...UNLIMITED, ...PATIENT],
  });
  try {
    const address = `${service.origin}/v2/statistics/p/global`;
    const heavy = {
      address,
      method: "POST",
      headers: authorize(await signIn(service.origin)),
      bodies: [JSON.stringify(HEAVY)],
      atOnce: HEAVY_REPORTS,
    };
    const token = await signIn(service.origin, "publisher");
    const measure = () => measureLight(address, token, reports);
    return await withSender(async (sender) => {
      const measureRound = async (): Promise<Round> => {
        const alone = await measure();
        const { result, answered } = await sender.during(heavy, measure);
        const busy = await besideBusyProgram(measure);
        return { alone, beside: result, busy, heavy: answered };
      };
      await measureRound();
      const rounds: Round[] = [];
      for (let round = 0; round < count; round++) rounds.push(await measureRound());
      return describe(rounds, reports);
    });
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function authorize(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
}

/** Returns the milliseconds of each light report, sorted. */
async function measureLight(address: string, token: string, reports: number): Promise<Float64Array> {
  const headers = authorize(token);
  const times = new Float64Array(reports);
  for (let at = 0; at < reports; at++) {
    const body = LIGHT[at % LIGHT.length] ?? "";
    const start = performance.now();
    const response = await fetch(address, { method: "POST", headers, body });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A light report was answered by ${response.status}.`);
    times[at] = performance.now() - start;
  }
  return times.sort();
}

/** Keeps a processor busy during the work, as one heavy report does. */
async function besideBusyProgram<T>(work: () => Promise<T>): Promise<T> {
  const program = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  try {
    setPriority(program.pid ?? 0, NICE);
    return await work();
  } finally {
    program.kill("SIGKILL");
  }
}

function describe(rounds: readonly Round[], reports: number): string {
  const rows = [0.5, 0.9, 0.99].map((share) => {
    const read = (key: "alone" | "beside" | "busy") => rounds.map((round) => percentile(round[key], share));
    const alone = read("alone");
    const cells = [read("beside"), read("busy")].map((times) => {
      const ratio = median(alone.map((time, at) => (times[at] ?? 0) / time));
      return `${median(times).toFixed(1)} ms | ${ratio.toFixed(2)}`;
    });
    return `| p${share * 100} | ${median(alone).toFixed(1)} ms | ${cells.join(" | ")} |`;
  });
  const heavy = rounds.reduce((sum, round) => sum + round.heavy, 0) / rounds.length;
  return `## Light reports beside heavy ones

${reports} reports of a day, one after the other, by one account: alone, while another account always has ${HEAVY_REPORTS} reports of 1,000 records of a year in flight, and while a program that is no part of the service keeps one processor busy with the priority of the database, in turn, ${rounds.length} times. Medians of the rounds, and of their ratios. ${heavy.toFixed(1)} heavy reports were answered in each round.

The second ratio is the cost of a busy processor alone, without any wait in the service. All statements of the database have one priority, so none yields a processor to another.

| | Alone | Beside heavy reports | Ratio | Beside a busy program | Ratio |
|---|--:|--:|--:|--:|--:|
${rows.join("\n")}`;
}
