/**
 * A year of events: duration of a report over all of it relative to its last days, disk space per million events, and
 * duration of placements while facts are loaded. All times are paired.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService, UNLIMITED } from "../e2e/support/service.ts";
import { noteDays } from "../src/service/duckdb/dailySums.ts";
import { type LocalStore, openStore } from "../src/service/duckdb/duckdbStore.ts";
import { ROWS_PLAN } from "../src/service/facts/sumFacts.ts";
import { reportQuery } from "../src/service/reports/query.ts";
import { parseReportRequest } from "../src/service/reports/request.ts";
import type { BenchOptions } from "./run.ts";
import { describeBeside, measureBeside, PLACEMENTS_PER_SECOND, SECONDS } from "./service/measureBeside.ts";
import { median } from "./service/median.ts";
import { CATALOGUE, COUNTRIES, signIn } from "./storedFacts.ts";

export const name = "scale";

const MILLION = 1_000_000;
const DAYS = 400;
/** Days with the last tenth of the events. */
const LAST_DAYS = 40;
const FIRST_DAY = Date.parse("2025-10-17");
const DAY_MS = 86_400_000;
const QUARTERS = 96;
const VIEWER = { kind: "network", role: "advertiser", goals: 0 } as const;
const SCOPE = { accounts: [3], deletedCampaigns: [] };
const PLACEMENT = JSON.stringify({ user: { ip: "192.0.2.1" }, zones: [{ id: 1 }, { id: 2 }] });
const LOADED_LINES = 100_000;

const day = (at: number) => new Date(FIRST_DAY + at * DAY_MS).toISOString().slice(0, 10);

/** A fifth of a large network's year, so that the measurement ends within ten minutes. */
const FULL = { events: 20 * MILLION, rounds: 9 };
const QUICK = { events: MILLION, rounds: 2 };

export async function run({ quick }: BenchOptions): Promise<string> {
  const { events, rounds } = quick ? QUICK : FULL;
  const folder = await mkdtemp(join(tmpdir(), "zonetag-scale-"));
  try {
    const store = await openStore({ folder });
    await fillYear(store, events);
    const { rows, bytes } = await measureSize(store, folder);
    const facts = await compareReports(store, rounds);
    const summing = await sumUp(store);
    const sums = await compareReports(store, rounds);
    await store.close();
    const placements = await comparePlacements(folder, rounds);
    return `## A year of events

${events.toLocaleString("en-US")} events over ${DAYS} days, a tenth of them in the last ${LAST_DAYS}, folded into ${rows.toLocaleString("en-US")} rows: ${Math.round(bytes / (events / MILLION)).toLocaleString("en-US")} bytes for a million events. Times are medians of ${rounds} in turn, and so are their ratios; the days were summed up in ${summing}.

| Reports by month and campaign | Last ${LAST_DAYS} days | All ${DAYS} days | Ratio |
|---|--:|--:|--:|
| from facts | ${facts} |
| from sums of days | ${sums} |

Placements at ${PLACEMENTS_PER_SECOND} a second for ${SECONDS} s alone and for ${SECONDS} s beside imports of ${LOADED_LINES.toLocaleString("en-US")} lines over HTTP, one after the other, in turn, ${rounds} times.

| | Alone | Beside imports | Ratio |
|---|--:|--:|--:|
${placements.join("\n")}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes days in folded form: a row for each quarter of an hour, campaign, zone and country. */
async function fillYear(store: LocalStore, events: number): Promise<void> {
  const countries = COUNTRIES.map((iso) => `'${iso}'`).join(", ");
  for (let at = 0; at < DAYS; at++) {
    const isLast = at >= DAYS - LAST_DAYS;
    const count = Math.round(isLast ? (events * 0.1) / LAST_DAYS : (events * 0.9) / (DAYS - LAST_DAYS));
    await store.transaction(({ query }) =>
      query(`INSERT INTO facts (time, advertiser_id, publisher_id, campaign_id, site_id, zone_id, country_iso,
          ad_requests, filled, impressions, clicks, cost, publisher_revenue)
        SELECT TIMESTAMP '${day(at)}' + to_seconds((i * ${QUARTERS} // ${count}) * 900) AS quarter, 3, 2, 1 + h % 300, 1,
          1 + (h >> 9) % 20, [${countries}][CAST(1 + (h >> 23) % ${COUNTRIES.length} AS BIGINT)],
          count(*), count(*), count(*), count(*) FILTER (h % 97 = 0), count(*) * 0.0015, count(*) * 0.00105
        FROM (SELECT range AS i, hash(range + ${at * MILLION}) AS h FROM range(${count})) GROUP BY ALL ORDER BY quarter`),
    );
  }
  await store.transaction(({ query }) => query(noteDays("facts")));
  await store.query("CHECKPOINT");
}

async function measureSize(store: LocalStore, folder: string): Promise<{ rows: number; bytes: number }> {
  const [row] = await store.query("SELECT count(*) AS n FROM facts");
  const { size: bytes } = await stat(join(folder, "events.duckdb"));
  return { rows: Number(row?.n), bytes };
}

/** Sums up all days, and says how long that took. */
async function sumUp(store: LocalStore): Promise<string> {
  const start = performance.now();
  await store.fold();
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

async function compareReports(store: LocalStore, rounds: number): Promise<string> {
  const time = async (firstDay: number) => {
    const filter = { date_from: day(firstDay), date_to: day(DAYS - 1) };
    const request = { group_by: ["month", "campaign_id"], filter, projection: ["base"] };
    const read = parseReportRequest(request, { viewer: VIEWER, now: Date.now(), dateTimezone: "UTC" });
    if ("errors" in read) throw new Error(JSON.stringify(read.errors));
    const query = reportQuery(read.request, SCOPE).facts;
    const start = performance.now();
    const job = { query, plan: { ...ROWS_PLAN, limit: query.limit }, describe: () => [] };
    await rm(await store.writeAnswer(job, new AbortController().signal));
    return performance.now() - start;
  };
  return compare(
    rounds,
    () => time(DAYS - LAST_DAYS),
    () => time(0),
  );
}

async function comparePlacements(folder: string, rounds: number): Promise<string[]> {
  const service = await startService({ catalogue: CATALOGUE, data: folder, args: UNLIMITED });
  try {
    const token = await signIn(service.origin);
    const loading = {
      address: `${service.origin}/v2/imports?name=bench`,
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson" },
      bodies: [1, 2, 3].map(writeLines),
      atOnce: 1,
    };
    const placements = { endpoint: service.endpoint, placement: PLACEMENT, rounds };
    return describeBeside("placements", await measureBeside(placements, loading));
  } finally {
    await service.stop();
  }
}

/** Writes lines to import, different for each number of impressions. */
function writeLines(impressions: number): string {
  return Array.from({ length: LOADED_LINES }, (_, at) =>
    JSON.stringify({ time: day(at % DAYS), zone_id: 1 + (at % 200), impressions }),
  ).join("\n");
}

/** Returns cells of a table: milliseconds of both, and the ratio of the second to the first. */
async function compare(
  rounds: number,
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<string> {
  const times: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) {
    const both: [number, number] = [await first(), await second()];
    if (round > 0) times.push(both);
  }
  const milliseconds = [0, 1].map((at) => `${median(times.map((both) => both[at] ?? 0)).toFixed(1)} ms`);
  return [...milliseconds, median(times.map(([a, b]) => b / a)).toFixed(2)].join(" | ");
}
