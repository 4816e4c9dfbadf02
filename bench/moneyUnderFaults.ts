/**
 * Random faults of nodes, Redis and ClickHouse, by the tests of the part `cluster`: what was paid, and what is promised
 * below and above.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BenchOptions } from "./run.ts";

export const name = "faults";

const ROOT = join(import.meta.dirname, "..");
const BOTH_STORES = "test/cluster/faults.test.ts";
const REDIS = "test/service/redis/moneyFaults.test.ts";
const REDIS_TEST = "paid impressions reach the caps exactly";

/** `rounds`: of a run with both stores. `outages`: runs of four outages of Redis with steps of clocks. */
const FULL = { seeds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => 7 * at), rounds: 20, outages: 200 };
const QUICK = { seeds: [7], rounds: 11, outages: 3 };

/** Line that the test prints. A triple: what is promised at least, what was stored, what is promised at most. */
interface Counts {
  seed: number;
  kills: number;
  paid: [number, number, number];
  impressions: [number, number, number];
  clicks: [number, number, number];
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const { seeds, rounds, outages } = quick ? QUICK : FULL;
  const rows: string[] = [];
  for (const seed of seeds) {
    const output = await runTest(seed, rounds, BOTH_STORES);
    const { kills, paid, impressions, clicks } = readCounts(output);
    const cells = [seed, kills, writeTriple(paid), writeTriple(impressions), writeTriple(clicks)];
    rows.push(`| ${cells.join(" | ")} |`);
  }
  const output = await runTest(1, outages, REDIS, "-t", REDIS_TEST);
  const exact = /Tests\s+(\d+) passed/.exec(output)?.[1] ?? "0";
  return `## Money under random faults

Three nodes, Redis and ClickHouse under load, ${rounds} rounds for each seed. In a round one or two of these happen: a node, Redis or ClickHouse is killed or frozen, a fifth of the answers of Redis or ClickHouse are lost, the clock of a node is set by up to three days, Redis loses its data. Afterwards visitors come until the cap is reached. Each figure stands between what docs/scaling.md promises at least and at most: payments between the cap without the leases of killed nodes and the cap; events between those whose answer said so and all that were sent. Every node reported the same.

| seed | nodes killed | paid impressions | impressions | clicks |
|--:|--:|--:|--:|--:|
${rows.join("\n")}

Two nodes and Redis, four outages each with steps of both clocks by up to three days, restarts, and impressions that another node counts: in ${exact} of ${outages} runs the paid impressions were exactly the cap.
`;
}

async function runTest(seed: number, rounds: number, file: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    "npx",
    ["vitest", "run", "--project", "cluster", file, ...args],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NO_COLOR: "1",
        ZONETAG_CLUSTER_ROUNDS: String(rounds),
        ZONETAG_CLUSTER_SEED: String(seed),
      },
      maxBuffer: 2 ** 26,
    },
  );
  return stdout;
}

function readCounts(output: string): Counts {
  const line = output.split("\n").find((each) => each.startsWith('{"seed":'));
  if (!line) throw new Error(`The test printed no counts. Its output:\n${output}`);
  return JSON.parse(line) as Counts;
}

const writeTriple = ([least, value, most]: readonly number[]) => `${least} ≤ ${value} ≤ ${most}`;
