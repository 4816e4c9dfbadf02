/** What Redis keeps for each thing that nodes share, in bytes. */

import type { SharedState } from "../../src/service/redis/openRedis.ts";
import { Deduplication } from "../../src/service/store/deduplication.ts";
import { Cluster } from "../../test/service/contracts/engines.ts";
import { aCampaign, aCatalogue } from "../../test/service/support/catalogue.ts";

const COUNT = 20_000;

/** Markdown: a table. */
export async function measureMemory(): Promise<string> {
  const rows = [
    ["an address within the limit's window, with one request", await measure(limitOnce)],
    [
      "each further request of it",
      (await measure((state) => limit(state, 11), COUNT * 10)) - (await measure(limitOnce)) / 10,
    ],
    ["an address of an impression that was counted", await measure(count)],
    ["a campaign with deliveries", await measure(deliver, 1000)],
    ["a visitor who saw one campaign with a frequency cap", await measure(see)],
  ] as const;
  return [
    "| Redis keeps for | bytes |",
    "|---|--:|",
    ...rows.map(([what, bytes]) => `| ${what} | ${bytes < 10 ? bytes.toFixed(1) : bytes.toFixed(0)} |`),
  ].join("\n");
}

/** What `work` adds to Redis' memory, for each of `count`. */
async function measure(work: (state: SharedState) => Promise<void>, count = COUNT): Promise<number> {
  const cluster = await Cluster.start();
  try {
    const { state } = await cluster.addNode();
    const read = async () =>
      Number(/used_memory_dataset:(\d+)/.exec(String(await cluster.redis.send("INFO", "memory")))?.[1]);
    // Scripts are loaded by the first of each.
    const before = await read();
    await work(state);
    return ((await read()) - before) / count;
  } finally {
    await cluster.stop();
  }
}

async function repeat(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 500)
    await Promise.all(Array.from({ length: Math.min(500, count - at) }, (_, one) => work(at + one)));
}

const limitOnce = (state: SharedState) => limit(state, 1);

function limit({ makeLimiter }: SharedState, requests: number): Promise<void> {
  const limiter = makeLimiter("ip", { limit: 1e6, windowMs: 3600_000, maxKeys: COUNT });
  return repeat(COUNT * requests, async (at) => limiter.take(`10.0.${at % COUNT}`));
}

async function count(state: SharedState): Promise<void> {
  const deduplication = await state.shareDeduplication(new Deduplication(() => 0));
  await repeat(COUNT, (number) =>
    deduplication.writeOnce(
      [{ epoch: 1, number, kind: "impression", decidedAt: Date.now() }],
      async () => {},
    ),
  );
}

async function deliver({ budgets }: SharedState): Promise<void> {
  const campaigns = Array.from({ length: 1000 }, (_, at) =>
    aCampaign({ id: at + 1, caps: { total: 100_000 } }),
  );
  const { campaigns: read } = aCatalogue({ campaigns });
  budgets.setCampaigns(
    [...read.values()].map((campaign) => ({ campaign, unitCost: 2_000_000n })),
    Date.now(),
  );
  while ([...budgets.remaining(Date.now())].some((left) => left < 1)) await budgets.work();
}

async function see({ frequencyCaps }: SharedState): Promise<void> {
  const frequency = [{ impressions: 10, seconds: 86_400 }];
  const [campaign] = [...aCatalogue({ campaigns: [aCampaign({ id: 1, frequency })] }).campaigns.values()];
  if (!campaign) return;
  await repeat(COUNT, async (at) => {
    frequencyCaps.count({ user: `visitor ${at}`, campaign: 1, time: Date.now() }, campaign);
    await frequencyCaps.load(`visitor ${at}`);
  });
}
