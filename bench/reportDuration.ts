/**
 * Reports over ten million facts: typical reports over a socket, compared with the same SQL run directly in the store,
 * and how fast facts are stored, each durable before it is acknowledged.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeViewer, selectScope } from "../src/service/accounts/visibleFacts.ts";
import { parseCatalogue } from "../src/service/catalogue/catalogue.ts";
import { writeDuckDB } from "../src/service/duckdb/duckdbSql.ts";
import { openStore } from "../src/service/duckdb/duckdbStore.ts";
import type { Event, Store } from "../src/service/facts/eventStore.ts";
import { importParts } from "../src/service/import/import.ts";
import { splitFile } from "../src/service/import/splitFile.ts";
import { reportQuery } from "../src/service/reports/query.ts";
import { parseReportRequest } from "../src/service/reports/request.ts";
import { type Service, startService } from "../src/service/service.ts";
import { DEFAULT_SETTINGS } from "../src/service/settings.ts";
import type { BenchOptions } from "./run.ts";
import { median } from "./service/median.ts";
import { CATALOGUE, COUNTRIES, fill, signIn, YEAR } from "./storedFacts.ts";

export const name = "statistics";

const FULL = { facts: 10_000_000, rounds: 25, lines: 200_000, events: 200_000 };
const QUICK = { facts: 1_000_000, rounds: 7, lines: 20_000, events: 20_000 };

const month = { date_from: "2026-10-01", date_to: "2026-10-31" };
const QUESTIONS: { label: string; side: "advertiser" | "publisher"; request: object }[] = [
  {
    label: "a month by date and zone",
    side: "publisher",
    request: { group_by: ["date", "zone_id"], filter: month, projection: ["base"] },
  },
  {
    label: "a year by campaign",
    side: "advertiser",
    request: { group_by: ["campaign_id"], filter: YEAR, projection: ["base"], limit: 300 },
  },
  {
    label: "a year by site, three countries, one device",
    side: "publisher",
    request: {
      group_by: ["site_id"],
      filter: { ...YEAR, country_iso: ["DEU", "AUT", "CHE"], device_type_id: [2] },
      projection: ["base"],
    },
  },
  {
    label: "page 20 of a year by zone and country, by ctr",
    side: "publisher",
    request: {
      group_by: ["zone_id", "country_iso"],
      filter: YEAR,
      order_by: [{ field: "ctr", order: "desc" }],
      projection: ["base"],
      offset: 950,
    },
  },
  {
    label: "a year by month, all blocks, with totals",
    side: "publisher",
    request: { group_by: ["month"], filter: YEAR, totals: 1 },
  },
  {
    label: "a month by hour in another time zone",
    side: "publisher",
    request: { group_by: ["hour"], filter: month, timezone: "Asia/Kathmandu", projection: ["base"] },
  },
  {
    label: "how many zones a day in a year",
    side: "publisher",
    request: { group_by: ["date", "zone_id"], filter: YEAR, count: 1 },
  },
];

export async function run({ quick }: BenchOptions): Promise<string> {
  const size = quick ? QUICK : FULL;
  const folder = await mkdtemp(join(tmpdir(), "zonetag-bench-"));
  try {
    await writeFile(join(folder, "catalogue.json"), JSON.stringify(CATALOGUE));
    const reports = await measureReports(folder, size);
    const ingest = await measureIngest(folder, size);
    return `## Statistics

${size.facts.toLocaleString("en-US")} facts of a year, 200 zones, 300 campaigns, 12 countries. "Report" is the whole way
over a socket: request checked, queried, named, written as JSON. "SQL" is the same statement in the store by itself,
measured in turn with it. Medians of ${size.rounds}.

| Question | Records | Report | SQL | Ratio |
|---|--:|--:|--:|--:|
${reports.join("\n")}

| Ingestion, durable before it is acknowledged | A second |
|---|--:|
${ingest.join("\n")}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// ── Reports ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function measureReports(folder: string, { facts, rounds }: typeof FULL): Promise<string[]> {
  const data = join(folder, "data");
  const copy = join(folder, "copy");
  for (const each of [data, copy]) await fill(each, facts);
  const service = await startService({
    ...DEFAULT_SETTINGS,
    port: 0,
    logLevel: "silent",
    catalogue: join(folder, "catalogue.json"),
    data,
    limitIp: 0,
    limitUser: 0,
    limitStatisticsIp: 0,
    limitStatisticsUser: 0,
  });
  // The service has its folder to itself; the SQL runs on a copy of the same facts.
  const store = await openStore({ folder: copy });
  try {
    const token = await signIn(service.address);
    const lines: string[] = [];
    for (const question of QUESTIONS) lines.push(await compare(question, { service, store, token, rounds }));
    return lines;
  } finally {
    await service.stop();
    await store.close();
  }
}

interface Comparison {
  service: Service;
  store: Store;
  token: string;
  rounds: number;
}

async function compare(
  { label, side, request }: (typeof QUESTIONS)[number],
  comparison: Comparison,
): Promise<string> {
  const { service, store, token, rounds } = comparison;
  const { sql, parameters } = writeStatement(side, request);
  const address = `${service.address}/v2/statistics/${side[0]}/global`;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = JSON.stringify(request);
  let records = 0;
  const fetchReport = async () => {
    const response = await fetch(address, { method: "POST", headers, body });
    const answer = (await response.json()) as { request_metadata?: { count: number } };
    if (!answer.request_metadata) throw new Error(`${label}: ${JSON.stringify(answer)}`);
    records = answer.request_metadata.count;
  };
  const runSql = () => store.query(sql, parameters);
  const times = { report: [] as number[], sql: [] as number[] };
  await fetchReport();
  await runSql();
  for (let round = 0; round < rounds; round++) {
    times.report.push(await timeWork(fetchReport));
    times.sql.push(await timeWork(runSql));
  }
  const [a, b] = [median(times.report), median(times.sql)];
  return `| ${label} | ${records.toLocaleString("en-US")} | ${a.toFixed(1)} ms | ${b.toFixed(1)} ms | ${(a / b).toFixed(2)} |`;
}

function writeStatement(side: "advertiser" | "publisher", request: object) {
  const catalogue = parseCatalogue(CATALOGUE);
  const account = catalogue.accounts.get(1);
  if (!account) throw new Error("The catalogue has no account 1.");
  const read = parseReportRequest(request, {
    viewer: describeViewer(account, side, catalogue),
    now: Date.now(),
    dateTimezone: "UTC",
  });
  if ("errors" in read) throw new Error(JSON.stringify(read.errors));
  return writeDuckDB(reportQuery(read.request, selectScope(account, side, catalogue)).facts);
}

// ── Ingest ──────────────────────────────────────────────────────────────────────────────────────────────────────────

async function measureIngest(folder: string, { lines, events }: typeof FULL): Promise<string[]> {
  const store = await openStore({ folder: join(folder, "ingest") });
  try {
    const imported = lines / (await timeWork(() => importLines(folder, store, lines)));
    const alone = events / 100 / (await timeWork(() => appendEvents(store, events / 100, 1)));
    const together = events / (await timeWork(() => appendEvents(store, events, 256)));
    const perSecond = (rate: number) => Math.round(rate * 1000).toLocaleString("en-US");
    return [
      `| lines of newline-delimited JSON, 20,000 in a part | ${perSecond(imported)} |`,
      `| events, one after the other | ${perSecond(alone)} |`,
      `| events, 256 in flight at once | ${perSecond(together)} |`,
    ];
  } finally {
    await store.close();
  }
}

async function importLines(folder: string, store: Store, count: number): Promise<void> {
  const file = join(folder, "facts.ndjson");
  const line = (at: number) =>
    JSON.stringify({
      time: new Date(Date.UTC(2026, 9, 1) + at * 1000),
      zone_id: 1 + (at % 200),
      campaign_id: 1 + (at % 300),
      country_iso: COUNTRIES[at % COUNTRIES.length],
      impressions: 1 + (at % 5),
      cost: "0.0015",
    });
  await writeFile(file, Array.from({ length: count }, (_, at) => line(at)).join("\n"));
  const catalogue = parseCatalogue(CATALOGUE);
  const parts = splitFile({ file, owners: catalogue, temporary: store.temporary, batch: 20_000 });
  const { added } = await importParts(store, parts, { name: "facts" });
  if (added !== count) throw new Error(`${added} of ${count} lines were imported`);
}

async function appendEvents(store: Store, count: number, atOnce: number): Promise<void> {
  const [zone, none] = [{ zone_id: 1, site_id: 1, publisher_id: 2 }, {}];
  const counters = { impressions: 1 };
  const event: Event = { time: Date.now(), zone, campaign: none, visitor: none, counters };
  let left = count;
  const worker = async () => {
    while (left-- > 0) await store.append([event]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Returns the milliseconds that the work takes. */
async function timeWork(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
