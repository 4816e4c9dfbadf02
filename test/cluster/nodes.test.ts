/** Service processes on one Redis and one ClickHouse: every node counts events, and all nodes give the same report. */
import { beforeEach, expect, test } from "vitest";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { findRedisServer, NO_REDIS } from "../service/support/redis.ts";
import { ServiceCluster } from "./cluster.ts";
import { missing, openDatabase, type TestDatabase } from "./support/clickhouse.ts";
import { ACCOUNTS, askReport, readReport } from "./support/reports.ts";

const hasRedis = findRedisServer() !== undefined;
beforeEach(({ skip }) => {
  skip(!hasRedis, NO_REDIS);
  skip(missing !== undefined, missing);
});

async function withNodes(
  nodes: number,
  work: (cluster: ServiceCluster, database: TestDatabase) => Promise<void>,
  { caps = {}, more = [] }: { caps?: object; more?: string[] } = {},
): Promise<void> {
  const catalogue = { ...aCatalogueObject({ campaigns: [aCampaign({ id: 1, caps })] }), ...ACCOUNTS };
  await using database = await openDatabase();
  const args = [
    "--limit-ip",
    "0",
    "--limit-user",
    "0",
    "--limit-statistics-user",
    "0",
    "--click-limits",
    "0",
  ];
  const cluster = await ServiceCluster.start({
    nodes,
    catalogue,
    args: [...args, "--limit-statistics-ip", "0", "--clickhouse", database.url, ...more],
  });
  try {
    await work(cluster, database);
  } finally {
    await cluster.stop();
  }
}

test("after one of three nodes is killed and restarted, all report each event once", async () => {
  await withNodes(3, async (cluster) => {
    let requests = 0;
    const acknowledged = new Set<string>();
    const visit = async (count: number) => {
      for (let at = 0; at < count; at++) {
        const { shown } = await cluster.place();
        requests += 1;
        if (!shown) continue;
        for (const path of [shown.impression, shown.impression])
          if (["counted", "repeated"].includes(await cluster.fetch(path))) acknowledged.add(path);
      }
    };
    await Promise.all(Array.from({ length: 6 }, () => visit(5)));
    await cluster.kill(1);
    await cluster.restart(1);
    await Promise.all(Array.from({ length: 6 }, () => visit(5)));
    const expected = { impressions: acknowledged.size, clicks: 0, ad_requests: requests };
    expect(acknowledged.size).toBe(60);
    // Events of other nodes appear after up to a second.
    for (const at of [0, 1, 2]) await expect.poll(() => readReport(cluster, at)).toEqual(expected);
  });
}, 120_000);

test("while ClickHouse is away, events are counted and reports are answered with 503", async (context) => {
  await withNodes(1, async (cluster, { engine }) => {
    context.skip(!engine, "only an engine that the test started can be killed");
    const { shown } = await cluster.place();
    await engine?.kill();
    expect(await cluster.fetch(shown?.impression ?? "")).toBe("counted");
    const refused = await askReport(cluster, 0);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
    const origin = cluster.nodes[0]?.origin;
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain("zonetag_clickhouse_away 1");
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    await engine?.start();
    await expect.poll(async () => (await askReport(cluster, 0)).status).toBe(200);
    expect(await readReport(cluster, 0)).toEqual({ impressions: 1, clicks: 0, ad_requests: 1 });
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain("zonetag_clickhouse_away 0");
  });
}, 120_000);

const CAP = 40;

/** Requests `count` placements and counts the impression of each filled one. Resolves with their number. */
async function showAll(cluster: ServiceCluster, count: number): Promise<number> {
  let shown = 0;
  for (let at = 0; at < count; at++) {
    const placed = await cluster.place();
    if (!placed.shown) continue;
    expect(await cluster.fetch(placed.shown.impression)).toBe("counted");
    shown += 1;
  }
  return shown;
}

const readMetrics = async (cluster: ServiceCluster, at: number) =>
  (await fetch(`${cluster.nodes[at]?.origin}/metrics`)).text();

test("after Redis lost its data, nodes restore delivered amounts from ClickHouse before they lease", async () => {
  await withNodes(
    2,
    async (cluster) => {
      const before = await showAll(cluster, 15);
      expect(before).toBeGreaterThan(5);
      await cluster.redis.send("FLUSHALL");
      for (const at of cluster.nodes.keys())
        await expect.poll(() => readMetrics(cluster, at)).toContain("zonetag_redis_data_lost 1");
      for (const at of cluster.nodes.keys())
        await expect
          .poll(() => readMetrics(cluster, at), { timeout: 60_000 })
          .toContain("zonetag_redis_data_lost 0");
      await expect.poll(() => showAll(cluster, 1)).toBe(1);
      const after = 1 + (await showAll(cluster, 3 * CAP));
      expect(before + after).toBeLessThanOrEqual(CAP);
      // Nodes send their journals once a second.
      const readImpressions = async () => (await readReport(cluster, 0))?.impressions;
      await expect.poll(readImpressions, { timeout: 30_000 }).toBe(before + after);
    },
    { caps: { total: CAP }, more: ["--reservation-life", "1000"] },
  );
}, 180_000);

test("a new node on an empty Redis restores delivered amounts from ClickHouse at its start", async () => {
  await withNodes(
    1,
    async (cluster) => {
      const before = await showAll(cluster, 15);
      await cluster.nodes[0]?.stop();
      await cluster.redis.send("FLUSHALL");
      // The new node's data folder is empty.
      cluster.nodes[0] = await cluster.startNode(1);
      await expect.poll(() => showAll(cluster, 1)).toBe(1);
      const after = 1 + (await showAll(cluster, 3 * CAP));
      expect(before).toBeGreaterThan(5);
      expect(before + after).toBeLessThanOrEqual(CAP);
    },
    { caps: { total: CAP }, more: ["--reservation-life", "1000"] },
  );
}, 180_000);
