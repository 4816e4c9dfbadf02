/** Contract of reports, on the ClickHouse store. */
import { afterAll, beforeAll } from "vitest";
import { type ClickHouseStore, openClickHouseStore } from "../../src/service/clickhouse/clickhouseStore.ts";
import { insertFacts, writeBatch } from "../../src/service/clickhouse/factBatches.ts";
import type { KeyedEvent } from "../../src/service/facts/eventStore.ts";
import { COUNTERS, type Fact } from "../../src/service/facts/factTable.ts";
import { GOAL_KINDS } from "../../src/service/facts/goals.ts";
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

let conversions = 0;

/** Converts each goal of a fact to one conversion, as events and as facts. */
function convertOnce(one: Fact): { event: KeyedEvent; fact: Fact }[] {
  return GOAL_KINDS.filter((kind) => one[kind]).map((kind) => {
    const { time, ...rest } = one;
    const dimensions = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in COUNTERS)));
    const fact = { time, ...dimensions, [kind]: 1 };
    const key = { epoch: 1, number: conversions++, kind, decidedAt: time.getTime() };
    return { event: { key, event: { ...asEvent(fact), counters: {} } }, fact };
  });
}

/**
 * Replaces all facts. Of fewer than 100 facts, every second one is appended as events, with one conversion for each of
 * its goals; all others are imported.
 */
async function replaceFacts(facts: Fact[]): Promise<Fact[]> {
  await emptyTables(clickhouse);
  const counted = facts.filter((_, at) => at % 2 === 0 && facts.length < 100);
  const events = counted.map(asEventsCount);
  const converted = counted.flatMap(convertOnce);
  const imported = facts.filter((_, at) => at % 2 === 1 || facts.length >= 100);
  await store.append(events.map(asEvent));
  await store.appendKeyed(converted.map(({ event }) => event));
  const import_ = { name: "import of the test", start: 0, version: 0n };
  await writeBatch(clickhouse, import_, (batch) => insertFacts(clickhouse, batch, encodeFacts(imported)));
  return [...events, ...converted.map(({ fact }) => fact), ...imported];
}

describeReports(() => {
  const reported: ReportedStore = {
    writeAnswer: (...args) => store.writeAnswer(...args),
    replaceFacts,
    sumUp: () => store.rollUp(),
  };
  return { store: reported, reporter };
}, 6);
