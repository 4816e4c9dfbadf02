/** Nodes whose Redis is restarted under load: afterwards paid impressions reach the cap exactly. */
import { expect, test } from "vitest";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { makeFolder } from "../support/folder.ts";
import { ServiceCluster, type Shown } from "./cluster.ts";
import { waitForMetric } from "./support/metrics.ts";

/** Cost of an impression of the sample campaign. */
const PRICE = 0.002;
requireRedis();

/** Starts two nodes on a Redis that keeps its data. */
const startNodes = (cap: number) =>
  ServiceCluster.start({
    nodes: 2,
    catalogue: aCatalogueObject({ campaigns: [aCampaign({ id: 1, caps: { total: cap } })] }),
    args: ["--limit-ip", "0", "--reservation-life", "1000"],
    redisTimeout: 200,
    redisFolder: makeFolder(),
  });

async function placeMany(cluster: ServiceCluster, count: number, node?: number): Promise<Shown[]> {
  const placed: Shown[] = [];
  for (let empty = 0; placed.length < count && empty < 60; ) {
    const { shown } = await cluster.place(node === undefined ? undefined : cluster.nodes[node]);
    empty = shown ? 0 : empty + 1;
    if (shown) placed.push(shown);
  }
  return placed;
}

const waitForRedis = (cluster: ServiceCluster) => waitForMetric(cluster, "zonetag_redis_away 0");

/** Shows ads until the cap is used up, reservations that lapse included. Resolves with the paid impressions. */
async function deliverRest(cluster: ServiceCluster, before: number, cap: number): Promise<number> {
  let paid = before;
  const deliver = async () => {
    for (const { impression } of await placeMany(cluster, cap))
      if ((await cluster.fetch(impression)) === "counted") paid += 1;
    return paid;
  };
  await expect.poll(deliver, { timeout: 60_000 }).toBe(cap);
  // Nothing beyond the cap is paid when the last reservations lapse.
  return deliver();
}

test("impressions that the other node counts while Redis restarts take one unit of the cap each", async () => {
  await using cluster = await startNodes(200);
  // Both nodes have a lease.
  const first = await placeMany(cluster, 4);
  const shown = await placeMany(cluster, 20, 0);
  await cluster.redis.kill();
  let paid = 0;
  const fetchOn = async (node: number, path: string) => {
    if ((await cluster.fetch(path, cluster.nodes[node])) === "counted") paid += 1;
  };
  for (const { impression } of [...first, ...shown]) await fetchOn(1, impression);
  expect(paid).toBe(24);
  await cluster.redis.restart();
  await waitForRedis(cluster);
  expect(await deliverRest(cluster, paid, 200)).toBe(200);
  expect((await cluster.countStored()).cost).toBeCloseTo(200 * PRICE, 9);
});

test("after four restarts of Redis under load, paid impressions reach the cap exactly", async () => {
  const cap = 600;
  await using cluster = await startNodes(cap);
  let paid = 0;
  let isOver = false;
  const visit = async () => {
    while (!isOver && paid < cap / 2) {
      const { shown } = await cluster.place();
      if (shown && (await cluster.fetch(shown.impression)) === "counted") paid += 1;
    }
  };
  const visitors = [visit(), visit(), visit()];
  for (let restart = 0; restart < 4; restart++) {
    await placeMany(cluster, 5);
    await cluster.redis.kill();
    await placeMany(cluster, 20);
    await cluster.redis.restart();
    await waitForRedis(cluster);
  }
  isOver = true;
  await Promise.all(visitors);
  expect(await deliverRest(cluster, paid, cap)).toBe(cap);
  expect((await cluster.countStored()).cost).toBeCloseTo(cap * PRICE, 9);
});
