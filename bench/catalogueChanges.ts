/**
 * Changes of a live catalogue: how many per second by its size, and how a stream of them slows placements down. Changes
 * and events are both synced to one disk, so the disk is also measured without the service.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type RunningService, startService, UNLIMITED } from "../e2e/support/service.ts";
import { hashToken } from "../src/service/signing/passwords.ts";
import type { BenchOptions } from "./run.ts";
import { createBodies, createCatalogue } from "./service/fixture.ts";
import {
  type Beside,
  describeBeside,
  listDataFolders,
  measureBeside,
  PLACEMENTS_PER_SECOND,
  SECONDS,
} from "./service/measureBeside.ts";
import { withSender } from "./service/sender.ts";
import type { Sending } from "./service/sendRequests.ts";

export const name = "changes";

const SIZES = [100, 2500, 25_000];
const ZONES = 1000;
/** Callers that make changes at the same time. */
const CALLERS = 50;
/** Campaigns in the catalogue during the measurement of placements. */
const BESIDE = 2500;
/** Changes per second beside placements; undefined: each change follows the answer to the previous one. */
const RATES = [undefined, 20, 10];
/** Maximum ratio of the p99 of placements. */
const GOAL = 1.5;
const TOKEN = "token-of-the-network";

export async function run({ quick }: BenchOptions): Promise<string> {
  const seconds = quick ? 2 : 10;
  const rounds = quick ? 5 : 15;
  const rows: string[] = [];
  for (const campaigns of SIZES) {
    const [single, together] = await withService(campaigns, tmpdir(), async (service) => [
      await countPerSecond(service, 1, seconds),
      await countPerSecond(service, CALLERS, seconds),
    ]);
    rows.push(`| ${campaigns.toLocaleString("en")} | ${single?.toFixed(0)} | ${together?.toFixed(0)} |`);
  }
  const [placement = ""] = createBodies(3);
  const measured: [string, Beside][] = [];
  for (const [where, parent] of listDataFolders()) {
    const measure = async (service: RunningService, rate: number | undefined) => {
      const sending = { ...createChanges(service, 1), perSecond: rate };
      const beside = await measureBeside({ endpoint: service.endpoint, placement, rounds }, sending);
      measured.push([`${beside.perSecond.toFixed(0)} ${where}`, beside]);
    };
    await withService(BESIDE, parent, async (service) => {
      for (const rate of RATES) await measure(service, rate);
    });
  }
  return `## Changes of the catalogue

Changes of campaigns by HTTP, each on disk and in use before it is answered, beside ${ZONES.toLocaleString("en")} zones. Those that wait at the same
time are made together.

| Campaigns | Changes per second, one caller | ${CALLERS} callers |
|--:|--:|--:|
${rows.join("\n")}

Placements at ${PLACEMENTS_PER_SECOND} a second for ${SECONDS} s alone and for ${SECONDS} s beside changes, in turn, ${rounds} times, with ${BESIDE.toLocaleString("en")} campaigns:
first one change after the other, as fast as they are answered, then at two rates. Every other change pauses a campaign or
resumes it, the others set its weight. The goal for p99 is a ratio of at most ${GOAL}.

| Changes per second, data folder | Alone | Beside changes | Ratio |
|---|--:|--:|--:|
${measured.flatMap(([where, each]) => describeBeside(where, each)).join("\n")}`;
}

/** `parent`: folder in which the data folder is created. */
async function withService<T>(
  campaigns: number,
  parent: string,
  work: (service: RunningService) => Promise<T>,
): Promise<T> {
  const { accounts, ...entries } = createCatalogue({ campaigns, zones: ZONES }) as { accounts: object[] };
  const network = { id: 3, name: "Network", role: "network", apiTokens: [hashToken(TOKEN)] };
  const members = accounts.map((account) => ({ ...account, network: network.id }));
  const data = await mkdtemp(join(parent, "zonetag-bench-"));
  const service = await startService({
    data,
    catalogue: { accounts: [...members, network], ...entries },
    args: ["--log-level", "warn", ...UNLIMITED],
  });
  try {
    return await work(service);
  } finally {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  }
}

/** Creates changes of the weight of one campaign, each to a different value, and between them pauses and resumes it. */
function createChanges({ origin }: RunningService, atOnce: number): Sending {
  return {
    address: `${origin}/v2/campaigns/1`,
    method: "PATCH",
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json", "If-Match": "*" },
    bodies: Array.from({ length: 96 }, (_, at) =>
      JSON.stringify(at % 2 === 0 ? { weight: at + 1 } : { active: at % 4 === 3 }),
    ),
    atOnce,
  };
}

function countPerSecond(service: RunningService, callers: number, seconds: number): Promise<number> {
  return withSender(async (sender) => {
    const start = performance.now();
    const wait = () => delay(seconds * 1000);
    const { answered } = await sender.during(createChanges(service, callers), wait);
    // Includes the requests in flight at the end.
    return (answered * 1000) / (performance.now() - start);
  });
}
