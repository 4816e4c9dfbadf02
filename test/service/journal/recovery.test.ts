/** Recovery of the store at start. */
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import type { DeduplicationKey, Event } from "../../../src/service/facts/eventStore.ts";
import type { SetAsideNotice } from "../../../src/service/journal/setAside.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { countOnce } from "../support/countOnce.ts";
import { TestClock } from "../support/service.ts";

const TIME = Date.parse("2026-11-20T10:00:00Z");
const HOUR = 3600_000;

const folder = useEmptyFolder();
let clock: TestClock;
let notices: SetAsideNotice[];
const open: LocalStore[] = [];

beforeEach(() => {
  clock = new TestClock(TIME);
  notices = [];
});

afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

async function start(data = "data", options: { keysKeptMs?: number } = {}): Promise<LocalStore> {
  const onSetAside = (notice: SetAsideNotice) => notices.push(notice);
  const store = await openStore({
    folder: join(folder, data),
    clock,
    onSetAside,
    loadEveryMs: HOUR,
    ...options,
  });
  open.push(store);
  return store;
}

async function restart(store: LocalStore, options = {}): Promise<LocalStore> {
  await store.close();
  return start("data", options);
}

function impression(zone: number, cost = 0n): Event {
  const counters = { impressions: 1, cost };
  return { time: clock.now(), zone: { zone_id: zone }, campaign: { campaign_id: 7 }, visitor: {}, counters };
}

function makeKey(number: number): DeduplicationKey {
  return { epoch: 1, number, kind: "impression", decidedAt: clock.now() };
}

async function listZones(store: LocalStore): Promise<number[]> {
  const rows = await store.query<{ zone: bigint; impressions: bigint }>(
    "SELECT zone_id AS zone, sum(impressions) AS impressions FROM facts GROUP BY ALL ORDER BY ALL",
  );
  return rows.flatMap(({ zone, impressions }) =>
    Array.from({ length: Number(impressions) }, () => Number(zone)),
  );
}

/** Leaves the journal of a killed process with one write per zone. Resolves with its path. */
async function leaveJournal(zones: readonly number[]): Promise<string> {
  const store = await start("killed");
  for (const zone of zones) await store.append([impression(zone)]);
  const journal = join(folder, "data", "journal");
  await mkdir(journal, { recursive: true });
  await cp(join(folder, "killed", "journal"), journal, { recursive: true });
  const [name = ""] = await readdir(journal);
  return join(journal, name);
}

test("a wrong byte in the journal loses one write, which is reported with its position and set aside", async () => {
  const file = await leaveJournal([1, 2, 3, 4, 5]);
  const bytes = await readFile(file);
  const wrong = bytes.lastIndexOf(",2,") + 1;
  bytes[wrong] = 0x39;
  await writeFile(file, bytes);
  const store = await start();
  expect(await listZones(store)).toEqual([1, 3, 4, 5]);
  expect(store.status()).toMatchObject({ ready: true, setAside: { damaged: 1, files: 0, events: 0 } });
  const [notice] = notices;
  expect(notices).toEqual([expect.objectContaining({ reason: "damaged", file })]);
  expect(notice?.offset).toBeLessThan(wrong);
  expect((notice?.offset ?? 0) + (notice?.bytes ?? 0)).toBeGreaterThan(wrong);
  expect(await readFile(notice?.setAside ?? "")).toEqual(bytes);
  expect(await readdir(join(folder, "data", "journal"))).toEqual([]);
});

test("a journal that was repaired at start is not loaded again after a restart", async () => {
  const file = await leaveJournal([1, 2]);
  await writeFile(file, (await readFile(file)).subarray(0, -3));
  const store = await start();
  expect(await listZones(await restart(store))).toEqual([1]);
});

test("a journal file that has only zero bytes is set aside, and an unfinished one is removed", async () => {
  const journal = join(folder, "data", "journal");
  await mkdir(journal, { recursive: true });
  await writeFile(join(journal, "000000001-000000001.csv"), Buffer.alloc(500));
  await writeFile(join(journal, "000000001-000000002.csv"), "");
  await writeFile(join(journal, "000000001-000000003.csv"), "time_s,key_");
  await start();
  const setAside = join(folder, "data", "set-aside", "000000001-000000001.csv");
  expect(notices).toEqual([expect.objectContaining({ setAside })]);
  expect((await readFile(setAside)).equals(Buffer.alloc(500))).toBe(true);
  expect(await readdir(join(folder, "data", "set-aside"))).toHaveLength(1);
});

test("a journal file with unknown columns is set aside without renaming it", async () => {
  const journal = join(folder, "data", "journal");
  await mkdir(journal, { recursive: true });
  await writeFile(join(journal, "000000009-000000001.csv"), "time_s,colour\n1,red\n");
  const store = await start();
  expect(await readdir(join(folder, "data", "set-aside"))).toEqual(["000000009-000000001.csv"]);
  expect(store.status().setAside.files).toBe(1);
  expect(notices).toEqual([expect.objectContaining({ reason: "unknown columns" })]);
});

test("an event that the database refuses is set aside, and other events are stored", async () => {
  const store = await start();
  const events = [1, 2, 3, 4, 5].map((zone) => impression(zone, zone === 3 ? 10n ** 18n : 1n));
  await store.append(events);
  await store.append([impression(6)]);
  expect(await listZones(store)).toEqual([1, 2, 4, 5, 6]);
  expect(store.status()).toMatchObject({ ready: true, setAside: { events: 1 } });
  const [name = ""] = await readdir(join(folder, "data", "set-aside"));
  const kept = await readFile(join(folder, "data", "set-aside", name), "utf8");
  expect(kept.trim().split("\n")).toEqual([
    expect.stringContaining("time_s,"),
    expect.stringContaining(",3,"),
  ]);
  expect(await listZones(await restart(store))).toEqual([1, 2, 4, 5, 6]);
});

test("equal events are stored separately when their sum would exceed the column", async () => {
  const store = await start();
  await store.append([impression(1, 600_000_000n * 10n ** 9n), impression(1, 600_000_000n * 10n ** 9n)]);
  expect(await listZones(store)).toEqual([1, 1]);
  expect(store.status().setAside.events).toBe(0);
});

/** Appends one event with a key. Resolves with whether it was counted. */
async function appendOnce(store: LocalStore, key: DeduplicationKey, event: Event): Promise<boolean> {
  return (await countOnce(store, [{ key, event }])).length > 0;
}

test("deduplication keys are kept when the clock is set forward a day, the service restarts and it is set back", async () => {
  let store = await start("data", { keysKeptMs: HOUR });
  expect(await appendOnce(store, makeKey(3), impression(1))).toBe(true);
  await listZones(store);
  clock.jump(24 * HOUR);
  await store.append([impression(2)]);
  await listZones(store);
  store = await restart(store, { keysKeptMs: HOUR });
  clock.jump(-24 * HOUR);
  expect(await appendOnce(store, makeKey(3), impression(1))).toBe(false);
  clock.jump(-2 * HOUR);
  clock.time += 2 * HOUR;
  await store.append([impression(2)]);
  await listZones(store);
  expect(await appendOnce(await restart(store), makeKey(3), impression(1))).toBe(false);
});

test("deduplication keys expire after the kept time even if the service restarts meanwhile", async () => {
  let store = await start("data", { keysKeptMs: HOUR });
  await appendOnce(store, makeKey(3), impression(1));
  for (let starts = 0; starts < 3; starts++) {
    store = await restart(store, { keysKeptMs: HOUR });
    clock.time += 0.6 * HOUR;
    await store.append([impression(2)]);
    await listZones(store);
  }
  expect(await store.query("SELECT * FROM deduplication_keys")).toEqual([]);
  store = await restart(store, { keysKeptMs: HOUR });
  expect(await appendOnce(store, makeKey(3), impression(1))).toBe(true);
});

test("a million recalled deduplication keys use less than 40 bytes each", async () => {
  const count = 1_000_000;
  let store = await start();
  await store.transaction(({ query }) =>
    query(`INSERT INTO deduplication_keys
        SELECT 1, range * 2, 1, 0, TIMESTAMP '2026-11-20 10:00:00', 7 FROM range(${count})`),
  );
  await store.close();
  const before = process.memoryUsage();
  store = await start();
  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(40 * count);
  expect(await appendOnce(store, makeKey(2 * count - 2), impression(1))).toBe(false);
  expect(await appendOnce(store, makeKey(2 * count - 1), impression(1))).toBe(true);
});

test("a start deletes temporary files and the list of loaded journal files", async () => {
  let store = await start();
  for (let loads = 0; loads < 4; loads++) {
    await store.append([impression(1)]);
    await listZones(store);
  }
  expect(await store.query("SELECT count(*) AS files FROM loaded")).toEqual([{ files: 1n }]);
  await store.close();
  for (const name of ["temporary/left.csv", "journal/1.csv.counted"])
    await writeFile(join(folder, "data", name), "");
  store = await start();
  expect(await store.query("SELECT count(*) AS files FROM loaded")).toEqual([{ files: 0n }]);
  const names = await readdir(join(folder, "data"), { recursive: true });
  expect(names.filter((name) => /bulk|left|counted/.test(name))).toEqual([]);
});

test("the data folder and its files are readable only by their owner", async () => {
  await start();
  const modes = ["", "events.duckdb", "format.json"].map(
    async (name) => (await stat(join(folder, "data", name))).mode,
  );
  for (const mode of await Promise.all(modes)) expect(mode & 0o077).toBe(0);
});

test("decisions since the given time without an impression are pending, even after a restart", async () => {
  const decide = (store: LocalStore) =>
    store.append([{ ...impression(1), counters: { ad_requests: 1, filled: 1 } }]);
  let store = await start();
  for (let count = 0; count < 3; count++) await decide(store);
  clock.time += 50_000;
  const earlier = { ...makeKey(1), decidedAt: clock.time - 50_000 };
  await appendOnce(store, earlier, impression(1));
  await decide(store);
  await decide(store);
  await appendOnce(store, { ...makeKey(2), decidedAt: clock.time }, impression(1));
  clock.time += 20_000;
  expect(await store.countPending(clock.time - 60_000)).toEqual(new Map([[7, 1]]));
  store = await restart(store);
  expect(await store.countPending(clock.time - 60_000)).toEqual(new Map([[7, 1]]));
  expect(await store.countPending(clock.time - 80_000)).toEqual(new Map([[7, 3]]));
});
