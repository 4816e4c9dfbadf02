/** On a Redis Cluster every script has its keys in one slot: a server that checks that takes all of them. */

import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Deduplication } from "../../../src/service/store/deduplication.ts";
import { aCampaign, aCatalogue, aCatalogueObject } from "../support/catalogue.ts";
import { describeEdit } from "../support/changes.ts";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";
import { Cluster, manage } from "./engines.ts";

const hasRedis = findRedisServer() !== undefined;
let cluster: Cluster;

beforeEach((context) => context.skip(!hasRedis, NO_REDIS));
beforeAll(async () => {
  if (hasRedis) cluster = await Cluster.start({ isCluster: true });
});
afterAll(() => cluster?.stop());

test("every script runs on one shard of a Redis Cluster", async () => {
  let now = Date.now();
  const node = await cluster.addNode({ reservationLife: 1, now: () => now });
  const { state, folder } = node;
  const file = join(folder, "published.json");
  await writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [] })));

  const { catalogue, failures, changes } = await manage(node, file);
  await catalogue.load();
  await catalogue.change((text) => ({ text: `${text}\n` }), describeEdit);
  expect(await changes.list(() => true, 1, 0)).toMatchObject({ count: 1 });
  expect(await failures.begin(["name", "address"])).toBe(0);
  await failures.withdraw(["name"]);

  expect(await state.makeLimiter("ip", { limit: 1, windowMs: 1000 }).take("a")).toMatchObject({
    allowed: true,
  });

  const frequency = [{ impressions: 1, seconds: 60 }];
  const campaigns = [aCampaign({ id: 1, caps: { total: 100 }, frequency })];
  const [campaign] = aCatalogue({ campaigns }).campaigns.values();
  if (!campaign) return;
  state.frequencyCaps.count({ user: "a", campaign: 1, time: now }, campaign);
  await expect.poll(() => cluster.redis.send("KEYS", "zonetag:visitor:*")).toHaveLength(1);

  state.budgets.setCampaigns([{ campaign, unitCost: 1n }], now);
  await expect.poll(() => state.budgets.remaining(now)[0]).toBeGreaterThan(0);
  state.budgets.reserve({ campaign: 1, epoch: state.epoch, number: 7, decidedAt: now }, now);
  now += 60_000;
  await expect.poll(() => cluster.redis.send("KEYS", "zonetag:events:*:closed")).toHaveLength(1);

  const counted = new Deduplication(() => 0);
  const keys = (["impression", "click"] as const).map((kind) => ({
    epoch: 1,
    number: 7,
    kind,
    decidedAt: now,
  }));
  const deduplication = await state.shareDeduplication(counted);
  expect(await deduplication.writeOnce(keys, async () => {})).toEqual(["counted", "counted"]);
  // As after an outage.
  await deduplication.share();

  const scripts = readdirSync("src/service/redis/lua");
  const [, calls] =
    /cmdstat_evalsha:calls=(\d+)/.exec(String(await cluster.redis.send("INFO", "commandstats"))) ?? [];
  const known = /number_of_cached_scripts:(\d+)/.exec(
    String(await cluster.redis.send("INFO", "memory")),
  )?.[1];
  expect(Number(calls)).toBeGreaterThan(scripts.length);
  expect(Number(known)).toBe(scripts.length);
});
