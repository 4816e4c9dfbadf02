/**
 * Costs of keeping and querying a month of folded events: ten million and, without `--quick`, a hundred million of the
 * same catalogue. A report's time should grow with the combinations, not with the events.
 *
 * Only one day of events is stored individually and folded by the store, with its time measured. The month is created
 * directly in the folded form; that day verifies that both forms are equal.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeDuckDB } from "../src/service/duckdb/duckdbSql.ts";
import { type LocalStore, openStore } from "../src/service/duckdb/duckdbStore.ts";
import { COUNTERS } from "../src/service/facts/factTable.ts";
import { reportQuery } from "../src/service/reports/query.ts";
import { parseReportRequest } from "../src/service/reports/request.ts";
import type { BenchOptions } from "./run.ts";
import { median } from "./service/median.ts";

export const name = "growth";

const MONTH = { date_from: "2026-10-01", date_to: "2026-10-31" };
const VIEWER = { kind: "publisher", role: "publisher", goals: 0 } as const;
const QUESTIONS: Record<string, object> = {
  "by date and zone": { group_by: ["date", "zone_id"], filter: MONTH, projection: ["base"] },
  "by country": { group_by: ["country_iso"], filter: MONTH, projection: ["base"] },
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
const DAYS = 31;
const ZONES = 50;
const COUNTRIES = ["DEU", "AUT", "CHE", "USA", "GBR", "FRA", "ESP", "ITA", "NOR", "SWE", "JPN", "BRA"];

interface Month {
  store: LocalStore;
  folder: string;
  events: number;
  rows: number;
  bytes: number;
}

export async function run({ quick }: BenchOptions): Promise<string> {
  const sizes = quick ? [MILLION, 10 * MILLION] : [10 * MILLION, 100 * MILLION];
  const folding = await measureFolding((sizes[0] ?? 0) / DAYS);
  const months: Month[] = [];
  try {
    for (const events of sizes) months.push(await makeMonth(events));
    const [small, large] = months as [Month, Month];
    const lines: string[] = [];
    for (const [question, request] of Object.entries(QUESTIONS))
      lines.push(`| ${question} | ${(await compare(small, large, request)).join(" | ")} |`);
    return writeReport(small, large, folding, lines);
  } finally {
    for (const { store, folder } of months) {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function writeReport(small: Month, large: Month, folding: string, lines: readonly string[]): string {
  const format = (value: number) => Math.round(value).toLocaleString("en-US");
  const row = (what: string, value: (month: Month) => number) =>
    `| ${what} | ${format(value(small))} | ${format(value(large))} | ${(value(large) / value(small)).toFixed(2)} |`;
  return `## Growth

Events of one month on the same catalogue, ${ZONES} zones and ${COUNTRIES.length} countries, folded into quarters of an hour: at most
${format(DAYS * 96 * ZONES * COUNTRIES.length)} combinations. Times are medians of ${ROUNDS} in turn, and so is their ratio. ${folding}

| | ${format(small.events)} events | ${format(large.events)} events | Ratio |
|---|--:|--:|--:|
${row("rows kept", ({ rows }) => rows)}
${row("bytes for a million events", ({ bytes, events }) => (bytes / events) * MILLION)}
${lines.join("\n")}`;
}

/**
 * Measures how fast the store folds a day of individual events, and verifies that the result equals the month's data.
 */
async function measureFolding(events: number): Promise<string> {
  const [folded, made] = [await openEmpty(), await openEmpty()];
  try {
    await folded.store.transaction(({ query }) => query(writeInsert(listEvents(0, events))));
    const start = performance.now();
    await folded.store.fold();
    const seconds = (performance.now() - start) / 1000;
    await made.store.transaction(({ query }) => query(writeInsert(sumEvents(listEvents(0, events)))));
    const [a, b] = [await digestFacts(folded.store), await digestFacts(made.store)];
    if (a !== b) throw new Error(`Folding leaves ${a}, and a month is made of ${b}.`);
    const count = Math.round(events).toLocaleString("en-US");
    return `The store folded the ${count} events of one day in ${seconds.toFixed(1)} s; the months are made in the form that this left.`;
  } finally {
    for (const { store, folder } of [folded, made]) {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function openEmpty(): Promise<{ store: LocalStore; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-growth-"));
  return { folder, store: await openStore({ folder }) };
}

/** Digests all rows in order. */
async function digestFacts(store: LocalStore): Promise<string> {
  const [row] = await store.query<{ n: bigint; md5: string }>(
    "SELECT count(*) AS n, md5(string_agg(md5(facts::VARCHAR), '' ORDER BY facts::VARCHAR)) AS md5 FROM facts",
  );
  return `${row?.n} rows ${row?.md5}`;
}

async function makeMonth(events: number): Promise<Month> {
  const { store, folder } = await openEmpty();
  for (let day = 0; day < DAYS; day++)
    await store.transaction(({ query }) => query(writeInsert(sumEvents(listEvents(day, events / DAYS)))));
  await store.query("CHECKPOINT");
  const [row] = await store.query("SELECT count(*) AS n FROM facts");
  const { size: bytes } = await stat(join(folder, "events.duckdb"));
  return { store, folder, events, rows: Number(row?.n), bytes };
}

const COUNTER_NAMES = Object.keys(COUNTERS);
const COLUMNS = ["time", "publisher_id", "site_id", "zone_id", "country_iso", ...COUNTER_NAMES].join(", ");

function writeInsert(rows: string): string {
  return `INSERT INTO facts (${COLUMNS}) ${rows}`;
}

/** Returns SQL that selects a day of individual events, each with its counters. */
function listEvents(day: number, events: number): string {
  const counted: Record<string, string> = {
    ad_requests: "1",
    filled: "1",
    impressions: "1",
    clicks: "((h >> 34) % 97 = 0)::BIGINT",
    publisher_revenue: "0.00105",
  };
  const countries = COUNTRIES.map((iso) => `'${iso}'`).join(", ");
  return `SELECT TIMESTAMP '2026-10-01' + to_seconds(${day * 86_400} + floor(i * 86400 / ${Math.floor(events)})::BIGINT),
      2, 1, 1 + h % ${ZONES}, [${countries}][CAST(1 + (h >> 23) % ${COUNTRIES.length} AS BIGINT)],
      ${COUNTER_NAMES.map((name) => counted[name] ?? "0").join(", ")}
    FROM (SELECT range AS i, hash(range + ${day * 1000 * MILLION}) AS h FROM range(${Math.floor(events)}))`;
}

/** Folds events as the store does. */
function sumEvents(events: string): string {
  const sums = COUNTER_NAMES.map((name) => `sum(${name})`).join(", ");
  return `SELECT * FROM (
      SELECT time_bucket(INTERVAL 15 MINUTE, time) AS quarter, publisher_id, site_id, zone_id, country_iso, ${sums}
      FROM (${events}) AS events(${COLUMNS}) GROUP BY ALL
    ) ORDER BY date_trunc('hour', quarter)`;
}

/** Measures a report over each month, in milliseconds, and the ratio. */
async function compare(small: Month, large: Month, request: object): Promise<string[]> {
  const times: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const both: [number, number] = [
      await timeQuestion(small.store, request),
      await timeQuestion(large.store, request),
    ];
    if (round > 0) times.push(both);
  }
  const milliseconds = [0, 1].map((at) => `${median(times.map((both) => both[at] ?? 0)).toFixed(1)} ms`);
  return [...milliseconds, median(times.map(([a, b]) => b / a)).toFixed(2)];
}

async function timeQuestion(store: LocalStore, request: object): Promise<number> {
  const read = parseReportRequest(request, { viewer: VIEWER, now: Date.now(), dateTimezone: "UTC" });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const { facts } = reportQuery(read.request, { accounts: [2], deletedCampaigns: [] });
  const { sql, parameters } = writeDuckDB(facts);
  const start = performance.now();
  await store.query(sql, parameters);
  return performance.now() - start;
}
