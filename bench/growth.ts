/**
 * What a month of events costs to keep and to ask about once it is folded: ten million events and, without `--quick`, a
 * hundred million of the same catalogue. A report's time should grow with the combinations, not with the events.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportQuery } from "../src/service/statistics/query.ts";
import { readRequest } from "../src/service/statistics/request.ts";
import { type LocalStore, openStore } from "../src/service/store/duckdb.ts";
import { writeDuckDB } from "../src/service/store/duckdbSql.ts";
import type { BenchOptions } from "./run.ts";

export const name = "growth";

const MONTH = { date_from: "2026-10-01", date_to: "2026-10-31" };
const VIEWER = { kind: "publisher", role: "publisher", goals: 0 } as const;
const QUESTIONS: Record<string, object> = {
  "by date and zone": { group_by: ["date", "zone_id"], filter: MONTH, projection: ["base"] },
  "by campaign's country": { group_by: ["country_iso"], filter: MONTH, projection: ["base"] },
  "three countries by site": {
    group_by: ["site_id"],
    filter: { ...MONTH, country_iso: ["DEU", "AUT", "CHE"] },
    projection: ["base"],
  },
  "by zone and country, by ctr": {
    group_by: ["zone_id", "country_iso"],
    filter: MONTH,
    order_by: [{ field: "ctr", order: "desc" }],
    projection: ["base"],
    offset: 50,
  },
  "a grand total of all blocks": { group_by: [], filter: MONTH },
  "by hour in Kathmandu": {
    group_by: ["hour"],
    filter: MONTH,
    timezone: "Asia/Kathmandu",
    projection: ["base"],
  },
  "how many zones a day": { group_by: ["date", "zone_id"], filter: MONTH, count: 1 },
};
const ROUNDS = 9;
const MILLION = 1_000_000;

interface Measured {
  rows: number;
  bytes: number;
  milliseconds: Map<string, number>;
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const sizes = quick ? [1, 2] : [10, 100];
  const measured: Measured[] = [];
  for (const millions of sizes) measured.push(await measure(millions));
  const [small, large] = measured as [Measured, Measured];
  const column = (value: (one: Measured) => string) => measured.map(value).join(" | ");
  const lines = Object.keys(QUESTIONS).map((question) => {
    const [a = 0, b = 0] = [small, large].map(({ milliseconds }) => milliseconds.get(question));
    return `| ${question} | ${a.toFixed(1)} ms | ${b.toFixed(1)} ms | ${(b / a).toFixed(2)} |`;
  });
  return `## Growth

Events of one month on the same catalogue, 200 zones and 12 countries, folded. Medians of ${ROUNDS}.

| | ${sizes.map((millions) => `${millions} million`).join(" | ")} | Ratio |
|---|--:|--:|--:|
| rows kept | ${column(({ rows }) => rows.toLocaleString("en-US"))} | ${(large.rows / small.rows).toFixed(2)} |
| bytes | ${column(({ bytes }) => bytes.toLocaleString("en-US"))} | ${(large.bytes / small.bytes).toFixed(2)} |
${lines.join("\n")}`;
}

async function measure(millions: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-growth-"));
  const store = await openStore({ folder });
  try {
    for (let part = 0; part < millions; part++) {
      await store.transaction(({ query }) => query(fill(part, millions)));
      // As the service does by itself, so that the table never holds all events.
      await store.fold();
    }
    const [row] = await store.query("SELECT count(*) AS n FROM facts");
    await store.query("CHECKPOINT");
    const milliseconds = new Map<string, number>();
    for (const [question, request] of Object.entries(QUESTIONS))
      milliseconds.set(question, await time(store, request));
    const { size } = await stat(join(folder, "events.duckdb"));
    return { rows: Number(row?.n), bytes: size, milliseconds };
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A million events of one part of the month. */
function fill(part: number, parts: number): string {
  const seconds = Math.floor((31 * 86_400) / parts);
  return `INSERT INTO facts (time, publisher_id, site_id, zone_id, country_iso, ad_requests, filled, impressions, clicks, publisher_revenue)
    SELECT TIMESTAMP '2026-10-01' + to_seconds(${part * seconds} + floor(i * ${seconds} / ${MILLION})::BIGINT), 2, 1, 1 + h % 200,
      ['DEU', 'AUT', 'CHE', 'USA', 'GBR', 'FRA', 'ESP', 'ITA', 'NOR', 'SWE', 'JPN', 'BRA'][CAST(1 + (h >> 23) % 12 AS BIGINT)],
      1, 1, 1, (h >> 34) % 97 = 0, 0.00105
    FROM (SELECT range AS i, hash(range + ${part * MILLION}) AS h FROM range(${MILLION}))`;
}

async function time(store: LocalStore, request: object): Promise<number> {
  const read = readRequest(request, { viewer: VIEWER, now: Date.now(), dateTimezone: "UTC" });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const { facts } = reportQuery(read.request, { accounts: [2], deletedCampaigns: [] });
  const { sql, parameters } = writeDuckDB(facts);
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    await store.query(sql, parameters);
    if (round > 0) times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}
