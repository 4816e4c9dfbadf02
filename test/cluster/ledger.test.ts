/**
 * Kills nodes and freezes Redis under load: three nodes store exactly the events that clients saw acknowledged. Longer
 * run: `npm run test:all -- --only cluster --rounds 100`.
 */
import { expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { seededRandom } from "../../src/service/placement/random.ts";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { ServiceCluster } from "./cluster.ts";
import { waitForMetric } from "./support/metrics.ts";

const ROUNDS = Number(process.env.ZONETAG_CLUSTER_ROUNDS ?? 3);
const SEED = Number(process.env.ZONETAG_CLUSTER_SEED ?? 1);
const CLIENTS = 6;
const VIEWS = 20;
const CAP = 400;
const isLong = ROUNDS > 10;

requireRedis();

/** Answers that clients got for an impression URL. */
interface Told {
  counted: number;
  /** Whether a fetch got no definite result, or was sent while Redis did not answer. */
  isUnclear: boolean;
}

class Clients {
  readonly told = new Map<string, Told>();
  /** Whether some node may have lost Redis. */
  isUnclear = false;
  readonly #cluster: ServiceCluster;
  readonly #random: () => number;

  constructor(cluster: ServiceCluster, random: () => number) {
    this.#cluster = cluster;
    this.#random = random;
  }

  async visit(): Promise<void> {
    for (let view = 0; view < VIEWS; view++) {
      const placed = await this.#cluster.place().catch(() => undefined);
      const path = placed?.shown?.impression;
      if (path === undefined) continue;
      await this.fetch(path);
      // Repeats the request on another node.
      if (this.#random() < 0.3) await this.fetch(path);
    }
  }

  async fetch(path: string): Promise<void> {
    const told = this.told.get(path) ?? { counted: 0, isUnclear: false };
    this.told.set(path, told);
    const outcome = await this.#cluster.fetch(path).catch(() => "");
    if (outcome === "counted" || outcome === "unpaid") told.counted += 1;
    if (outcome === "" || outcome === "lost" || this.isUnclear) told.isUnclear = true;
  }
}

test("acknowledged events are stored once within the cap although nodes are killed and Redis freezes", {
  timeout: ROUNDS * 60_000,
}, async () => {
  const campaigns = [aCampaign({ id: 1, caps: { total: CAP } }), aCampaign({ id: 2, priority: -1 })];
  await using cluster = await ServiceCluster.start({
    nodes: 3,
    catalogue: aCatalogueObject({ campaigns }),
    args: UNLIMITED,
  });
  const random = seededRandom(SEED);
  const clients = new Clients(cluster, random);
  for (let round = 0; round < ROUNDS; round++) {
    const visits = Promise.all(Array.from({ length: CLIENTS }, () => clients.visit()));
    await [killNode, freezeRedis, async () => {}][round % 3]?.(cluster, clients, random);
    await visits;
    clients.isUnclear = false;
  }
  // Repeats requests that were not acknowledged.
  for (const [path, { counted }] of clients.told) if (counted === 0) await clients.fetch(path);
  const { impressions, keys, paid } = await cluster.countStored();
  const told = [...clients.told.values()];
  const acknowledged = told.filter(({ counted }) => counted > 0).length;
  const unclear = told.filter(({ isUnclear }) => isUnclear).length;
  const doubled = keys.length - new Set(keys).size;
  if (isLong) console.log({ rounds: ROUNDS, acknowledged, impressions, doubled, unclear, paid });
  expect(acknowledged).toBeGreaterThan(0);
  expect(told.filter(({ counted, isUnclear }) => counted > 1 && !isUnclear)).toEqual([]);
  // Each event is in some node's store. It may be in two stores only if Redis did not answer.
  expect(new Set(keys).size).toBeGreaterThanOrEqual(acknowledged);
  expect(new Set(keys).size).toBeLessThanOrEqual(told.length);
  expect(doubled).toBeLessThanOrEqual(unclear);
  expect(paid).toBeLessThanOrEqual(CAP);
});

async function killNode(cluster: ServiceCluster, _clients: Clients, random: () => number): Promise<void> {
  const node = Math.floor(random() * 3);
  await cluster.kill(node);
  await cluster.restart(node);
}

async function freezeRedis(cluster: ServiceCluster, clients: Clients): Promise<void> {
  clients.isUnclear = true;
  cluster.redis.freeze();
  await waitForMetric(cluster, "zonetag_redis_away 1");
  await clients.visit();
  cluster.redis.thaw();
  await waitForMetric(cluster, "zonetag_redis_away 0");
}
