/** Events of journal files reach ClickHouse and count once, despite kills, outages and repeated files. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import {
  type ClickHouseStore,
  type ClickHouseStoreOptions,
  openClickHouseStore,
} from "../../src/service/clickhouse/clickhouseStore.ts";
import { forgetEvents } from "../../src/service/clickhouse/deleteEvents.ts";
import { Shipper } from "../../src/service/clickhouse/sendJournalFiles.ts";
import { findSources, readForgotten } from "../../src/service/clickhouse/sources.ts";
import type { KeyedEvent } from "../../src/service/facts/eventStore.ts";
import { Journal } from "../../src/service/journal/journal.ts";
import { EVENTS_HEADER, EventEncoder } from "../../src/service/journal/lines.ts";
import { SetAside } from "../../src/service/journal/setAside.ts";
import { useEmptyFolder } from "../support/folder.ts";
import { createImpression, HOUR_MS, MORNING, readSums } from "./support/facts.ts";
import { useDatabase } from "./support/useDatabase.ts";

// The engines sync every write to disk, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const { database, clickhouse } = await useDatabase();
const folder = useEmptyFolder();
const stores: ClickHouseStore[] = [];

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** Opens the store of the node with this epoch, in a separate folder. */
async function openNode(
  epoch: number,
  options: Partial<ClickHouseStoreOptions> = {},
): Promise<ClickHouseStore> {
  const node = join(folder, `node-${epoch}`);
  const store = await openClickHouseStore({
    url: database.url,
    folder: node,
    epoch,
    rollUpEveryMs: 0,
    loadEveryMs: 50,
    ...options,
  });
  stores.push(store);
  return store;
}

/** Writes a journal file with these impressions and their decisions, as a killed node leaves it behind. */
async function leaveJournal(node: string, epoch: number, events: readonly KeyedEvent[]): Promise<string> {
  const journal = await Journal.open({
    folder: join(folder, node, "journal"),
    header: EVENTS_HEADER,
    prefix: String(epoch).padStart(9, "0"),
  });
  const encoder = new EventEncoder();
  const decisions = events.map(({ event }) => ({ ...event, counters: { ad_requests: 1, filled: 1 } }));
  const lines = events.map(({ key, event }) => encoder.encode([event], key)).join("");
  await journal.append(encoder.encode(decisions) + lines, events.length * 2);
  const [file] = await journal.close();
  return file?.path ?? "";
}

/** The cost of `COUNT_TOO_DEAR` of these exceeds the column's maximum of 2^63 billionths. */
const DEAR = { impressions: 1, cost: 9n * 10n ** 17n };
const COUNT_TOO_DEAR = 11;

const numbers = (count: number) => Array.from({ length: count }, (_, at) => createImpression(at));

test("the events of a journal file sent 44 times count once", async () => {
  const store = await openNode(2);
  const path = await leaveJournal("node-1", 1, numbers(25));
  await cp(path, join(folder, "copy"));
  const shipper = new Shipper({ clickhouse, setAside: new SetAside(join(folder, "set-aside"), () => {}) });
  for (let count = 0; count < 44; count++) {
    await cp(join(folder, "copy"), path);
    await shipper.ship({ path, lines: 0, isWhole: true });
  }
  expect(await clickhouse.query("SELECT toUInt32(count()) AS rows FROM events")).toEqual([{ rows: 26 }]);
  expect(await readSums(store)).toEqual({ requests: 25, impressions: 25 });
  expect(await readdir(join(folder, "node-1", "journal"))).toEqual([]);
});

test("ClickHouse ignores a second journal file of the same name, whatever its rows", async () => {
  await openNode(2);
  const shipper = new Shipper({ clickhouse, setAside: new SetAside(join(folder, "set-aside"), () => {}) });
  for (const number of [1, 2]) {
    // Two nodes write files of the same name, which never happens in one folder: each start gets a new number.
    const path = await leaveJournal(`node-${number}`, 1, [createImpression(number)]);
    await shipper.ship({ path, lines: 0, isWhole: true });
  }
  expect(await clickhouse.query("SELECT toUInt32(number) AS number FROM events WHERE kind = 1")).toEqual([
    { number: 1 },
  ]);
});

test("all tables sync inserted rows to disk before ClickHouse answers", async () => {
  await openNode(1);
  const tables = await clickhouse.query<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name <> 'schema_versions'
       AND NOT (engine_full LIKE '%fsync_after_insert = 1%' AND engine_full LIKE '%fsync_part_directory = 1%')`,
  );
  expect(tables).toEqual([]);
});

test("the events of a journal file sent again count once even after ClickHouse forgot its name", async () => {
  const store = await openNode(2);
  await clickhouse.command("ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = 0");
  const path = await leaveJournal("node-1", 1, numbers(25));
  await cp(path, join(folder, "copy"));
  const shipper = new Shipper({ clickhouse, setAside: new SetAside(join(folder, "set-aside"), () => {}) });
  for (let count = 0; count < 3; count++) {
    await cp(join(folder, "copy"), path);
    await shipper.ship({ path, lines: 0, isWhole: true });
    if (count === 1) await store.rollUp();
  }
  expect(await readSums(store)).toEqual({ requests: 25, impressions: 25 });
  await store.rollUp();
  expect(await readSums(store)).toEqual({ requests: 25, impressions: 25 });
  await clickhouse.command("ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = 10000");
});

test.each([1, 2])(
  "a journal file's events count once when its node is killed after insert %i, before it deletes the file",
  async (inserts) => {
    await openNode(2);
    const path = await leaveJournal("node-1", 1, numbers(25));
    const program = join(folder, "ship.ts");
    const from = (file: string) => JSON.stringify(resolve("src/service", file));
    await writeFile(
      program,
      `import { connect } from ${from("clickhouse/clickhouse.ts")};
         import { Shipper } from ${from("clickhouse/sendJournalFiles.ts")};

         import { SetAside } from ${from("journal/setAside.ts")};
         const clickhouse = connect({ url: ${JSON.stringify(database.url)} });
         let left = ${inserts};
         const insert = async (...args) => {
           await clickhouse.insert(...args);
           if (--left === 0) process.kill(process.pid, "SIGKILL");
         };
         const setAside = new SetAside(${JSON.stringify(folder)}, () => {});
         void new Shipper({ clickhouse: { ...clickhouse, insert }, setAside })
           .ship({ path: ${JSON.stringify(path)}, lines: 0, isWhole: true });`,
    );
    const child = spawn(process.execPath, ["--import", "tsx", program], { stdio: "inherit" });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    expect(await readdir(join(folder, "node-1", "journal"))).toHaveLength(1);
    await rm(join(folder, "node-3"), { recursive: true, force: true });
    await cp(join(folder, "node-1"), join(folder, "node-3"), { recursive: true });
    const again = await openNode(3);
    expect(await readSums(again)).toEqual({ requests: 25, impressions: 25 });
    expect(await readdir(join(folder, "node-3", "journal"))).toEqual([]);
  },
);

test("a journal file with unknown columns is set aside, and later files are sent", async () => {
  const journal = join(folder, "node-3", "journal");
  await cp(await leaveJournal("node-1", 2, numbers(3)), join(journal, "000000002-000000001.csv"));
  await writeFile(join(journal, "000000001-000000001.csv"), "time_s,colour\n1,red\n");
  const store = await openNode(3);
  expect(await readSums(store)).toEqual({ requests: 3, impressions: 3 });
  expect(await readdir(join(folder, "node-3", "set-aside"))).toEqual(["000000001-000000001.csv"]);
  expect(store.status().setAside.files).toBe(1);
});

test("an event that ClickHouse refuses is set aside, and events of the same file are stored", async () => {
  const store = await openNode(1);
  const tooMuch = createImpression(2);
  tooMuch.event.counters = { impressions: 1, cost: 10n ** 20n };
  await store.appendKeyed([createImpression(1), tooMuch, createImpression(3)]);
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 2 });
  expect(store.status()).toMatchObject({ ready: true, waiting: 0, setAside: { events: 1 } });
});

test("an event counted by two nodes is reported once, before and after its hour is summed up", async () => {
  const [one, two] = [await openNode(1), await openNode(2)];
  await one.appendKeyed([createImpression(1), createImpression(2)]);
  await readSums(one);
  await one.rollUp();
  // The same key arrives again two hours later, which can happen after Redis lost its data.
  await two.appendKeyed([createImpression(1, MORNING, 1, MORNING + 2 * HOUR_MS), createImpression(3)]);
  expect(await readSums(two)).toEqual({ requests: 0, impressions: 3 });
  await two.rollUp();
  expect(await readSums(one)).toEqual({ requests: 0, impressions: 3 });
});

const span = { from: MORNING - 24 * HOUR_MS, until: MORNING + 24 * HOUR_MS };

test("complete hours are read from their day's sums, which late events are added to", async () => {
  const [one, late] = [await openNode(1), await openNode(2)];
  await one.appendKeyed([1, 2, 3].map((hour) => createImpression(hour, MORNING + hour * HOUR_MS)));
  await readSums(one);
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: [], hours: { length: 3 } });
  await one.rollUp();
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 1 }, hours: [] });
  expect(await readSums(one)).toEqual({ requests: 0, impressions: 3 });
  await late.appendKeyed([createImpression(4, MORNING + 2 * HOUR_MS)]);
  expect(await readSums(late)).toEqual({ requests: 0, impressions: 4 });
  const hours = [(MORNING + 2 * HOUR_MS) / 1000];
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 2 }, hours });
  // Both nodes sum up at the same time, then one again.
  await Promise.all([one.rollUp(), late.rollUp()]);
  await one.rollUp();
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 1 }, hours: [] });
  expect(await readSums(one)).toEqual({ requests: 0, impressions: 4 });
});

test("an hour whose sums exceed the columns is reported once and read event by event", async () => {
  const told: object[] = [];
  const store = await openNode(1, { onUnfit: ({ from, span }) => told.push({ from, span }) });
  const dear = numbers(COUNT_TOO_DEAR);
  for (const { event } of dear) event.counters = DEAR;
  await store.appendKeyed([...dear, createImpression(COUNT_TOO_DEAR, MORNING + HOUR_MS)]);
  await readSums(store);
  await store.rollUp();
  await store.rollUp();
  expect(told).toEqual([{ from: new Date(MORNING).toISOString(), span: "hour" }]);
  expect(store.unfitSums).toBe(1);
  const hours = [MORNING / 1000];
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 1 }, hours });
  const all = { requests: 0, impressions: COUNT_TOO_DEAR + 1 };
  expect(await readSums(store)).toEqual(all);
  await forgetEvents({ clickhouse, keepMs: 24 * HOUR_MS, markedMs: 0 }, MORNING + 9 * 24 * HOUR_MS);
  expect(await readSums(store)).toEqual(all);
});

test("a day whose sums exceed the columns is reported and read by the hour", async () => {
  const told: object[] = [];
  const store = await openNode(1, { onUnfit: ({ from, span }) => told.push({ from, span }) });
  // Impressions of one quarter of an hour, decided in two different hours.
  const late = MORNING + HOUR_MS + 60_000;
  const dear = Array.from({ length: COUNT_TOO_DEAR }, (_, number) =>
    createImpression(number, MORNING + (number % 2) * HOUR_MS, 1, late),
  );
  for (const { event } of dear) event.counters = DEAR;
  await store.appendKeyed(dear);
  await readSums(store);
  await store.rollUp();
  expect(told).toEqual([{ from: new Date(MORNING - (MORNING % (24 * HOUR_MS))).toISOString(), span: "day" }]);
  expect(await findSources(clickhouse, span, HOUR_MS)).toMatchObject({ batches: { length: 2 }, hours: [] });
  expect(await readSums(store)).toEqual({ requests: 0, impressions: COUNT_TOO_DEAR });
});

test("a failure to sum up hours and the later recovery are both reported", async () => {
  const told: (string | undefined)[] = [];
  const store = await openNode(1, {
    rollUpEveryMs: 50,
    onSummingUp: (problem) => told.push(problem?.message),
  });
  await clickhouse.command("RENAME TABLE batches TO batches_elsewhere");
  await store.appendKeyed([createImpression(1)]);
  await expect.poll(() => told).toEqual([expect.stringContaining("ClickHouse refused a statement")]);
  await clickhouse.command("RENAME TABLE batches_elsewhere TO batches");
  await expect.poll(() => told).toEqual([expect.any(String), undefined]);
});

test("the current hour is not summed up", async () => {
  const store = await openNode(1);
  await store.appendKeyed([createImpression(1, Date.now())]);
  await readSums(store);
  await store.rollUp();
  const now = { from: Date.now() - HOUR_MS, until: Date.now() + HOUR_MS };
  expect(await findSources(clickhouse, now, HOUR_MS)).toMatchObject({ batches: [], hours: { length: 1 } });
});

const DAY_MS = 24 * HOUR_MS;
const keep = { keepMs: DAY_MS, markedMs: 0 };
const countEvents = async () =>
  (await clickhouse.query<{ rows: number }>("SELECT toUInt32(count()) AS rows FROM events"))[0]?.rows;

test("events are deleted once their day is summed up, and reports do not change", async () => {
  const store = await openNode(1);
  await store.appendKeyed([1, 2, 3].map((number) => createImpression(number, MORNING + number * HOUR_MS)));
  await store.appendKeyed([createImpression(4, MORNING + 3 * DAY_MS)]);
  await readSums(store);
  const forget = (days: number) => forgetEvents({ ...keep, clickhouse }, MORNING + days * DAY_MS);
  // Events are kept before their hours are summed up, and for a day afterwards.
  await forget(9);
  expect(await countEvents()).toBe(4);
  await store.rollUp();
  await forget(1);
  expect(await countEvents()).toBe(4);
  await forget(3);
  expect(await countEvents()).toBe(1);
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 4 });
  await store.rollUp();
  await forget(3);
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 4 });
  expect(await store.readDelivered(MORNING)).toMatchObject([{ campaign: 7, shownTotal: 4 }]);
  // The sums of the first day replaced those of its hours. The later day keeps both.
  expect(await clickhouse.query("SELECT toUInt32(uniq(batch)) AS batches FROM facts")).toEqual([
    { batches: 3 },
  ]);
});

test("the first run marks a summed-up day as forgotten without deleting its events", async () => {
  const store = await openNode(1);
  await store.appendKeyed([createImpression(1)]);
  await readSums(store);
  await store.rollUp();
  await forgetEvents({ clickhouse, keepMs: DAY_MS }, MORNING + 3 * DAY_MS);
  expect(await countEvents()).toBe(1);
  expect(await readForgotten(clickhouse)).toBeGreaterThan(MORNING / 1000);
});

test("late events for a day whose events were deleted are set aside", async () => {
  const [store, late] = [await openNode(1), await openNode(2)];
  await store.appendKeyed([createImpression(1)]);
  await readSums(store);
  await store.rollUp();
  await forgetEvents({ ...keep, clickhouse }, MORNING + 3 * DAY_MS);
  await late.appendKeyed([createImpression(2), createImpression(3, MORNING + 5 * DAY_MS)]);
  expect(await readSums(late)).toEqual({ requests: 0, impressions: 2 });
  expect(late.status().setAside.events).toBe(1);
  await late.rollUp();
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 2 });
});

test("deliveries of all nodes are read by campaign, in total and for today", async () => {
  const [one, two] = [await openNode(1), await openNode(2)];
  await one.appendKeyed([createImpression(1)]);
  await readSums(one);
  await one.rollUp();
  await two.appendKeyed([createImpression(1, Date.now(), 2), createImpression(2, Date.now(), 2)]);
  await readSums(two);
  expect(await one.readDelivered(Date.now())).toEqual([
    { campaign: 7, costToday: 2n, costTotal: 3n, shownToday: 2, shownTotal: 3, pending: 0, pendingCost: 0n },
  ]);
});

const NOT_OURS = "only an engine that the test started can be killed";

test("while ClickHouse is away, events wait on disk and reports are refused", async ({ skip }) => {
  skip(!database?.engine, NOT_OURS);
  const store = await openNode(1);
  await store.appendKeyed([createImpression(1)]);
  await readSums(store);
  await database.engine?.kill();
  await store.appendKeyed([createImpression(2), createImpression(3)]);
  await expect(readSums(store)).rejects.toMatchObject({ code: "away" });
  expect(store.status()).toMatchObject({ ready: true, waiting: 2 });
  expect(store.status().bytes).toBeGreaterThan(0);
  await database.engine?.start();
  await expect.poll(() => store.status()).toMatchObject({ ready: true, waiting: 0, bytes: 0 });
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 3 });
});

test("events of a ClickHouse outage are journaled in files of bounded size and count once", async ({
  skip,
}) => {
  skip(!database?.engine, NOT_OURS);
  const store = await openNode(1, { maxFile: 1000 });
  await store.appendKeyed([createImpression(0)]);
  await readSums(store);
  database.engine?.freeze();
  try {
    // While one file is being sent, the next one stays open.
    await store.appendKeyed([createImpression(1)]);
    await expect.poll(() => readdir(join(folder, "node-1", "journal"))).toHaveLength(1);
    for (let at = 2; at < 42; at++) await store.appendKeyed([createImpression(at)]);
    const files = await readdir(join(folder, "node-1", "journal"));
    const sizes = await Promise.all(
      files.map(async (name) => (await stat(join(folder, "node-1", "journal", name))).size),
    );
    expect(files.length).toBeGreaterThan(3);
    // A write is not split between files, so it may exceed the bound.
    expect(Math.max(...sizes)).toBeLessThan(1000 + 1000);
  } finally {
    database.engine?.thaw();
  }
  await expect.poll(() => store.status()).toMatchObject({ waiting: 0 });
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 42 });
});

test("a node that starts while ClickHouse is away accepts events up to the journal's limit", async ({
  skip,
}) => {
  skip(!database?.engine, NOT_OURS);
  await database.engine?.kill();
  const store = await openNode(1, { maxJournal: 100 });
  await store.appendKeyed([createImpression(1)]);
  await expect.poll(() => store.status().ready).toBe(false);
  await expect(store.appendKeyed([createImpression(2)])).rejects.toMatchObject({ code: "full" });
  await database.engine?.start();
  await expect.poll(() => store.status().ready).toBe(true);
  await store.appendKeyed([createImpression(2)]);
  expect(await readSums(store)).toEqual({ requests: 0, impressions: 2 });
});
