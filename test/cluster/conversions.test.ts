/** Conversions in ClickHouse: counted by the kind of their key, on their own day, whatever becomes of their click's. */
import { appendFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import {
  type ClickHouseStore,
  type ClickHouseStoreOptions,
  openClickHouseStore,
} from "../../src/service/clickhouse/clickhouseStore.ts";
import { forgetEvents } from "../../src/service/clickhouse/deleteEvents.ts";
import { readBatches } from "../../src/service/clickhouse/factBatches.ts";
import { moveFacts } from "../../src/service/clickhouse/moveFacts.ts";
import { readHours } from "../../src/service/clickhouse/sources.ts";
import { openStore } from "../../src/service/duckdb/duckdbStore.ts";
import { restoreBackup } from "../../src/service/duckdb/folderBackup.ts";
import { useEmptyFolder } from "../support/folder.ts";
import {
  countConversions,
  createConversion,
  createImpression,
  HOUR_MS,
  MORNING,
  readSums,
} from "./support/facts.ts";
import { useDatabase } from "./support/useDatabase.ts";

// The engines sync every write to disk, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const DAY_MS = 24 * HOUR_MS;
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
    ...options,
  });
  stores.push(store);
  return store;
}

test("a conversion of a click three weeks ago leaves the sums of the click's day as they are", async () => {
  const [one, two] = [await openNode(1), await openNode(2)];
  await one.appendKeyed([1, 2, 3].map((number) => createImpression(number, MORNING + number * HOUR_MS)));
  await readSums(one);
  await one.rollUp();
  const before = await readBatches(clickhouse);
  const hours = await readHours(clickhouse, MORNING / 1000, (MORNING + DAY_MS) / 1000);
  expect(before.size).toBeGreaterThan(0);
  const later = MORNING + 21 * DAY_MS;
  await two.appendKeyed([1, 2].map((number) => createConversion(number, later)));
  // Read event by event, then from the sums of the hour and of the day.
  expect(await countConversions(two)).toBe(2);
  await one.rollUp();
  expect(await countConversions(one)).toBe(2);
  const after = await readBatches(clickhouse);
  expect([...after].filter(([name]) => before.has(name))).toEqual([...before]);
  expect(after.size).toBe(before.size + 2);
  expect(await readHours(clickhouse, MORNING / 1000, (MORNING + DAY_MS) / 1000)).toEqual(hours);
  expect(await readSums(one)).toEqual({ requests: 0, impressions: 3 });
  // Conversions are no deliveries.
  expect(await one.readDelivered(MORNING)).toMatchObject([{ campaign: 7, shownTotal: 3, costTotal: 3n }]);
});

test("a conversion that two nodes counted is reported once if both counted it in the same hour", async () => {
  const [one, two] = [await openNode(1), await openNode(2)];
  await one.appendKeyed([createConversion(1, MORNING), createConversion(2, MORNING)]);
  await two.appendKeyed([
    createConversion(1, MORNING + HOUR_MS - 1000),
    createConversion(2, MORNING + HOUR_MS),
  ]);
  await countConversions(one);
  expect(await countConversions(two)).toBe(3);
  await one.rollUp();
  expect(await countConversions(two)).toBe(3);
});

test("after the events of its click's day were deleted, a conversion counts on its own day", async () => {
  const store = await openNode(1);
  await store.appendKeyed([createImpression(1), createConversion(1, MORNING + HOUR_MS)]);
  await store.appendKeyed([createConversion(5, MORNING + 2 * DAY_MS)]);
  await countConversions(store);
  await store.rollUp();
  await forgetEvents({ clickhouse, keepMs: DAY_MS, markedMs: 0 }, MORNING + 2 * DAY_MS);
  expect(await clickhouse.query("SELECT toUInt32(number) AS number FROM events")).toEqual([{ number: 5 }]);
  expect(await countConversions(store)).toBe(2);
  // The second one is late: a node was off on the deleted day.
  await store.appendKeyed([createConversion(2, MORNING + 20 * DAY_MS), createConversion(3, MORNING)]);
  expect(await countConversions(store)).toBe(3);
  expect(store.status().setAside.events).toBe(1);
  await store.rollUp();
  expect(await countConversions(store)).toBe(3);
});

test("the conversions that all nodes sent are recalled for 30 days beyond the tracking life, and no others", async () => {
  const now = Date.now();
  const [one, two] = [await openNode(1), await openNode(2, { keysKeptMs: DAY_MS })];
  const ages = [0, 1, 29, 30.9, 31.1, 40];
  await one.appendKeyed(ages.map((days, number) => createConversion(number, now - days * DAY_MS)));
  await one.appendKeyed([createConversion(7, now, 2 ** 28), createImpression(8, now)]);
  await countConversions(one);
  const knows = (number: number, epoch = 1) => two.goals.has(createConversion(number, now, epoch).key);
  expect(knows(0)).toBe(false);
  await two.recallGoals();
  expect(ages.map((_, number) => knows(number))).toEqual([true, true, true, true, false, false]);
  expect([knows(7, 2 ** 28), knows(7), knows(8)]).toEqual([true, false, false]);
  expect(two.goals.has({ ...createConversion(0, now).key, kind: "goal_1" })).toBe(false);
});

test("a move takes conversions and their keys along, also those of a restored backup", async () => {
  const now = Date.now();
  const [data, backup, restored] = ["data", "backup", "restored"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const running = await openStore({ folder: data });
  const numbers = [1, 2, 3];
  await running.appendKeyed(numbers.map((number) => createConversion(number, now - number * 9 * DAY_MS)));
  await running.backUp(backup);
  await running.close();
  await rm(data, { recursive: true });
  await restoreBackup(backup, restored);
  const store = await openStore({ folder: restored });
  expect(await countConversions(store)).toBe(3);
  expect(numbers.filter((number) => !store.goals.has(createConversion(number, now).key))).toEqual([]);
  await openNode(8);
  expect(await moveFacts(store, restored, clickhouse)).toEqual({ facts: 3, keys: 3 });
  await store.close();
  const node = await openNode(9);
  await node.recallGoals();
  expect(numbers.filter((number) => !node.goals.has(createConversion(number, now).key))).toEqual([]);
  expect(await countConversions(node)).toBe(3);
  // A node that does not know the key: the moved row of the same hour wins.
  await node.appendKeyed([createConversion(1, now - 9 * DAY_MS)]);
  expect(await countConversions(node)).toBe(3);
  await node.rollUp();
  expect(await countConversions(node)).toBe(3);
});

test("a start knows the conversions that its journal has not sent, also those of a damaged file", async () => {
  const url = "http://127.0.0.1:1/away";
  const first = await openNode(1, { url });
  const [key, later] = [5, 6].map((number) => createConversion(number, MORNING + number * DAY_MS));
  await first.appendKeyed([createImpression(4), ...(key ? [key] : [])]);
  await first.appendKeyed(later ? [later] : []);
  await first.close();
  const [file = ""] = await readdir(join(folder, "node-1", "journal"));
  await appendFile(join(folder, "node-1", "journal", file), "#0000000042 0123");
  const next = await openNode(2, { url, folder: join(folder, "node-1") });
  const known = [4, 5, 6, 7].filter((number) => next.goals.has(createConversion(number, MORNING).key));
  expect(known).toEqual([5, 6]);
});
