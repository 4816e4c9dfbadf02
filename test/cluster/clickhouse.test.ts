/** Contract of reports, on the ClickHouse store. */
import { afterAll, beforeAll } from "vitest";
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
import { useFolder } from "../support/folder.ts";
import { emptyTables, useDatabase } from "./support/useDatabase.ts";

const LONG_AGO = { keysKeptMs: 3600_000, rollUpEveryMs: 0 };

const { database, clickhouse } = await useDatabase();
const folder = useFolder();
let store: ClickHouseStore;
let reporter: Reporter;

beforeAll(async () => {
  if (!database) return;
  store = await openClickHouseStore({ url: database.url, folder, epoch: 1, ...LONG_AGO });
  reporter = new Reporter(store);
}, 120_000);
afterAll(() => store?.close());

/** Replaces all facts. Of fewer than 100 facts, every second one is appended as events; all others are imported. */
async function replaceFacts(facts: Fact[]): Promise<Fact[]> {
  await emptyTables(clickhouse);
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
