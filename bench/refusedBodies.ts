/**
 * Processor time of refused bodies of 64 KiB, relative to a valid one of the same size. Both are sent alternately in
 * each round, so that other load on the machine affects both.
 */
import { type RunningService, startService, UNLIMITED } from "../e2e/support/service.ts";
import { hashToken } from "../src/service/signing/passwords.ts";
import { type Bodies, MANAGEMENT, PLACEMENT, STATISTICS } from "../test/service/support/refusedBodies.ts";
import type { BenchOptions } from "./run.ts";
import { createCatalogue } from "./service/fixture.ts";
import { median } from "./service/median.ts";
import { readCpuSeconds } from "./service/processorTime.ts";

export const name = "refusals";

/** Maximum cost of a refused body, relative to a valid one. */
const GOAL = 2;
const TOKEN = "token-of-the-network";
interface Interface {
  title: string;
  path: string;
  bodies: Bodies;
  /** Number of requests with each body per round. */
  requests: number;
}

const INTERFACES: Interface[] = [
  { title: "Placement", path: "/v1/placement", bodies: PLACEMENT, requests: 100 },
  { title: "Report", path: "/v2/statistics/a/global", bodies: STATISTICS, requests: 10 },
  { title: "New campaign", path: "/v2/campaigns", bodies: MANAGEMENT, requests: 5 },
];

export async function run({ quick }: BenchOptions): Promise<string> {
  const rounds = quick ? 2 : 5;
  const { accounts, ...entries } = createCatalogue({ zones: 100 }) as { accounts: object[] };
  const network = { id: 3, name: "Network", role: "network", apiTokens: [hashToken(TOKEN)] };
  const members = accounts.map((account) => ({ ...account, network: 3 }));
  const service = await startService({
    catalogue: { accounts: [...members, network], ...entries },
    args: ["--log-level", "warn", ...UNLIMITED],
  });
  try {
    const rows: string[] = [];
    for (const one of INTERFACES) rows.push(...(await measureInterface(service, one, rounds)));
    return describe(rows, rounds);
  } finally {
    await service.stop();
  }
}

async function measureInterface(service: RunningService, one: Interface, rounds: number): Promise<string[]> {
  const { title, path, requests, bodies } = one;
  const measure = (body: string, status: RegExp) => measureCpu(service, path, body, requests, status);
  const measured = Object.keys(bodies.refused).map((kind) => ({
    kind,
    valid: [] as number[],
    ratios: [] as number[],
  }));
  await measure(bodies.valid, /^20/);
  for (let round = 0; round < rounds; round++) {
    for (const { kind, valid, ratios } of measured) {
      const taken = await measure(bodies.valid, /^20/);
      valid.push(taken);
      ratios.push((await measure(bodies.refused[kind] ?? "", /^400/)) / taken);
    }
  }
  return measured.map(({ kind, valid, ratios }) => {
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    return `| ${title} | ${kind} | ${median(valid).toFixed(2)} ms | ${median(ratios).toFixed(2)} | ${range} |`;
  });
}

/** Returns the processor time of the service per request, milliseconds. */
async function measureCpu(
  { origin, process }: RunningService,
  path: string,
  body: string,
  requests: number,
  expected: RegExp,
): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const before = readCpuSeconds(process.pid);
  for (let sent = 0; sent < requests; sent++) {
    const response = await fetch(origin + path, { method: "POST", headers, body });
    await response.arrayBuffer();
    if (!expected.test(String(response.status))) throw new Error(`${path} answered ${response.status}.`);
  }
  return ((readCpuSeconds(process.pid) - before) * 1000) / requests;
}

function describe(rows: readonly string[], rounds: number): string {
  return `## Refused bodies

Processor time of the service for bodies of 64 KiB, each beside a valid one of the same size; medians of ${rounds} rounds in
which both are sent in turn. The goal is at most ${GOAL} times that of the valid one.

| Interface | Refused for | Valid body | Refused / valid | Range |
|---|---|--:|--:|--:|
${rows.join("\n")}`;
}
