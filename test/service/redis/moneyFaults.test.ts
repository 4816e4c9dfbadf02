// @cluster Waits for what nodes do once a second.
/** Shared budgets when Redis loses answers, data or its secret, and when the nodes' clocks differ. */
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { findScript } from "../../../src/service/redis/scripts.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { Cluster, NOTHING_DELIVERED, type Node } from "../contracts/engines.ts";
import { setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";
import { startLossyProxy } from "../support/lossyProxy.ts";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";

const hasRedis = findRedisServer() !== undefined;
const NOON = Date.parse("2026-11-20T12:00:00Z");
const MINUTE = 60_000;

let cluster: Cluster;
const clock = { time: NOON };
let number = 0;

beforeEach(async ({ skip }) => {
  skip(!hasRedis, NO_REDIS);
  clock.time = NOON;
  cluster = await Cluster.start();
});
afterEach(() => cluster?.stop());

const now = () => clock.time;

function setCampaign({ state }: Node, options: Partial<CampaignOptions> | undefined): void {
  const campaigns = options ? [aCampaign({ id: 1, ...options })] : [];
  const { data } = aCatalogue({ campaigns });
  setCampaigns(state.budgets, data.campaigns, clock.time);
}

/** Advances the clock by 200 ms and runs the node's periodic budget work. */
async function advance({ state }: Node): Promise<void> {
  clock.time += 200;
  await state.budgets.work();
  await new Promise((done) => setTimeout(done, 5));
}

/** Makes decisions until the node can lease no more. Resolves with their number. */
async function decideAll(node: Node): Promise<number> {
  const { budgets, epoch } = node.state;
  let decided = 0;
  for (let empty = 0; empty < 40; empty++) {
    while ((budgets.remaining(node.now())[0] ?? 0) > 0) {
      number += 1;
      budgets.reserve({ campaign: 1, epoch, number, decidedAt: node.now() }, node.now());
      decided += 1;
      empty = 0;
    }
    await advance(node);
  }
  return decided;
}

/** Waits until a node has a lease. */
async function waitForLease(node: Node): Promise<void> {
  while ((node.state.budgets.remaining(node.now())[0] ?? 0) === 0) await advance(node);
}

/** Creates a filter that loses every second answer to a change of a budget account. */
function loseEverySecond(): (request: Buffer) => boolean {
  const { digest } = findScript("changeBudgetAccount");
  let changes = 0;
  return (request) => {
    if (!request.includes(digest)) return false;
    changes += 1;
    return changes % 2 === 0;
  };
}

test("a cap is used up exactly even if answers to leases are lost", async () => {
  await using proxy = await startLossyProxy(cluster.redis.url, loseEverySecond());
  const node = await cluster.addNode({ now, url: proxy.url });
  setCampaign(node, { caps: { total: 400 } });
  let decided = 0;
  while (decided < 400) {
    const more = await decideAll(node);
    decided += more;
    if (more === 0 && !node.state.status.isAway) break;
  }
  expect(proxy.lost).toBeGreaterThan(1);
  expect(decided).toBe(400);
});

test("a lease is returned to Redis once even if the answer is lost", async () => {
  await using proxy = await startLossyProxy(cluster.redis.url, loseEverySecond());
  const node = await cluster.addNode({ now, url: proxy.url });
  const other = await cluster.addNode({ now });
  for (let round = 0; round < 6; round++) {
    setCampaign(node, { caps: { total: 400 } });
    await waitForLease(node);
    setCampaign(node, undefined);
    await decideAll(node);
  }
  await expect.poll(() => node.state.status.isAway).toBe(false);
  await decideAll(node);
  expect(proxy.lost).toBeGreaterThan(2);
  setCampaign(other, { caps: { total: 400 } });
  expect(await decideAll(other)).toBe(400);
});

/** Copies the content of Redis. Resolves with a function that restores it. */
async function takeSnapshot(): Promise<() => Promise<void>> {
  const { redis } = cluster;
  const keys = (await redis.send("KEYS", "*")) as string[];
  const types = await Promise.all(keys.map((key) => redis.send("TYPE", key)));
  const values = await Promise.all(
    keys.map((key, at) => redis.send(...(types[at] === "hash" ? ["HGETALL", key] : ["GET", key]))),
  );
  return async () => {
    const writes = keys.map((key, at) =>
      types[at] === "hash" ? ["HSET", key, ...(values[at] as string[])] : ["SET", key, String(values[at])],
    );
    await redis.send("MULTI");
    for (const command of [["FLUSHALL"], ...writes]) await redis.send(...command);
    await redis.send("EXEC");
  };
}

const countBeats = async () => String(await cluster.redis.send("HVALS", "zonetag:beats"));

/** Waits until a node has recorded its next heartbeat in Redis. */
async function waitForBeat(): Promise<void> {
  const before = await countBeats();
  await expect.poll(countBeats).not.toBe(before);
}

test("after Redis restores older data, no node leases until delivered amounts are restored", async () => {
  const node = await cluster.addNode({ now, hurry: 100 });
  const other = await cluster.addNode({ now, hurry: 100 });
  setCampaign(node, { caps: { total: 1000 } });
  await waitForLease(node);
  const restore = await takeSnapshot();
  await waitForBeat();
  await waitForBeat();
  await restore();
  for (const { state } of [node, other]) await expect.poll(() => state.status.isDataLost).toBe(true);
  // The old data contains a mark that looks like a healthy Redis.
  for (let looks = 0; looks < 3; looks++) await waitForBeat();
  setCampaign(other, { caps: { total: 1000 } });
  expect(await decideAll(other)).toBe(0);
  expect([node, other].map(({ state }) => state.status.isDataLost)).toEqual([true, true]);
  other.state.rebuildFrom(async () => [{ campaign: 1, ...NOTHING_DELIVERED, shownTotal: 997 }]);
  for (const { state } of [node, other]) await expect.poll(() => state.status.isDataLost).toBe(false);
  expect((await decideAll(node)) + (await decideAll(other))).toBe(3);
});

test("nodes on an empty Redis do not lease before delivered amounts are restored", async () => {
  const first = await cluster.addNode({ now, isFilled: false });
  const other = await cluster.addNode({ now, isFilled: false });
  for (const node of [first, other]) setCampaign(node, { caps: { total: 100 } });
  let bring = (_shown: number) => {};
  const bringing = first.state.bringDelivered(async () => {
    const shownTotal = await new Promise<number>((done) => {
      bring = done;
    });
    return [{ campaign: 1, ...NOTHING_DELIVERED, shownTotal }];
  });
  expect((await decideAll(first)) + (await decideAll(other))).toBe(0);
  bring(95);
  await bringing;
  await expect.poll(() => cluster.redis.send("EXISTS", "zonetag:mark:{0}")).toBe(1);
  await waitForBeat();
  expect((await decideAll(first)) + (await decideAll(other))).toBe(5);
});

test("a node whose secret was replaced in Redis stops leasing and logs the reason", async () => {
  const lines: string[] = [];
  const log = pino(
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const old = await cluster.addNode({ now, log });
  await old.state.shareDeduplication(new Deduplication(() => 0));
  setCampaign(old, { caps: { total: 100 } });
  await waitForLease(old);
  await cluster.redis.send("MULTI");
  await cluster.redis.send("FLUSHALL");
  await cluster.redis.send("SET", "zonetag:secret", Buffer.alloc(32).toString("base64url"));
  await cluster.redis.send("EXEC");
  await expect.poll(() => old.state.status.isDataLost).toBe(true);
  await cluster.addNode({ now });
  expect(await decideAll(old)).toBe(0);
  expect(old.state.status.isDataLost).toBe(true);
  expect(lines.filter((line) => line.includes("is not the secret of the nodes on this Redis"))).toHaveLength(
    1,
  );
});

test("a node whose clock is ahead does not reset a daily cap before midnight", async () => {
  clock.time = Date.parse("2026-11-20T23:55:00Z");
  const right = await cluster.addNode({ now });
  const ahead = await cluster.addNode({ now, ahead: 10 * MINUTE });
  for (const node of [right, ahead]) setCampaign(node, { caps: { daily: 100 } });
  expect((await decideAll(right)) + (await decideAll(ahead))).toBe(100);
  expect((await decideAll(ahead)) + (await decideAll(right))).toBe(0);
});

test("a node whose clock is behind gets the reset daily cap at midnight", async () => {
  clock.time = Date.parse("2026-11-20T23:58:00Z");
  const behind = await cluster.addNode({ now, ahead: -10 * MINUTE });
  setCampaign(behind, { caps: { daily: 100 } });
  expect(await decideAll(behind)).toBe(100);
  clock.time += 3 * MINUTE;
  expect(await decideAll(behind)).toBe(100);
  clock.time += DAY_MS;
  expect(await decideAll(behind)).toBe(100);
});

test("one node at a time holds the maintenance claim, except while Redis is away", async () => {
  const [one, two] = [await cluster.addNode({ now }), await cluster.addNode({ now, timeout: 100 })];
  const claim = () => Promise.all([one, two].map(({ state }) => state.claimMaintenance()));
  expect(await claim()).toEqual([true, false]);
  expect(await claim()).toEqual([true, false]);
  expect(Number(await cluster.redis.send("PTTL", "zonetag:maintenance"))).toBeGreaterThan(MINUTE);
  await cluster.redis.send("DEL", "zonetag:maintenance");
  expect(await two.state.claimMaintenance()).toBe(true);
  expect(await one.state.claimMaintenance()).toBe(false);
  cluster.redis.freeze();
  expect(await two.state.claimMaintenance()).toBe(true);
  cluster.redis.thaw();
});

test("an idle node with a full reserve neither leases nor returns", async () => {
  const node = await cluster.addNode({ now });
  setCampaign(node, { caps: { total: 40 } });
  await waitForLease(node);
  const [key = ""] = (await cluster.redis.send("KEYS", "zonetag:budget:*")) as string[];
  const readVersion = () => cluster.redis.send("HGET", key, "version");
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.time += 1000;
      await advance(node);
    }
  };
  await wait(20);
  const before = await readVersion();
  await wait(5);
  expect(await readVersion()).toBe(before);
});
