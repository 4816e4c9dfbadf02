// @cluster Starts Redis.
/** On a Redis Cluster all keys of a script must be in one slot, which the server of this test checks. */

import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { GoalDeduplication } from "../../../src/service/journal/goalDeduplication.ts";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { SAMPLES } from "../management/sampleImages.ts";
import { setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, aCatalogueObject } from "../support/catalogue.ts";
import { anAuthor, putCampaign } from "../support/changes.ts";
import { NO_REDIS } from "../support/redis.ts";
import { Cluster, manage } from "./engines.ts";
import { hasRedis } from "./tests.ts";

const cluster = await Cluster.use({ isCluster: true });

beforeEach((context) => context.skip(!hasRedis, NO_REDIS));

test("every script runs on one shard of a Redis Cluster", async () => {
  let now = Date.now();
  const node = await cluster.addNode({ reservationLife: 1, now: () => now });
  const { state, folder } = node;
  const file = join(folder, "published.json");
  await writeFile(file, JSON.stringify(aCatalogueObject({ campaigns: [] })));

  const { catalogue, failures, changes, images, lines } = await manage(node, file);
  await catalogue.change(putCampaign({ id: 1 }), anAuthor());
  await lines.offerSnapshot({ sequence: 1, digest: "" }, Buffer.alloc(0));
  expect(await changes.list({ isVisible: () => true, limit: 1, offset: 0 })).toMatchObject({ count: 1 });
  const { image } = await images.store(1, SAMPLES.gif);
  await images.retain(image);
  const [retained] = (await cluster.redis.send("KEYS", "zonetag:retained:*")) as string[];
  // Simulates that the image's day of retention has passed.
  await cluster.redis.send("DEL", retained ?? "");
  await images.sweep(new Set(), [1]);
  expect(await cluster.redis.send("KEYS", "zonetag:image:*")).toEqual([]);
  await failures.fail({ name: "name", address: "address" });
  await failures.succeed({ name: "name", address: "address" });
  expect(await failures.delay({ name: "name", address: "address" })).toBe(0);

  expect(await state.makeLimiter("ip", { limit: 1, windowMs: 1000 }).take("a")).toMatchObject({
    allowed: true,
  });

  const frequency = [{ impressions: 1, seconds: 60 }];
  const campaigns = [aCampaign({ id: 1, caps: { total: 100 }, frequency })];
  const [campaign] = aCatalogue({ campaigns }).data.campaigns;
  if (!campaign) return;
  const caps = await state.frequencyCaps.open({
    user: "a",
    time: now,
    zones: 2,
    listCapped: () => [campaign],
  });
  caps.reserve([campaign]);
  caps.release([campaign]);
  state.frequencyCaps.count({ user: "a", campaign: 1, time: now }, campaign);
  await expect.poll(() => cluster.redis.send("KEYS", "zonetag:visitor:*")).toHaveLength(1);

  setCampaigns(state.budgets, [campaign], now);
  await expect.poll(() => state.budgets.remaining()[0]).toBeGreaterThan(0);
  state.budgets.reserve({ campaign: 1, epoch: state.epoch, number: 7, decidedAt: now });
  const foreign = { campaign: 1, epoch: state.epoch + 1, number: 7, decidedAt: now, reserved: "mark" };
  state.budgets.chargeImpression(foreign, undefined, now);
  state.budgets.confirmImpression(foreign, now);
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
  expect(await deduplication.writeOnce(keys, async (fresh) => fresh)).toEqual(keys);
  // Nodes call this after an outage.
  await deduplication.share();
  const goals = await state.shareGoals(new GoalDeduplication(() => 0));
  const converted = (["goal_1", "goal_2"] as const).map((kind) => ({
    epoch: 1,
    number: 7,
    kind,
    decidedAt: now,
  }));
  expect(await goals.writeOnce(converted, async (fresh) => fresh)).toEqual(converted);
  await goals.share();

  const sessions = await state.openSessions({ now: () => now, elapsed: () => 0 });
  const session = { account: 1, user: 7, credential: "credential", created: now, used: now };
  const [one, two] = [
    { ...session, id: "one" },
    { ...session, id: "two" },
  ];
  await sessions.add(one);
  await sessions.add(two);
  expect(await sessions.list("user 7")).toHaveLength(2);
  await sessions.end([one, two]);
  expect(await sessions.find("one")).toBeUndefined();
  expect(await state.claimMaintenance()).toBe(true);

  await cluster.redis.send("DEL", "zonetag:mark:{0}");
  await expect.poll(() => cluster.redis.send("KEYS", "zonetag:mark:*")).toEqual([]);

  const scripts = readdirSync("src/service/redis/lua");
  const [, calls] =
    /cmdstat_evalsha:calls=(\d+)/.exec(String(await cluster.redis.send("INFO", "commandstats"))) ?? [];
  const known = /number_of_cached_scripts:(\d+)/.exec(
    String(await cluster.redis.send("INFO", "memory")),
  )?.[1];
  expect(Number(calls)).toBeGreaterThan(scripts.length);
  expect(Number(known)).toBe(scripts.length);
});
