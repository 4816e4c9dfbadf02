// @cluster Waits for what nodes do once a second.
/** Shared budgets when Redis loses answers, data or its secret, and when the nodes' clocks differ. */
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BudgetedDecision } from "../../../src/service/delivery/budgets.ts";
import { Deduplication } from "../../../src/service/journal/localDeduplication.ts";
import { seededRandom } from "../../../src/service/placement/random.ts";
import type { SharedDeduplication } from "../../../src/service/redis/redisDeduplication.ts";
import { findScript } from "../../../src/service/redis/scripts.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { makeFolder } from "../../support/folder.ts";
import { Cluster, LIFE, NOTHING_DELIVERED, type Node, RESERVATION_LIFE } from "../contracts/engines.ts";
import { priceCampaign, setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";
import { startLossyProxy } from "../support/lossyProxy.ts";
import { requireRedis } from "../support/requireRedis.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ROUNDS = Number(process.env.ZONETAG_CLUSTER_ROUNDS ?? 3);
const SEEDS = Array.from({ length: ROUNDS }, (_, at) => Number(process.env.ZONETAG_CLUSTER_SEED ?? 1) + at);

let cluster: Cluster;
const clock = { time: NOON };
let number = 0;

requireRedis();
beforeEach(async () => {
  clock.time = NOON;
  waiting = [];
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

/** Decisions that wait for their impression. */
let waiting: BudgetedDecision[] = [];

/** Makes decisions while the node may, up to a number. Returns their number. */
function decide(node: Node, most = Number.POSITIVE_INFINITY): number {
  const { budgets, epoch } = node.state;
  let decided = 0;
  while (decided < most && (budgets.remaining()[0] ?? 0) > 0) {
    number += 1;
    const decision = { campaign: 1, epoch, number, decidedAt: node.now() };
    waiting.push({ ...decision, reserved: budgets.reserve(decision) });
    decided += 1;
  }
  return decided;
}

/** Makes decisions until the node can lease no more. Resolves with their number. */
async function decideAll(node: Node): Promise<number> {
  let decided = 0;
  for (let empty = 0; empty < 40; empty++) {
    const more = decide(node);
    if (more > 0) empty = 0;
    decided += more;
    await advance(node);
  }
  return decided;
}

/** Waits until a node has a lease. */
async function waitForLease(node: Node): Promise<void> {
  while ((node.state.budgets.remaining()[0] ?? 0) === 0) await advance(node);
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
  const log = pino({}, { write: (line: string) => lines.push(line) });
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
  const ahead = await cluster.addNode({ now, ahead: () => 10 * MINUTE });
  for (const node of [right, ahead]) setCampaign(node, { caps: { daily: 100 } });
  expect((await decideAll(right)) + (await decideAll(ahead))).toBe(100);
  expect((await decideAll(ahead)) + (await decideAll(right))).toBe(0);
});

test("a node whose clock is behind gets the reset daily cap at midnight", async () => {
  clock.time = Date.parse("2026-11-20T23:58:00Z");
  const behind = await cluster.addNode({ now, ahead: () => -10 * MINUTE });
  setCampaign(behind, { caps: { daily: 100 } });
  expect(await decideAll(behind)).toBe(100);
  clock.time += 3 * MINUTE;
  expect(await decideAll(behind)).toBe(100);
  clock.time += DAY_MS;
  expect(await decideAll(behind)).toBe(100);
});

interface Step {
  name: string;
  node?: number;
  redis?: number;
}

const STEPS: Step[] = [
  { name: "a node's clock three days behind", node: -3 * DAY_MS },
  { name: "a node's clock two days ahead", node: 2 * DAY_MS },
  { name: "a node's clock five hours behind", node: -5 * HOUR },
  { name: "a node's clock thirteen hours ahead", node: 13 * HOUR },
  { name: "Redis' clock three days behind", redis: -3 * DAY_MS },
  { name: "Redis' clock two days ahead", redis: 2 * DAY_MS },
  { name: "Redis' clock thirteen hours behind", redis: -13 * HOUR },
  { name: "Redis' clock thirteen hours ahead", redis: 13 * HOUR },
  { name: "both clocks a day ahead", node: DAY_MS, redis: DAY_MS },
];

/** Starts two nodes with clocks that can be set. */
async function addNodes(options: Partial<CampaignOptions>) {
  const ahead = { node: 0, redis: 0 };
  const redisAhead = () => ahead.redis;
  const stepping = await cluster.addNode({ now, ahead: () => ahead.node, redisAhead });
  const other = await cluster.addNode({ now, redisAhead });
  for (const node of [stepping, other]) setCampaign(node, options);
  return { ahead, nodes: [stepping, other] as const };
}

/** Counts the writes to budget accounts within some seconds without traffic. */
async function countWrites(nodes: readonly Node[], seconds: number): Promise<number> {
  const [key = ""] = (await cluster.redis.send("KEYS", "zonetag:budget:*")) as string[];
  const readVersion = async () => Number(await cluster.redis.send("HGET", key, "version"));
  const before = await readVersion();
  for (let tick = 0; tick < 5 * seconds; tick++) for (const node of nodes) await advance(node);
  return (await readVersion()) - before;
}

for (const { name, node = 0, redis = 0 } of STEPS) {
  test(`while running, ${name} and right again neither stop a campaign nor repeat a day`, async () => {
    const { ahead, nodes } = await addNodes({ caps: { daily: 300 } });
    let decided = 0;
    for (const one of nodes) {
      await waitForLease(one);
      decided += decide(one, 20);
    }
    Object.assign(ahead, { node, redis });
    for (let tick = 0; tick < 20; tick++) for (const one of nodes) await advance(one);
    for (const one of nodes) decided += decide(one, 20);
    Object.assign(ahead, { node: 0, redis: 0 });
    for (let tick = 0; tick < 10; tick++) for (const one of nodes) await advance(one);
    for (const one of nodes) expect(one.state.budgets.remaining()[0]).toBeGreaterThan(0);
    expect(await countWrites(nodes, 10)).toBeLessThanOrEqual(4);
    expect(decided).toBe(80);
    for (const one of nodes) decided += await decideAll(one);
    expect(decided).toBe(300);
    clock.time += DAY_MS / 2;
    expect((await decideAll(nodes[1])) + (await decideAll(nodes[0]))).toBe(300);
  });

  test(`a start under ${name}, which is then set right, keeps the day's amounts`, async () => {
    const before = await cluster.addNode({ now });
    setCampaign(before, { caps: { daily: 300 } });
    await waitForLease(before);
    const decided = decide(before, 50);
    await before.state.close();
    const ahead = { node, redis };
    const redisAhead = () => ahead.redis;
    const started = await cluster.addNode({ now, ahead: () => ahead.node, redisAhead });
    setCampaign(started, { caps: { daily: 300 } });
    await waitForLease(started);
    const wrong = decide(started, 30);
    Object.assign(ahead, { node: 0, redis: 0 });
    for (let tick = 0; tick < 10; tick++) await advance(started);
    expect(decided + wrong + (await decideAll(started))).toBe(300);
  });
}

test("a node whose clock differs reports it, until it is set right", async () => {
  const { ahead, nodes } = await addNodes({ caps: { daily: 300 } });
  const readProblem = () => nodes[0].state.status.clockProblem;
  expect(readProblem()).toBe(undefined);
  ahead.node = -3 * DAY_MS;
  await expect
    .poll(readProblem)
    .toBe("The clock of this node is 3 days behind Redis'. Set both by a time server.");
  ahead.node = 0;
  await expect.poll(readProblem).toBe(undefined);
  ahead.redis = 2 * DAY_MS;
  await advance(nodes[0]);
  clock.time += 1000;
  await advance(nodes[0]);
  ahead.redis = 0;
  clock.time += 1000;
  await advance(nodes[0]);
  await expect
    .poll(readProblem)
    .toBe("Redis' clock was set within the last hour, to 2 days behind the time before.");
});

test("a reservation lapses after its life, although the node's clock was set", async () => {
  const { ahead, nodes } = await addNodes({ caps: { total: 300 } });
  const decideOnBoth = async () => {
    let decided = 0;
    for (const node of [...nodes, ...nodes]) decided += await decideAll(node);
    return decided;
  };
  ahead.node = 2 * DAY_MS;
  expect(await decideOnBoth()).toBe(300);
  ahead.node = 0;
  clock.time += RESERVATION_LIFE + MINUTE;
  expect(await decideOnBoth()).toBe(300);
});

/** Counts an impression on a node, as its tracking URL does. Resolves with whether it was paid. */
async function count(node: Counting, decision: BudgetedDecision): Promise<boolean> {
  const { budgets } = node.state;
  if (decision.decidedAt + LIFE <= node.now()) return false;
  let isPaid = false;
  const key = { ...decision, kind: "impression" as const };
  const counted = await node.deduplication.writeOnce([key], async (fresh, isReserved) => {
    isPaid = budgets.chargeImpression(decision, PRICED, node.now(), isReserved) !== undefined;
    return fresh;
  });
  if (counted.length === 0) {
    budgets.refundImpression(decision);
    return false;
  }
  budgets.confirmImpression(decision, node.now());
  return isPaid;
}

interface Counting extends Node {
  deduplication: SharedDeduplication;
}

const [PRICED = raise()] = aCatalogue({ campaigns: [aCampaign({ id: 1 })] }).data.campaigns.map(
  priceCampaign,
);

function raise(): never {
  throw new Error("no campaign");
}

/** Starts two nodes that count impressions, on a Redis that keeps its data when it is killed. */
async function addCounting(
  options: Partial<CampaignOptions>,
  ahead = { nodes: [0, 0], redis: 0 },
): Promise<Counting[]> {
  await cluster.stop();
  cluster = await Cluster.start({ folder: makeFolder() });
  return Promise.all(
    [0, 1].map(async (at) => {
      const node = await cluster.addNode({
        now,
        timeout: 200,
        ahead: () => ahead.nodes[at] ?? 0,
        redisAhead: () => ahead.redis,
      });
      setCampaign(node, options);
      await waitForLease(node);
      return { ...node, deduplication: await node.state.shareDeduplication(new Deduplication(() => 0)) };
    }),
  );
}

async function waitForRedis(nodes: readonly Node[]): Promise<void> {
  for (const { state } of nodes) await expect.poll(() => state.status.isAway).toBe(false);
}

/** Rounds without a decision after which nothing is left to deliver, although a busy machine delays leases. */
const EMPTY_ROUNDS = 3;

/** Counts all decisions and makes further ones, until the nodes may make none. Resolves with the paid impressions. */
async function deliverAll(nodes: readonly [Counting, Counting]): Promise<number> {
  let paid = 0;
  for (let empty = 0; empty < EMPTY_ROUNDS; empty++) {
    for (const decision of waiting.splice(0))
      if (await count(nodes[decision.number % 2 ? 0 : 1], decision)) paid += 1;
    // What was not shown lapses.
    clock.time += RESERVATION_LIFE + MINUTE;
    await waitForRedis(nodes);
    for (const node of nodes) if ((await decideAll(node)) > 0) empty = -1;
  }
  return paid;
}

test("impressions that another node counted during an outage do not use up a cap twice", async () => {
  const [one, two] = await addCounting({ caps: { total: 200 } });
  if (!one || !two) return;
  expect(decide(one, 20)).toBe(20);
  await cluster.redis.kill();
  let paid = 0;
  for (const decision of waiting.splice(0)) if (await count(two, decision)) paid += 1;
  expect(paid).toBe(20);
  await cluster.redis.restart();
  await waitForRedis([one, two]);
  expect(paid + (await deliverAll([one, two]))).toBe(200);
});

test("an impression that another node could not pay during an outage is delivered again", async () => {
  const [one, two] = await addCounting({ caps: { total: 200 } });
  if (!one || !two) return;
  decide(two);
  const shown = waiting.length;
  expect(decide(one, 20)).toBe(20);
  cluster.redis.freeze();
  let paid = 0;
  for (const decision of waiting.splice(shown)) if (await count(two, decision)) paid += 1;
  expect(paid).toBe(0);
  cluster.redis.thaw();
  await waitForRedis([one, two]);
  expect(paid + (await deliverAll([one, two]))).toBe(200);
});

test("an impression whose reservation was open is paid by the node that decided it, without Redis", async () => {
  const [one, two] = await addCounting({ caps: { total: 60 } });
  if (!one || !two) return;
  const decided = decide(one);
  await cluster.redis.kill();
  let paid = 0;
  for (const decision of waiting.splice(0)) if (await count(one, decision)) paid += 1;
  expect(paid).toBe(decided);
  await cluster.redis.restart();
  await waitForRedis([one, two]);
  expect(paid + (await deliverAll([one, two]))).toBe(60);
});

for (const seed of SEEDS)
  test(`after outages of Redis and steps of clocks, paid impressions reach the caps exactly (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const ahead = { nodes: [0, 0], redis: 0 };
    // Every third seed has a daily cap, which the steps of Redis' clock must not repeat either.
    const caps = seed % 3 === 0 ? { daily: 600 } : { total: 600 };
    const [one, two] = await addCounting({ caps }, ahead);
    if (!one || !two) return;
    const nodes = [one, two] as const;
    const pick = () => nodes[Math.floor(random() * 2)] ?? one;
    let paid = 0;
    const work = async () => {
      for (let step = 0; step < 12; step++) {
        decide(pick(), Math.floor(random() * 20));
        for (let shown = 0; shown < 10; shown++) {
          const [decision] = waiting.splice(Math.floor(random() * waiting.length), 1);
          if (decision && random() < 0.9 && (await count(pick(), decision))) paid += 1;
        }
        if (random() < 0.1) clock.time += RESERVATION_LIFE;
        for (const node of nodes) await advance(node);
      }
    };
    const step = () => (random() < 0.3 ? Math.round((random() - 0.5) * 6 * DAY_MS) : 0);
    for (let outage = 0; outage < 4; outage++) {
      ahead.nodes = [step(), step()];
      ahead.redis = step();
      for (let tick = 0; tick < 6; tick++) for (const node of nodes) await advance(node);
      await work();
      Object.assign(ahead, { nodes: [0, 0], redis: 0 });
      const isKilled = random() < 0.5;
      if (isKilled) await cluster.redis.kill();
      else cluster.redis.freeze();
      await work();
      if (isKilled) await cluster.redis.restart();
      else cluster.redis.thaw();
      // Some impressions are counted while Redis is just back.
      await work();
      await waitForRedis(nodes);
    }
    expect(paid + (await deliverAll(nodes))).toBe(600);
  });

test("one node at a time holds the maintenance claim, except while Redis is away", async () => {
  const [one, two] = [await cluster.addNode({ now }), await cluster.addNode({ now, timeout: 100 })];
  const claim = async () => [await one.state.claimMaintenance(), await two.state.claimMaintenance()];
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

test("a node that stops after it became idle returns its lease once", async () => {
  const [idle, other] = [await cluster.addNode({ now }), await cluster.addNode({ now })];
  setCampaign(idle, { caps: { total: 400 } });
  await waitForLease(idle);
  clock.time += 6000;
  await idle.state.budgets.close();
  setCampaign(other, { caps: { total: 400 } });
  expect(await decideAll(other)).toBe(400);
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
