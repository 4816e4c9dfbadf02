/** Computes from the measurements the machines for a million requests per second. */

/** Processor time per request in microseconds, or bytes. */
export interface Costs {
  /** Node: a placement, and an impression. */
  nodePlacement: number;
  nodeImpression: number;
  /** Redis: limit of a placement; limit, claim and settling of an impression. */
  redisPlacement: number;
  redisImpression: number;
  /** ClickHouse: events of a placement, and of an impression. */
  clickhousePlacement: number;
  clickhouseImpression: number;
  /** Bytes in Redis: an address within the limit's window, and a decision with a counted impression. */
  addressBytes: number;
  decisionBytes: number;
  /** Bytes of an event on ClickHouse's disk. */
  eventBytes: number;
}

/** Requests per second; assumed, not measured. */
const REQUESTS = 1e6;
/** Share of placements; the other requests are impressions. */
const PLACEMENTS = REQUESTS / 3;
const IMPRESSIONS = REQUESTS - PLACEMENTS;
/** Zones per placement, each with a decision. */
const ZONES = 3;
const ADDRESSES = 10e6;
/** Seconds for which Redis keeps a decision: `--tracking-life`. */
const KEPT_SECONDS = 3600;
const BUSY = 0.6;
/** Bytes on the network, with browser headers and responses. */
const PLACEMENT_BYTES = 3000;
const IMPRESSION_BYTES = 800;
const DOLLARS_PER_HOUR = 0.04;
const DOLLARS_PER_GB = 0.02;

/** Returns Markdown: a table with formulas, and the costs of a billion impressions. */
export function writeShape(costs: Costs): string {
  const redis = (PLACEMENTS * costs.redisPlacement + IMPRESSIONS * costs.redisImpression) / 1e6;
  const nodes = (PLACEMENTS * costs.nodePlacement + IMPRESSIONS * costs.nodeImpression) / 1e6;
  const clickhouse =
    (PLACEMENTS * costs.clickhousePlacement + IMPRESSIONS * costs.clickhouseImpression) / 1e6;
  const memory =
    (PLACEMENTS * ZONES * KEPT_SECONDS * costs.decisionBytes + ADDRESSES * costs.addressBytes) / 1e9;
  const gigabits = (8 * (PLACEMENTS * PLACEMENT_BYTES + IMPRESSIONS * IMPRESSION_BYTES)) / 1e9;
  const disk = (IMPRESSIONS * 86_400 * costs.eventBytes) / 1e12;
  const busy = (processors: number) =>
    `${write(processors)} processors busy, ${count(Math.ceil(processors / BUSY))} at ${BUSY * 100} %`;
  const [placements, impressions] = [count(PLACEMENTS), count(IMPRESSIONS)];
  const rows = [
    [
      "nodes",
      `${placements} × ${write(costs.nodePlacement)} µs + ${impressions} × ${write(costs.nodeImpression)} µs`,
      busy(nodes),
    ],
    [
      "Redis, each shard one processor",
      `${placements} × ${write(costs.redisPlacement)} µs + ${impressions} × ${write(costs.redisImpression)} µs`,
      busy(redis),
    ],
    [
      "Redis, memory",
      `${count(PLACEMENTS * ZONES)} decisions × ${count(KEPT_SECONDS)} s × ${write(costs.decisionBytes)} bytes + ${count(ADDRESSES)} addresses* × ${write(costs.addressBytes)} bytes`,
      `${write(memory)} GB`,
    ],
    [
      "ClickHouse",
      `${placements} × ${write(costs.clickhousePlacement)} µs + ${impressions} × ${write(costs.clickhouseImpression)} µs`,
      busy(clickhouse),
    ],
    [
      "ClickHouse, disk for events",
      `${impressions} × 86,400 s × ${write(costs.eventBytes)} bytes`,
      `${write(disk)} TB a day, until \`--keep-events\``,
    ],
    [
      "network",
      `${placements} × ${count(PLACEMENT_BYTES)} bytes* + ${impressions} × ${count(IMPRESSION_BYTES)} bytes*`,
      `${write(gigabits)} Gbit/s`,
    ],
  ];
  const perBillion = 1e9 / IMPRESSIONS;
  const hours = ((nodes + redis + clickhouse) / BUSY) * (perBillion / 3600);
  const gigabytes = (gigabits / 8) * perBillion;
  return [
    "A third placements*, two thirds impressions*. What is marked * is assumed; the rest is measured above.",
    "",
    "| | Computed from | Makes |",
    "|---|---|---|",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    `Per billion impressions: ${write(hours)} processor-hours at ${BUSY * 100} %*, ${dollars(hours * DOLLARS_PER_HOUR)} at ${dollars(DOLLARS_PER_HOUR)}* an hour, and ${write(gigabytes / 1000)} TB on the network, both ways, ${dollars(gigabytes * DOLLARS_PER_GB)} at ${dollars(DOLLARS_PER_GB)}* a GB.`,
    "",
    `One Redis that is busy for ${BUSY * 100} %* of one processor carries ${count(Math.floor((BUSY * REQUESTS) / redis))} requests a second of this kind, and one processor of ClickHouse, as busy, ${count((BUSY * REQUESTS) / clickhouse)}.`,
  ].join("\n");
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const dollars = (value: number) => `${value.toFixed(2)} $`;
const write = (value: number) => (value < 10 ? value.toFixed(1) : count(value));
