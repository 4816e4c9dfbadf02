// @cluster Starts Redis.
/** Conversions shared with a Redis that may not know them: recalled from all nodes, or left by an outage. */
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { type DeduplicationKey, StoreError } from "../../../src/service/facts/eventStore.ts";
import { GoalDeduplication } from "../../../src/service/journal/goalDeduplication.ts";

import { Cluster } from "../contracts/engines.ts";
import { requireRedis } from "../support/requireRedis.ts";

requireRedis();

/** Decisions whose conversions are in one key of Redis. */
const PAGE = 2 ** 20;

const makeKey = (number: number): DeduplicationKey => ({
  epoch: 1,
  number,
  kind: "goal_1",
  decidedAt: Date.now(),
});

function makeGoals(...numbers: number[]): GoalDeduplication {
  const goals = new GoalDeduplication(() => 0);
  for (const number of numbers) goals.add(makeKey(number));
  return goals;
}

/** Whether another node than the ones so far counts the conversion. */
async function countsAgain(cluster: Cluster, number: number): Promise<boolean> {
  const goals = await (await cluster.addNode()).state.shareGoals(makeGoals());
  return (await goals.writeOnce([makeKey(number)], async (fresh) => fresh)).length > 0;
}

test("a start with a new Redis recalls conversions while another start does the maintenance", async () => {
  const cluster = await Cluster.startOwn();
  const [killed, next] = [
    await cluster.addNode({ isFilled: false }),
    await cluster.addNode({ isFilled: false }),
  ];
  expect(await killed.state.claimMaintenance()).toBe(true);
  expect(await next.state.claimMaintenance()).toBe(false);
  await next.state.shareGoals(makeGoals(), async () => makeGoals(3));
  expect(await countsAgain(cluster, 3)).toBe(false);
});

test("a recall that fails is repeated and logged once, and later starts recall nothing", async () => {
  const cluster = await Cluster.startOwn();
  const warn = vi.fn();
  const log = Object.assign(pino({ level: "silent" }), { warn });
  const recall = vi
    .fn(async () => makeGoals(3))
    .mockRejectedValueOnce(new StoreError("failed", "Too much memory."))
    .mockRejectedValueOnce(new StoreError("away", "ClickHouse does not answer."));
  // This Redis is known, but a start was killed before it recalled.
  await (await cluster.addNode({ log })).state.shareGoals(makeGoals(), recall);
  await expect.poll(() => cluster.redis.send("EXISTS", "zonetag:goals-complete"), { timeout: 5000 }).toBe(1);
  expect(recall).toHaveBeenCalledTimes(3);
  expect(warn).toHaveBeenCalledOnce();
  expect(await countsAgain(cluster, 3)).toBe(false);
  const never = vi.fn(async () => makeGoals());
  await (await cluster.addNode()).state.shareGoals(makeGoals(), never);
  expect(never).not.toHaveBeenCalled();
});

test("after Redis was away a node shares the conversions that it could not settle, not all of its own", async () => {
  const cluster = await Cluster.startOwn();
  const { state } = await cluster.addNode({ timeout: 300 });
  const pages = [0, 1].map((page) => `zonetag:goals:{1.${page}}:goal_1`);
  const goals = await state.shareGoals(makeGoals(5, 5 + PAGE));
  // To see what is shared again.
  for (const page of pages) expect(await cluster.redis.send("DEL", page)).toBe(1);
  const counting = goals.writeOnce([makeKey(4)], async (fresh) => {
    cluster.redis.freeze();
    return fresh;
  });
  expect(await counting).toHaveLength(1);
  cluster.redis.thaw();
  await expect.poll(() => state.status.isAway).toBe(false);
  // The page of the conversion, and no other.
  expect(await Promise.all(pages.map((page) => cluster.redis.send("SCARD", page)))).toEqual([2, 0]);
});

test("after a loss of data each node recalls, and sends its own conversions once", async () => {
  const cluster = await Cluster.startOwn();
  const node = await cluster.addNode();
  const own = makeGoals(4, 4 + PAGE);
  const recall = vi.fn(async () => {
    own.add(makeKey(5));
    return makeGoals(5);
  });
  await node.state.shareGoals(own, recall);
  await expect.poll(() => cluster.redis.send("EXISTS", "zonetag:goals-complete")).toBe(1);
  await cluster.redis.send("CONFIG", "RESETSTAT");
  await cluster.redis.send("FLUSHALL");
  await expect.poll(() => cluster.redis.send("EXISTS", "zonetag:goals-complete"), { timeout: 5000 }).toBe(1);
  expect(recall).toHaveBeenCalledTimes(2);
  const stats = String(await cluster.redis.send("INFO", "commandstats"));
  expect(/cmdstat_sadd:calls=(\d+)/.exec(stats)?.[1]).toBe("3");
  for (const number of [4, 4 + PAGE, 5]) expect(await countsAgain(cluster, number)).toBe(false);
});
