/** Conversions reported to several nodes: each goal of a click counts once, whichever nodes get the reports. */
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { connect } from "../../src/service/clickhouse/clickhouse.ts";
import { migrate } from "../../src/service/clickhouse/clickhouseTables.ts";
import { moveFacts } from "../../src/service/clickhouse/moveFacts.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { type ClickId, createClickIds } from "../../src/service/signing/clickIds.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { aClick } from "../service/support/click.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { makeFolder } from "../support/folder.ts";
import { type ClusterOptions, ServiceCluster } from "./cluster.ts";
import { missing, openDatabase } from "./support/clickhouse.ts";
import { createConversion } from "./support/facts.ts";
import { waitForMetric } from "./support/metrics.ts";

// The engines sync every write to disk, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
requireRedis();

const DAY_MS = 86_400_000;
const CATALOGUE = {
  ...aCatalogueObject({ campaigns: [aCampaign({ id: 1 })] }),
  accounts: [
    { id: 1, name: "Publisher", role: "publisher", network: 3 },
    {
      id: 2,
      name: "Advertiser",
      role: "advertiser",
      network: 3,
      goals: 2,
      goalSources: [1, 2].map((goal) => ({ goal, source: "report", from: "2026-01-01" })),
      apiTokens: [hashToken("advertiser")],
    },
    { id: 3, name: "Network", role: "network", apiTokens: [hashToken("network")] },
  ],
};

/** Nodes and the click ids that they accept. */
class Nodes implements AsyncDisposable {
  readonly cluster: ServiceCluster;
  readonly #clickIds: ReturnType<typeof createClickIds>;

  private constructor(cluster: ServiceCluster, secret: string) {
    this.cluster = cluster;
    this.#clickIds = createClickIds(Buffer.from(secret, "base64url"));
  }

  static async start(options: Partial<ClusterOptions> = {}): Promise<Nodes> {
    const cluster = await ServiceCluster.start({ nodes: 2, catalogue: CATALOGUE, ...options });
    return new Nodes(cluster, String(await cluster.redis.send("GET", "zonetag:secret")));
  }

  /** Returns the address of a report of goal 1. */
  write(number: number, more: Partial<ClickId> = {}): string {
    const click = this.#clickIds.sign(aClick({ number, clickedAt: Date.now() - DAY_MS, ...more }));
    return `/v1/conversion?${new URLSearchParams({ click_id: click, goal: "1" })}`;
  }

  /** Reports a conversion to a node. Resolves with status, outcome and `Retry-After`. */
  async send(path: string, node: number): Promise<[number, string | null, string | null]> {
    const { status, headers } = await fetch(`${this.cluster.nodes[node]?.origin}${path}`);
    return [status, headers.get("x-event"), headers.get("retry-after")];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.cluster.stop();
  }
}

const COUNTED = [204, "counted", null];
const REPEATED = [200, "repeated", null];
const LOST = [503, "lost", "1"];

test("a conversion counts on one node, and lines of imports of its goal are refused on each", async () => {
  await using nodes = await Nodes.start();
  const path = nodes.write(1);
  expect(await nodes.send(path, 0)).toEqual(COUNTED);
  for (const node of [1, 0]) expect(await nodes.send(path, node)).toEqual(REPEATED);
  // The same click again.
  expect(await nodes.send(nodes.write(1, { clickedAt: Date.now() }), 1)).toEqual(REPEATED);
  const other = nodes.write(2);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => nodes.send(other, at % 2)));
  expect(answers.filter(([, event]) => event === "counted")).toHaveLength(1);
  expect(answers.filter(([, event]) => event === "repeated")).toHaveLength(39);
  for (const { origin } of nodes.cluster.nodes) {
    const imported = await fetch(`${origin}/v2/imports?name=goals`, {
      method: "POST",
      headers: { Authorization: "Bearer network", "Content-Type": "application/x-ndjson" },
      body: JSON.stringify({ time: "2026-02-01", advertiser_id: 2, goal_1: 5 }),
    });
    expect(await imported.text()).toContain("goal_1: The service itself counts conversions of this goal");
  }
  expect((await nodes.cluster.countStored()).keys).toHaveLength(2);
});

test("while Redis is away new conversions are refused, known ones are known, and afterwards each counts once", async () => {
  await using nodes = await Nodes.start({ redisTimeout: 200 });
  const { redis } = nodes.cluster;
  const [known, fresh] = [nodes.write(1), nodes.write(2)];
  expect(await nodes.send(known, 0)).toEqual(COUNTED);
  redis.freeze();
  for (let again = 0; again < 2; again++)
    for (const node of [0, 1]) expect(await nodes.send(fresh, node)).toEqual(LOST);
  expect(await nodes.send(known, 0)).toEqual(REPEATED);
  redis.thaw();
  await waitForMetric(nodes.cluster, "zonetag_redis_away 0");
  expect(await nodes.send(fresh, 1)).toEqual(COUNTED);
  for (const path of [known, fresh])
    for (const node of [0, 1]) expect(await nodes.send(path, node)).toEqual(REPEATED);
  expect((await nodes.cluster.countStored()).keys).toHaveLength(2);
});

test("a conversion whose node is killed after its claim, before it is stored, counts on the other node", async () => {
  let kills = false;
  const killAtClaim = (request: Buffer): boolean => {
    if (kills && request.includes(":goal_1")) {
      kills = false;
      nodes.cluster.nodes[0]?.process.kill("SIGKILL");
    }
    return false;
  };
  await using nodes = await Nodes.start({ losesAnswer: killAtClaim });
  // Redis has the script afterwards.
  expect(await nodes.send(nodes.write(2), 0)).toEqual(COUNTED);
  const path = nodes.write(1);
  kills = true;
  await expect(nodes.send(path, 0)).rejects.toThrow();
  await expect.poll(() => nodes.cluster.redis.send("HLEN", "zonetag:goals:{1.0}:claims")).toBe(1);
  expect(await nodes.send(path, 1)).toEqual(COUNTED);
  await nodes.cluster.restart(0);
  for (const node of [0, 1]) expect(await nodes.send(path, node)).toEqual(REPEATED);
  expect((await nodes.cluster.countStored()).keys.sort()).toEqual(["1.1.7", "1.2.7"]);
});

test("reports to nodes that are killed again and again all count, and twice only if a kill cut their answer", async () => {
  await using nodes = await Nodes.start();
  const paths = Array.from({ length: 240 }, (_, at) => nodes.write(at));
  const [counted, unclear] = [new Map<string, number>(), new Set<string>()];
  const report = async (path: string, node: number) => {
    const [, event] = await nodes.send(path, node).catch(() => [0, ""]);
    if (event === "counted") counted.set(path, (counted.get(path) ?? 0) + 1);
    else if (event !== "repeated") unclear.add(path);
    return event;
  };
  for (let round = 0; round < 3; round++) {
    const node = round % 2;
    let answers = 0;
    await Promise.all(
      paths.slice(round * 80, (round + 1) * 80).map(async (path, at) => {
        await report(path, at % 2);
        answers += 1;
        if (answers === 10) await nodes.cluster.kill(node);
      }),
    );
    await nodes.cluster.restart(node);
  }
  for (const path of paths) expect(["counted", "repeated"]).toContain(await report(path, 0));
  for (const path of paths) expect(await report(path, 1)).toBe("repeated");
  expect([...counted].filter(([path, times]) => times > 1 && !unclear.has(path))).toEqual([]);
  const { keys } = await nodes.cluster.countStored();
  expect(new Set(keys).size).toBe(paths.length);
  expect(keys.length - paths.length).toBeLessThanOrEqual(unclear.size);
});

test("with ClickHouse, nodes report the conversions of all, and know moved ones and those before a loss of Redis' data", async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  await using database = await openDatabase();
  const data = join(makeFolder(), "data");
  const alone = await openStore({ folder: data });
  const yesterday = Date.now() - DAY_MS;
  const { key, event } = createConversion(1, yesterday);
  const goal = { ...key, kind: "goal_1" } as const;
  await alone.appendKeyed([
    { key: goal, event: { ...event, campaign: { campaign_id: 1, advertiser_id: 2 } } },
  ]);
  const clickhouse = connect({ url: database.url });
  await migrate(clickhouse);
  await moveFacts(alone, data, clickhouse);
  await clickhouse.close();
  await alone.close();
  await using nodes = await Nodes.start({ args: ["--clickhouse", database.url] });
  const { cluster } = nodes;
  const moved = nodes.write(1, { clickedAt: yesterday - 1000 });
  expect(await nodes.send(moved, 1)).toEqual(REPEATED);
  const { shown } = await cluster.place(cluster.nodes[0]);
  expect(await cluster.fetch(shown?.impression ?? "", cluster.nodes[0])).toBe("counted");
  expect(await nodes.send(nodes.write(2), 0)).toEqual(COUNTED);
  expect(await nodes.send(nodes.write(3), 1)).toEqual(COUNTED);
  const readGoals = async (node: number) => {
    const [date_from, date_to] = [yesterday, Date.now()].map((time) =>
      new Date(time).toISOString().slice(0, 10),
    );
    const response = await fetch(`${cluster.nodes[node]?.origin}/v2/statistics/a/global`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer advertiser" },
      body: JSON.stringify({ group_by: [], filter: { date_from, date_to }, projection: "goals" }),
    });
    const { result } = (await response.json()) as { result?: { goals: object }[] };
    return result?.[0]?.goals;
  };
  const ecpa1 = 0.002 / 3;
  for (const node of [0, 1])
    await expect
      .poll(() => readGoals(node))
      .toMatchObject({ g1: 3, g2: 0, total: 3, ecpa1: expect.closeTo(ecpa1, 6) });
  // What the nodes know themselves is gone, too.
  for (const node of [0, 1]) {
    await cluster.nodes[node]?.stop();
    await cluster.restart(node);
  }
  await cluster.redis.send("FLUSHALL");
  await waitForMetric(cluster, "zonetag_redis_data_lost 1");
  await expect.poll(() => cluster.redis.send("EXISTS", "zonetag:goals:{1.0}:goal_1")).toBe(1);
  for (const path of [moved, nodes.write(2), nodes.write(3)])
    for (const node of [0, 1]) expect(await nodes.send(path, node)).toEqual(REPEATED);
  expect(await nodes.send(nodes.write(4), 1)).toEqual(COUNTED);
});
