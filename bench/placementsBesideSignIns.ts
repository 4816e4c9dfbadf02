/**
 * Placements beside floods of sign-ins, relative to placements alone: from one address, which soon has to wait, and from
 * several, whose passwords are hashed. They run in turn, one second each, so that other load on the machine affects all.
 * Every flood uses addresses and names that have not failed yet.
 */
import { setTimeout } from "node:timers/promises";
import type { BenchOptions } from "./run.ts";
import { CONNECTIONS, createBodies, HEADERS, startBenchService } from "./service/fixture.ts";
import { type Load, load, percentile } from "./service/load.ts";
import { median } from "./service/median.ts";

export const name = "sign-ins";

const PLACEMENTS_PER_SECOND = 1000;
const SIGN_INS_PER_SECOND = 140;
/** Numbers of addresses that a flood comes from. */
const FLOODS = [1, 10] as const;

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 4 : 20;
  const service = await startBenchService({}, "--trusted-proxies", "127.0.0.1");
  const common = {
    url: service.endpoint,
    bodies: createBodies(3),
    headers: HEADERS,
    connections: CONNECTIONS,
  };
  const placements = { ...common, rate: PLACEMENTS_PER_SECOND, seconds: 1 };
  const alone: Float64Array[] = [];
  const floods = FLOODS.map((addresses) => ({
    addresses,
    beside: [] as Float64Array[],
    statuses: {} as Record<string, number>,
  }));
  const login = `${service.origin}/v2/login`;
  const createAddress = countAddresses();
  try {
    await load({ ...common, seconds: 2 });
    for (let round = 0; round < rounds; round++) {
      alone.push((await load(placements)).latencies);
      for (const { addresses, beside, statuses } of floods) {
        const senders = Array.from({ length: addresses }, () =>
          createSender(login, createAddress(), SIGN_INS_PER_SECOND / addresses),
        );
        const [placed, ...answers] = await Promise.all([load(placements), ...senders.map(load)]);
        beside.push(placed.latencies);
        for (const answer of answers)
          for (const [status, count] of Object.entries(answer.statuses))
            statuses[status] = (statuses[status] ?? 0) + count;
        await waitForQueue(login, createAddress());
      }
    }
  } finally {
    await service.stop();
  }
  return describe(alone, floods, rounds);
}

/** Returns a function that returns another address at each call. */
function countAddresses(): () => string {
  let count = 0;
  return () => `203.0.${++count >> 8}.${count & 255}`;
}

const createHeaders = (address: string) => ({
  "content-type": "application/json",
  "x-forwarded-for": address,
});

function createSender(url: string, address: string, rate: number): Load {
  return {
    url,
    bodies: Array.from({ length: rate }, (_, at) =>
      JSON.stringify({ username: `user ${at} of ${address}`, password: "guess" }),
    ),
    headers: createHeaders(address),
    connections: rate,
    rate,
    seconds: 1,
  };
}

/** Resolves once the service has hashed the passwords that wait: it answers an attempt from an unused address. */
async function waitForQueue(url: string, address: string): Promise<void> {
  const body = JSON.stringify({ username: address, password: "guess" });
  for (;;) {
    const response = await fetch(url, { method: "POST", headers: createHeaders(address), body });
    await response.arrayBuffer();
    if (response.status === 401) return;
    await setTimeout(200);
  }
}

interface Flood {
  addresses: number;
  beside: Float64Array[];
  statuses: Record<string, number>;
}

function describe(alone: Float64Array[], floods: readonly Flood[], rounds: number): string {
  const rows = [0.5, 0.9, 0.99].map((share) => {
    const read = (seconds: Float64Array[]) =>
      median(seconds.map((latencies) => percentile(latencies, share)));
    const without = read(alone);
    const cells = floods.map(({ beside }) => {
      const time = read(beside);
      return `${time.toFixed(2)} ms | ${(time / without).toFixed(2)}`;
    });
    return `| p${share * 100} | ${without.toFixed(2)} ms | ${cells.join(" | ")} |`;
  });
  const answers = floods.map(({ addresses, statuses }) => {
    const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    return `from ${addresses === 1 ? "one address" : `${addresses} addresses`} (${counts.join(", ")})`;
  });
  return `## Placements beside a flood of sign-ins

${PLACEMENTS_PER_SECOND.toLocaleString("en")} placements of three zones a second, for one second alone, then for one second beside ${SIGN_INS_PER_SECOND} sign-ins with wrong passwords
${answers.join(", then ")}, in turn. No address has failed before. Medians of ${rounds} seconds of each.

| | Alone | From one address | Ratio | From ${FLOODS[1]} addresses | Ratio |
|---|--:|--:|--:|--:|--:|
${rows.join("\n")}`;
}
