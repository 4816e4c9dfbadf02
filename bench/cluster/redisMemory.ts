/** Costs of each kind of shared state in Redis: bytes and processor time. */

import { Deduplication } from "../../src/service/journal/localDeduplication.ts";
import type { SharedState } from "../../src/service/redis/openRedis.ts";
import { Cluster } from "../../test/service/contracts/engines.ts";
import { setCampaigns } from "../../test/service/support/budgets.ts";
import { aCampaign, aCatalogue } from "../../test/service/support/catalogue.ts";
import { readCpuSeconds } from "../service/processorTime.ts";

const COUNT = 20_000;

/** Does some work for each number of a range. */
type Work = (state: SharedState, from: number, until: number) => Promise<void>;

export interface Memory {
  /** Markdown. */
  table: string;
  /** Bytes in Redis for an address within the limit's window, and for a decision with a counted impression. */
  addressBytes: number;
  decisionBytes: number;
}

export async function measureMemory(): Promise<Memory> {
  const once = await measure((state, from, until) => limit(state, from, until, 1));
  const often = await measure((state, from, until) => limit(state, from, until, 6));
  const further = {
    bytes: (often.bytes - once.bytes) / 5,
    microseconds: (often.microseconds - once.microseconds) / 5,
  };
  const decision = await measure(count, COUNT * 3);
  const rows = [
    ["the first request of an address within the limit's window", once],
    ["each further request of it", further],
    ["a decision whose impression was counted", decision],
    ["a campaign with deliveries", await measure(deliver, 2000)],
    ["an impression of a visitor and a campaign with a frequency cap", await measure(see)],
  ] as const;
  const table = [
    "| Redis, for | bytes | µs |",
    "|---|--:|--:|",
    ...rows.map(
      ([what, { bytes, microseconds }]) => `| ${what} | ${write(bytes)} | ${write(microseconds)} |`,
    ),
  ].join("\n");
  return { table, addressBytes: once.bytes, decisionBytes: decision.bytes };
}

const write = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

interface Cost {
  bytes: number;
  /** Processor time of Redis. */
  microseconds: number;
}

/** Measures the memory and processor time of Redis for each of `count` calls of `work`. */
async function measure(work: Work, count = COUNT): Promise<Cost> {
  const cluster = await Cluster.start();
  try {
    const { state } = await cluster.addNode();
    const read = async () =>
      Number(/used_memory_dataset:(\d+)/.exec(String(await cluster.redis.send("INFO", "memory")))?.[1]);
    // The first ones also create scripts, buffers and tables.
    const first = count / 10;
    await work(state, 0, first);
    const [before, cpu] = [await read(), readCpuSeconds(cluster.redis.pid)];
    await work(state, first, count);
    const seconds = readCpuSeconds(cluster.redis.pid) - cpu;
    const each = (value: number) => value / (count - first);
    return { bytes: each((await read()) - before), microseconds: each(seconds * 1e6) };
  } finally {
    await cluster.stop();
  }
}

async function repeat(from: number, until: number, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = from; at < until; at += 500)
    await Promise.all(Array.from({ length: Math.min(500, until - at) }, (_, one) => work(at + one)));
}

async function limit({ makeLimiter }: SharedState, from: number, until: number, requests: number) {
  const limiter = makeLimiter("ip", { limit: 1e6, windowMs: 3600_000, maxKeys: COUNT });
  for (let request = 0; request < requests; request++)
    await repeat(from, until, async (at) => limiter.take(`10.0.${at}`));
}

const counted = new Deduplication(() => 0);

async function count(state: SharedState, from: number, until: number): Promise<void> {
  const deduplication = await state.shareDeduplication(counted);
  const decidedAt = Date.now();
  const { epoch } = state;
  await repeat(from, until, (number) =>
    deduplication.writeOnce([{ epoch, number, kind: "impression", decidedAt }], async (fresh) => fresh),
  );
}

async function deliver({ budgets }: SharedState, _from: number, until: number): Promise<void> {
  const campaigns = Array.from({ length: until }, (_, at) =>
    aCampaign({ id: at + 1, caps: { total: 100_000 } }),
  );
  const { data } = aCatalogue({ campaigns });
  setCampaigns(budgets, data.campaigns, Date.now());
  while ([...budgets.remaining()].some((left) => left < 1)) await budgets.work();
}

async function see({ frequencyCaps }: SharedState, from: number, until: number): Promise<void> {
  const frequency = [{ impressions: 10, seconds: 86_400 }];
  const [campaign] = aCatalogue({ campaigns: [aCampaign({ id: 1, frequency })] }).data.campaigns;
  if (!campaign) return;
  await repeat(from, until, async (at) => {
    const visitor = { user: `visitor ${at}`, time: Date.now() };
    const caps = await frequencyCaps.open({ ...visitor, zones: 1, listCapped: () => [campaign] });
    caps.reserve([campaign]);
    frequencyCaps.count({ ...visitor, campaign: 1, decidedAt: visitor.time }, campaign);
  });
}
