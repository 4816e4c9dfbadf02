/** Service processes on one Redis and one ClickHouse: every node counts events, and all nodes give the same report. */
import { beforeEach, expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { ServiceCluster } from "./cluster.ts";
import { missing, openDatabase, type TestDatabase } from "./support/clickhouse.ts";
import { readMetrics, waitForMetric } from "./support/metrics.ts";
import { ACCOUNTS, askReport, readReport } from "./support/reports.ts";

requireRedis();
beforeEach(({ skip }) => skip(missing !== undefined, missing));

function startNodes(
  nodes: number,
  { url }: TestDatabase,
  { caps = {}, more = [] }: { caps?: object; more?: string[] } = {},
): Promise<ServiceCluster> {
  return ServiceCluster.start({
    nodes,
    catalogue: { ...aCatalogueObject({ campaigns: [aCampaign({ id: 1, caps })] }), ...ACCOUNTS },
    args: [...UNLIMITED, "--clickhouse", url, ...more],
  });
}

test("after one of three nodes is killed and restarted, all report each event once", async () => {
  await using database = await openDatabase();
  await using cluster = await startNodes(3, database);
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
}, 120_000);

test("while ClickHouse is away, events are counted and reports are answered with 503", async (context) => {
  await using database = await openDatabase();
  const { engine } = database;
  context.skip(!engine, "only an engine that the test started can be killed");
  await using cluster = await startNodes(1, database);
  const { shown } = await cluster.place();
  await engine?.kill();
  expect(await cluster.fetch(shown?.impression ?? "")).toBe("counted");
  const refused = await askReport(cluster, 0);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  const [node = { origin: "" }] = cluster.nodes;
  expect(await readMetrics(node)).toContain("zonetag_clickhouse_away 1");
  expect((await fetch(`${node.origin}/readyz`)).status).toBe(200);
  await engine?.start();
  await expect.poll(async () => (await askReport(cluster, 0)).status).toBe(200);
  expect(await readReport(cluster, 0)).toEqual({ impressions: 1, clicks: 0, ad_requests: 1 });
  expect(await readMetrics(node)).toContain("zonetag_clickhouse_away 0");
}, 120_000);

const CAP = 40;
const CAPPED = { caps: { total: CAP }, more: ["--reservation-life", "1000"] };

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

test("after Redis lost its data, nodes restore delivered amounts from ClickHouse before they lease", async () => {
  await using database = await openDatabase();
  await using cluster = await startNodes(2, database, CAPPED);
  const before = await showAll(cluster, 15);
  expect(before).toBeGreaterThan(5);
  await cluster.redis.send("FLUSHALL");
  await waitForMetric(cluster, "zonetag_redis_data_lost 1");
  await waitForMetric(cluster, "zonetag_redis_data_lost 0", { timeout: 60_000 });
  await expect.poll(() => showAll(cluster, 1)).toBe(1);
  const after = 1 + (await showAll(cluster, 3 * CAP));
  expect(before + after).toBeLessThanOrEqual(CAP);
  // Nodes send their journals once a second.
  const readImpressions = async () => (await readReport(cluster, 0))?.impressions;
  await expect.poll(readImpressions, { timeout: 30_000 }).toBe(before + after);
}, 180_000);

test("a new node on an empty Redis restores delivered amounts from ClickHouse at its start", async () => {
  await using database = await openDatabase();
  await using cluster = await startNodes(1, database, CAPPED);
  const before = await showAll(cluster, 15);
  await cluster.nodes[0]?.stop();
  await cluster.redis.send("FLUSHALL");
  // The new node's data folder is empty.
  cluster.nodes[0] = await cluster.startNode(1);
  await expect.poll(() => showAll(cluster, 1)).toBe(1);
  const after = 1 + (await showAll(cluster, 3 * CAP));
  expect(before).toBeGreaterThan(5);
  expect(before + after).toBeLessThanOrEqual(CAP);
}, 180_000);
