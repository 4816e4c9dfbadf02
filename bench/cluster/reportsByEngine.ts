/**
 * Compares reports from ClickHouse with those of the embedded store on the same facts, and measures how fast journals
 * are sent.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "../../src/service/clickhouse/clickhouse.ts";
import { type ClickHouseStore, openClickHouseStore } from "../../src/service/clickhouse/clickhouseStore.ts";
import { migrate } from "../../src/service/clickhouse/clickhouseTables.ts";
import { moveFacts } from "../../src/service/clickhouse/moveFacts.ts";
import { DATABASE_FILE } from "../../src/service/duckdb/database.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import type { EventStore } from "../../src/service/facts/eventStore.ts";
import { planAnswer } from "../../src/service/reports/plan.ts";
import { reportQuery } from "../../src/service/reports/query.ts";
import { parseReportRequest } from "../../src/service/reports/request.ts";
import { openDatabase } from "../../test/cluster/support/clickhouse.ts";
import { createImpression } from "../../test/cluster/support/facts.ts";
import { measureRowBytes } from "./bytesPerRow.ts";

export interface ReportsOptions {
  /** Number of facts in the year. */
  facts: number;
  /** Impressions of one hour that are sent as individual events. */
  impressions: number;
  rounds: number;
}

const DAYS = { date_from: "2026-01-01", date_to: "2026-12-31" };
const MONTH = { date_from: "2026-06-01", date_to: "2026-06-30" };
const REQUESTS: Record<string, object> = {
  "a month by day": { group_by: ["date"], filter: MONTH, totals: 1 },
  "a year by day": { group_by: ["date"], filter: DAYS, totals: 1, limit: 400 },
  "a year by zone, first 50": {
    group_by: ["zone_id"],
    filter: DAYS,
    totals: 1,
    order_by: [{ field: "impressions", order: "desc" }],
  },
  "a year by day, zone and country, first 50": {
    group_by: ["date", "zone_id", "country_iso"],
    filter: DAYS,
  },
};

/** Returns Markdown: a table of reports, and a line on journals. */
export async function measureReports({ facts, impressions, rounds }: ReportsOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-bench-cluster-"));
  await using database = await openDatabase();
  const embedded = await openStore({ folder: join(folder, "embedded") });
  const clickhouse = connect({ url: database.url });
  try {
    await embedded.transaction(({ query }) => query(fill(facts)));
    say("the embedded store has its facts");
    await migrate(clickhouse);
    const moving = performance.now();
    await moveFacts(embedded, join(folder, "embedded"), clickhouse);
    const movedPerSecond = facts / ((performance.now() - moving) / 1000);
    say("ClickHouse has them as well");
    const cluster = await openClickHouseStore({
      url: database.url,
      folder: join(folder, "node"),
      epoch: 2,
      loadEveryMs: 3600_000,
      rollUpEveryMs: 0,
    });
    const rows: string[] = [];
    for (const [label, request] of Object.entries(REQUESTS)) {
      const [own, theirs] = [await time(embedded, request, rounds), await time(cluster, request, rounds)];
      const ratio = `${(theirs / own).toFixed(2)} ×`;
      rows.push(`| ${label} | ${own.toFixed(1)} ms | ${theirs.toFixed(1)} ms | ${ratio} |`);
    }
    say("reports are measured");
    const bytes = await measureRowBytes(database.url, "facts");
    const ownBytes = (await stat(join(folder, "embedded", DATABASE_FILE))).size / facts;
    const sending = await measureSending(cluster, impressions, rounds);
    const eventBytes = await measureRowBytes(database.url, "events");
    await cluster.close();
    return [
      `${facts.toLocaleString("en-US")} facts of a year, 200 zones, 12 countries; medians of ${rounds}.`,
      "",
      "| report | embedded | ClickHouse | ClickHouse ÷ embedded |",
      "|---|--:|--:|--:|",
      ...rows,
      "",
      `On ClickHouse's disk a fact takes ${bytes.toFixed(1)} bytes and an event ${eventBytes.toFixed(1)}; in the embedded store's file a fact takes ${ownBytes.toFixed(1)}. \`move-events\` brings over ${Math.round(movedPerSecond).toLocaleString("en-US")} facts a second.`,
      "",
      sending,
    ].join("\n");
  } finally {
    await embedded.close();
    await clickhouse.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Shows progress on the terminal. */
function say(what: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);
}

/** Resolves once ClickHouse has the whole journal; a report would not wait that long. */
async function sendAll(store: ClickHouseStore): Promise<void> {
  const asked = store.readDelivered(Date.now());
  while (store.status().waiting > 0) await delay(5);
  await asked;
}

/** Measures an hour of individual events, and the same hour summed up. */
async function measureSending(store: ClickHouseStore, impressions: number, rounds: number): Promise<string> {
  const hour = Date.UTC(2026, 0, 15, 10);
  const request = { group_by: ["zone_id"], filter: { date_from: "2026-01-15", date_to: "2026-01-15" } };
  for (let at = 0; at < impressions; at += 1000) {
    const events = Array.from({ length: Math.min(1000, impressions - at) }, (_, one) => at + one);
    await store.appendKeyed(events.map((number) => createImpression(number, hour, 1)));
  }
  const start = performance.now();
  await sendAll(store);
  const seconds = (performance.now() - start) / 1000;
  say("the journal is sent");
  const each = await time(store, request, rounds);
  await store.rollUp();
  const summed = await time(store, request, rounds);
  return `A journal of ${impressions.toLocaleString("en-US")} impressions is in ClickHouse after ${seconds.toFixed(2)} s. The hour's report takes ${each.toFixed(1)} ms from events and ${summed.toFixed(1)} ms once they are summed up.`;
}

async function time(store: EventStore, input: object, rounds: number): Promise<number> {
  const viewer = { kind: "publisher", role: "publisher", goals: 0 } as const;
  const read = parseReportRequest(input, { viewer, now: Date.now(), dateTimezone: "UTC" });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  const query = reportQuery(read.request, { accounts: [1], deletedCampaigns: [] });
  const plan = planAnswer(read.request, query, "json", false);
  const job = { query: query.facts, plan, describe: () => [] };
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    const path = await store.writeAnswer(job, AbortSignal.timeout(60_000));
    // The first round fills caches.
    if (round > 0) times.push(performance.now() - start);
    await rm(path);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function fill(facts: number): string {
  return `INSERT INTO facts (time, publisher_id, site_id, zone_id, country_iso, ad_requests, filled, impressions, clicks, publisher_revenue)
    SELECT TIMESTAMP '2026-01-01' + to_seconds(floor(i * ${365 * 86_400} / ${facts})::BIGINT), 1, 1, 1 + h % 200,
      ['DEU', 'AUT', 'CHE', 'USA', 'GBR', 'FRA', 'ESP', 'ITA', 'NOR', 'SWE', 'JPN', 'BRA'][CAST(1 + (h >> 23) % 12 AS BIGINT)],
      1, 1, 1, (h >> 34) % 97 = 0, 0.00105
    FROM (SELECT range AS i, hash(range) AS h FROM range(${facts}))`;
}
