/** Three nodes in separate networks, one of which loses its connection to Redis, to ClickHouse, or to both. */
import { beforeEach, expect, test } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { listEvents, ServiceCluster } from "./cluster.ts";
import { missing, openDatabase } from "./support/clickhouse.ts";
import { type Cable, findMissingNamespaces, Namespaces } from "./support/namespaces.ts";
import { ACCOUNTS, askReport, readReport } from "./support/reports.ts";

const noNamespaces = findMissingNamespaces();
requireRedis();
beforeEach(({ skip }) => {
  skip(missing !== undefined, missing);
  skip(process.env.ZONETAG_CLICKHOUSE !== undefined, "needs an engine that listens on every address");
  skip(noNamespaces !== undefined, noNamespaces);
});

const NODES = 3;
const CAP = 60;
/** The node that is cut off. */
const CUT = 1;

test.each<[string, Cable[]]>([
  ["Redis", ["redis"]],
  ["ClickHouse", ["clickhouse"]],
  ["both", ["redis", "clickhouse"]],
])(
  "a node that is cut off from %s continues to serve, and each event counts once after it reconnects",
  async (_name, cables) => {
    const campaigns = [aCampaign({ id: 1, caps: { total: CAP } }), aCampaign({ id: 2, priority: -1 })];
    await using database = await openDatabase("0.0.0.0");
    const { port, pathname } = new URL(database.url);
    using machines = new Namespaces(NODES);
    await using cluster = await ServiceCluster.start({
      nodes: NODES,
      catalogue: { ...aCatalogueObject({ campaigns }), ...ACCOUNTS },
      redisTimeout: 300,
      redisHost: "0.0.0.0",
      args: [...UNLIMITED, "--metrics-token", "metrics"],
      place: (node, redisPort) => ({
        through: machines.enter(node),
        redis: `redis://${machines.address(node, "redis", "here")}:${redisPort}`,
        args: [
          ...["--host", machines.address(node, "client", "node")],
          ...["--clickhouse", `http://${machines.address(node, "clickhouse", "here")}:${port}${pathname}`],
        ],
      }),
    });
    const told = new Set<string>();
    const visit = async (views: number) => {
      for (let view = 0; view < views; view++) {
        const { status, shown } = await cluster.place();
        expect(status).toBe(200);
        if (!shown) continue;
        // The second fetch goes to another node.
        for (let fetches = 0; fetches < 2; fetches++)
          expect(await cluster.fetch(shown.impression)).toMatch(/^(counted|repeated|unpaid)$/);
        told.add(shown.impression);
      }
    };
    const readMetrics = async (at: number) => {
      const headers = { Authorization: "Bearer metrics" };
      return (await fetch(`${cluster.nodes[at]?.origin}/metrics`, { headers })).text();
    };
    const expectAway = async (value: 0 | 1) => {
      for (const cable of cables)
        await expect.poll(() => readMetrics(CUT)).toContain(`zonetag_${cable}_away ${value}`);
    };
    await visit(12);
    for (const cable of cables) machines.cut(CUT, cable);
    await visit(12);
    await expectAway(1);
    await visit(12);
    for (const at of cluster.nodes.keys()) {
      const isCut = at === CUT && cables.includes("clickhouse");
      expect((await askReport(cluster, at)).status).toBe(isCut ? 503 : 200);
      if (at !== CUT)
        // On a busy machine, Redis can answer after the short timeout of this test.
        for (const cable of cables)
          await expect.poll(() => readMetrics(at)).toContain(`zonetag_${cable}_away 0`);
    }
    for (const cable of cables) machines.mend(CUT, cable);
    await expectAway(0);
    await visit(12);
    const { impressions } = listEvents([...told]);
    for (const at of cluster.nodes.keys())
      await expect.poll(() => readReport(cluster, at)).toMatchObject({ impressions: impressions.size });
    expect(impressions.size).toBe(48);
  },
  180_000,
);
