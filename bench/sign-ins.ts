/**
 * Placements beside as many sign-ins as one address can send, relative to placements alone. Both run alternately, one
 * second each, so that other load on the machine affects both. Every flood uses an address and names that have not
 * failed yet.
 */
import type { BenchOptions } from "./run.ts";
import { CONNECTIONS, createBodies, HEADERS, startBenchService } from "./service/fixture.ts";
import { load, percentile } from "./service/load.ts";
import { median } from "./service/median.ts";

export const name = "sign-ins";

const PLACEMENTS_PER_SECOND = 3000;
const SIGN_INS_PER_SECOND = 140;

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 10 : 60;
  const service = await startBenchService({}, "--trusted-proxies", "127.0.0.1");
  const common = {
    url: service.endpoint,
    bodies: createBodies(3),
    headers: HEADERS,
    connections: CONNECTIONS,
  };
  const placements = { ...common, rate: PLACEMENTS_PER_SECOND, seconds: 1 };
  const measured = { alone: [] as Float64Array[], beside: [] as Float64Array[] };
  const statuses: Record<string, number> = {};
  try {
    await load({ ...common, seconds: 2 });
    for (let round = 0; round < rounds; round++) {
      measured.alone.push((await load(placements)).latencies);
      const [beside, flood] = await Promise.all([load(placements), load(createFlood(service.origin, round))]);
      measured.beside.push(beside.latencies);
      for (const [status, count] of Object.entries(flood.statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
    }
  } finally {
    await service.stop();
  }
  return describe(measured, statuses, rounds);
}

function createFlood(origin: string, round: number) {
  const address = `203.0.${round >> 8}.${round & 255}`;
  return {
    url: `${origin}/v2/login`,
    bodies: Array.from({ length: SIGN_INS_PER_SECOND }, (_, at) =>
      JSON.stringify({ username: `user ${at} of ${round}`, password: "guess" }),
    ),
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    connections: SIGN_INS_PER_SECOND,
    rate: SIGN_INS_PER_SECOND,
    seconds: 1,
  };
}

function describe(
  { alone, beside }: Record<"alone" | "beside", Float64Array[]>,
  statuses: Record<string, number>,
  rounds: number,
): string {
  const row = (label: string, share: number) => {
    const [without, withFlood] = [alone, beside].map((seconds) =>
      median(seconds.map((latencies) => percentile(latencies, share))),
    ) as [number, number];
    return `| ${label} | ${without.toFixed(2)} ms | ${withFlood.toFixed(2)} ms | ${(withFlood / without).toFixed(2)} |`;
  };
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return `## Placements beside a flood of sign-ins

${PLACEMENTS_PER_SECOND} placements of three zones a second; every other second ${SIGN_INS_PER_SECOND} sign-ins with wrong passwords as well, all
from one address that has not failed before, answered ${answers.join(", ")}. Medians of ${rounds} seconds of each.

| | Alone | Beside the flood | Ratio |
|---|--:|--:|--:|
${row("p50", 0.5)}
${row("p90", 0.9)}
${row("p99", 0.99)}`;
}
