/**
 * Requests to one, two and three nodes: rate, latency, and processor time of each part. All parts share the machine
 * with the load generator, so processor times say more than rates.
 */

import { ServiceCluster } from "../../test/cluster/cluster.ts";
import { openDatabase } from "../../test/cluster/support/clickhouse.ts";
import { CONNECTIONS, createBodies, createCatalogue, HEADERS } from "../service/fixture.ts";
import { type Load, type LoadResult, load, percentile } from "../service/load.ts";
import { readCpuSeconds } from "../service/processorTime.ts";
import { measureRowBytes } from "./bytesPerRow.ts";

export interface RequestsOptions {
  seconds: number;
}

interface Setup {
  label: string;
  nodes: number;
  hasRedis: boolean;
  hasClickHouse: boolean;
}

const SETUPS: readonly Setup[] = [
  { label: "one, alone", nodes: 1, hasRedis: false, hasClickHouse: false },
  { label: "one, Redis", nodes: 1, hasRedis: true, hasClickHouse: false },
  { label: "one, both", nodes: 1, hasRedis: true, hasClickHouse: true },
  { label: "two, both", nodes: 2, hasRedis: true, hasClickHouse: true },
  { label: "three, both", nodes: 3, hasRedis: true, hasClickHouse: true },
];
const ZONES = 3;
/** More than are fetched while the placements are made. */
const IMPRESSIONS_PER_PLACEMENT = 4;
/** High enough never to be reached, so that requests are only counted. */
const LIMIT = "100000000";

/** Processor time of one request or one impression, in microseconds. */
export interface Cost {
  perSecond: number;
  nodes: number;
  redis: number;
  clickhouse: number;
}

interface Measured {
  placements: Cost;
  p50: number;
  p99: number;
  impressions: Cost;
  /** Bytes of an event on ClickHouse's disk. */
  bytes: number;
}

export interface Requests {
  /** Markdown: tables of placements and impressions, and costs of Redis. */
  tables: string;
  /** Costs of one node with Redis and ClickHouse. */
  placements: Cost;
  impressions: Cost;
  /** Bytes of an event on ClickHouse's disk. */
  eventBytes: number;
}

export async function measureRequests(options: RequestsOptions): Promise<Requests> {
  const rows: { setup: Setup; measured: Measured }[] = [];
  for (const setup of SETUPS) {
    const measured = await measure(setup, options);
    rows.push({ setup, measured });
    console.error(formatRow([setup.label, "placements"], measured.placements));
    console.error(formatRow([setup.label, "impressions"], measured.impressions));
  }
  const [alone, withRedis, withBoth] = rows.map(({ measured }) => measured) as [Measured, Measured, Measured];
  const eventBytes = rows.at(-1)?.measured.bytes ?? Number.NaN;
  const tables = [
    `Placements of ${ZONES} zones, with a limit for each address, and fetches of impressions; the nodes, Redis, ClickHouse's engine and the load share the processors. Percentiles at half the rate.`,
    "",
    "| nodes | placements/s | p50 | p99 | node, µs | Redis, µs | ClickHouse, µs |",
    "|---|--:|--:|--:|--:|--:|--:|",
    ...rows.map(({ setup, measured: { placements, p50, p99 } }) =>
      formatRow([setup.label, rate(placements), `${p50.toFixed(1)} ms`, `${p99.toFixed(1)} ms`], placements),
    ),
    "",
    "| nodes | impressions/s | node, µs | Redis, µs | ClickHouse, µs |",
    "|---|--:|--:|--:|--:|",
    ...rows.map(({ setup, measured: { impressions } }) =>
      formatRow([setup.label, rate(impressions)], impressions),
    ),
    "",
    describeRedis("placement", alone.placements, withRedis.placements),
    describeRedis("impression", alone.impressions, withRedis.impressions),
    `A placement at half the rate takes ${(withRedis.p50 - alone.p50).toFixed(1)} ms longer with Redis, by the median, and ${(withRedis.p99 - alone.p99).toFixed(1)} ms by the 99th percentile.`,
    `An event takes ${eventBytes.toFixed(0)} bytes on ClickHouse's disk.`,
  ].join("\n");
  const { placements, impressions } = withBoth;
  return { tables, placements, impressions, eventBytes };
}

/** Describes the costs of Redis under load: the commands of one turn of the event loop are sent together. */
function describeRedis(request: string, alone: Cost, shared: Cost): string {
  return `Redis costs ${request === "placement" ? "a placement" : "an impression"} ${(shared.nodes - alone.nodes).toFixed(0)} µs of its node and ${shared.redis.toFixed(0)} µs of Redis, pipelined.`;
}

const rate = ({ perSecond }: Cost) => perSecond.toFixed(0);

function formatRow(first: readonly string[], { nodes, redis, clickhouse }: Cost): string {
  const times = [nodes, redis, clickhouse].map((time) => (Number.isNaN(time) ? "" : time.toFixed(0)));
  return `| ${[...first, ...times].join(" | ")} |`;
}

async function measure(setup: Setup, { seconds }: RequestsOptions): Promise<Measured> {
  await using database = setup.hasClickHouse ? await openDatabase() : undefined;
  const cluster = await ServiceCluster.start({
    nodes: setup.nodes,
    catalogue: createCatalogue({}),
    isAlone: !setup.hasRedis,
    args: ["--limit-ip", LIMIT, "--click-limits", "0", ...(database ? ["--clickhouse", database.url] : [])],
  });
  const read = () => ({
    nodes: cluster.nodes.reduce((sum, node) => sum + readCpuSeconds(node.process.pid), 0),
    redis: setup.hasRedis ? readCpuSeconds(cluster.redis.pid) : Number.NaN,
    clickhouse: database?.engine ? readCpuSeconds(database.engine.pid) : Number.NaN,
  });
  const cost = async (
    results: () => Promise<LoadResult[]>,
    settle = 1500,
  ): Promise<Cost & { all: LoadResult[] }> => {
    const before = read();
    const all = await results();
    // Events of answered requests are sent to ClickHouse afterwards.
    await new Promise((done) => setTimeout(done, settle));
    const after = read();
    const answered = all.reduce((sum, { statuses }) => sum + (statuses["200"] ?? 0), 0);
    const each = (name: "nodes" | "redis" | "clickhouse") => ((after[name] - before[name]) * 1e6) / answered;
    return {
      perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
      nodes: each("nodes"),
      redis: each("redis"),
      clickhouse: each("clickhouse"),
      all,
    };
  };
  const common = { bodies: createBodies(ZONES), headers: HEADERS, connections: CONNECTIONS / setup.nodes };
  const loadAll = (more: Partial<Load>) =>
    Promise.all(
      cluster.nodes.map((node) => load({ ...common, url: node.endpoint, seconds, ...more } as Load)),
    );
  try {
    // Until the code is compiled.
    await loadAll({});
    const placements = await cost(() => loadAll({}));
    const slow = await loadAll({ rate: placements.perSecond / 2 / setup.nodes });
    const latencies = Float64Array.from(slow.flatMap((one) => [...one.latencies])).sort();
    const paths = await listImpressions(cluster, placements.perSecond * seconds * IMPRESSIONS_PER_PLACEMENT);
    const fetched = await cost(() =>
      Promise.all(
        cluster.nodes.map((node, at) =>
          load({
            ...common,
            url: node.endpoint,
            seconds,
            paths: paths.filter((_, one) => one % setup.nodes === at),
          }),
        ),
      ),
    );
    if (fetched.all.reduce((sum, { statuses }) => sum + (statuses["200"] ?? 0), 0) > paths.length)
      throw new Error("Impressions came to an end before the time did.");
    return {
      placements,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      impressions: fetched,
      bytes: database ? await measureRowBytes(database.url, "events") : Number.NaN,
    };
  } finally {
    await cluster.stop();
  }
}

/** Lists impression URLs of new decisions. */
async function listImpressions(cluster: ServiceCluster, count: number): Promise<string[]> {
  const zones = Array.from({ length: 10 }, (_, at) => ({ id: at + 1, keywords: "shoes,running,bikes" }));
  const body = JSON.stringify({ user: { ip: "85.1.2.3" }, zones });
  const paths: string[] = [];
  while (paths.length < count) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(cluster.next().endpoint, { method: "POST", headers: HEADERS, body });
        return (await response.json()) as { zones: ({ data: { impression: string } } | null)[] };
      }),
    );
    for (const { zones } of answers)
      for (const zone of zones) if (zone) paths.push(new URL(zone.data.impression).pathname);
  }
  return paths;
}
