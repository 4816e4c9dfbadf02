/** Nodes whose clock is wrong at the start or while they run. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { ServiceCluster } from "./cluster.ts";

/** Cost of an impression of the sample campaign. */
const PRICE = 0.002;
const DAY_MS = 86_400_000;
const PRELOADED = resolve(import.meta.dirname, "support/wrongClock.mjs");
const hasRedis = findRedisServer() !== undefined;
beforeEach(({ skip }) => skip(!hasRedis, NO_REDIS));

/** Starts two nodes with a cap, the first of which has the given clock. Stops them after `work`. */
async function withWrongClock(
  ahead: number,
  work: (cluster: ServiceCluster, set: (ahead: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-clock-"));
  const file = join(folder, "clock");
  const set = (milliseconds: number) => writeFile(file, String(milliseconds));
  await set(ahead);
  const cluster = await ServiceCluster.start({
    nodes: 2,
    catalogue: aCatalogueObject({ campaigns: [aCampaign({ id: 1, caps: { daily: 300 } })] }),
    args: ["--limit-ip", "0"],
    place: (node, port) => ({
      through: node === 0 ? ["env", `NODE_OPTIONS=--import=${PRELOADED}`, `ZONETAG_TEST_CLOCK=${file}`] : [],
      args: [],
      redis: `redis://127.0.0.1:${port}`,
    }),
  });
  try {
    await work(cluster, set);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
}

const place = async (cluster: ServiceCluster, node: number) =>
  (await cluster.place(cluster.nodes[node])).shown;
const readHealth = async (cluster: ServiceCluster, node: number) =>
  (await (await fetch(`${cluster.nodes[node]?.origin}/readyz`)).json()) as {
    ready: boolean;
    warning?: string;
  };

for (const [name, ahead] of [
  ["three days behind", -3 * DAY_MS],
  ["two days ahead", 2 * DAY_MS],
  ["seven hours behind", -7 * 3600_000],
] as const) {
  test(`a node that starts with its clock ${name} serves capped campaigns, before and after it is set right`, async () => {
    await withWrongClock(ahead, async (cluster, set) => {
      await expect.poll(() => place(cluster, 0)).toBeDefined();
      await expect
        .poll(async () => (await readHealth(cluster, 0)).warning)
        .toContain("The clock of this node is");
      expect((await readHealth(cluster, 1)).warning).toBe(undefined);
      await set(0);
      await expect.poll(async () => (await readHealth(cluster, 0)).warning).toBe(undefined);
      for (const node of [0, 1]) await expect.poll(() => place(cluster, node)).toBeDefined();
    });
  });

  test(`a running node whose clock is set ${name} for a while delivers its cap exactly`, async () => {
    await withWrongClock(0, async (cluster, set) => {
      let counted = 0;
      const deliver = async (most: number) => {
        for (let empty = 0, placed = 0; placed < most && empty < 100; ) {
          const { shown } = await cluster.place();
          empty = shown ? 0 : empty + 1;
          placed += shown ? 1 : 0;
          if (shown && (await cluster.fetch(shown.impression)) === "counted") counted += 1;
        }
      };
      await deliver(50);
      await set(ahead);
      await expect.poll(async () => (await readHealth(cluster, 0)).warning).toBeDefined();
      await set(0);
      await expect.poll(async () => (await readHealth(cluster, 0)).warning).toBe(undefined);
      await deliver(300);
      const deliverMore = async () => {
        await deliver(10);
        return counted;
      };
      await expect.poll(deliverMore).toBe(300);
      expect((await cluster.countStored()).cost).toBeCloseTo(300 * PRICE, 9);
    });
  });
}
