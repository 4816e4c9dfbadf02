/** Contract of reports, on the ClickHouse store. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type ClickHouse, connect } from "../../src/service/clickhouse/clickhouse.ts";
import { type ClickHouseStore, openClickHouseStore } from "../../src/service/clickhouse/clickhouseStore.ts";
import { insertFacts, writeBatch } from "../../src/service/clickhouse/factBatches.ts";
import type { Fact } from "../../src/service/facts/factTable.ts";
import { encodeFacts } from "../../src/service/journal/lines.ts";
import {
  asEvent,
  asEventsCount,
  describeReports,
  type ReportedStore,
  Reporter,
} from "../service/reports/reportContract.ts";
import { missing, openDatabase, type TestDatabase } from "./support/clickhouse.ts";

const LONG_AGO = { keysKeptMs: 3600_000, rollUpEveryMs: 0 };

let database: TestDatabase;
let clickhouse: ClickHouse;
let folder: string;
let store: ClickHouseStore;
let reporter: Reporter;

beforeEach(({ skip }) => skip(missing !== undefined, missing));
beforeAll(async () => {
  if (missing) return;
  database = await openDatabase();
  clickhouse = connect({ url: database.url });
  folder = await mkdtemp(join(tmpdir(), "zonetag-cluster-"));
  store = await openClickHouseStore({ url: database.url, folder, epoch: 1, ...LONG_AGO });
  reporter = new Reporter(store);
}, 120_000);
afterAll(async () => {
  await store?.close();
  await clickhouse?.close();
  await database?.[Symbol.asyncDispose]();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Replaces all facts. Of fewer than 100 facts, every second one is appended as events; all others are imported. */
async function replaceFacts(facts: Fact[]): Promise<Fact[]> {
  for (const table of ["events", "arrivals", "facts", "batches"])
    await clickhouse.command(`TRUNCATE TABLE ${table}`);
  const events = facts.filter((_, at) => at % 2 === 0 && facts.length < 100).map(asEventsCount);
  const imported = facts.filter((_, at) => at % 2 === 1 || facts.length >= 100);
  await store.append(events.map(asEvent));
  const import_ = { name: "import of the test", start: 0, version: 0n };
  await writeBatch(clickhouse, import_, (batch) => insertFacts(clickhouse, batch, encodeFacts(imported)));
  return [...events, ...imported];
}

describeReports(() => {
  const reported: ReportedStore = {
    writeAnswer: (...args) => store.writeAnswer(...args),
    replaceFacts,
    sumUp: () => store.rollUp(),
  };
  return { store: reported, reporter };
}, 6);
