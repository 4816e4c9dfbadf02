/** Contract of the audit log, on one machine and in Redis. */
import { existsSync } from "node:fs";
import { appendFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { AUDIT_FOLDER, AuditFolder } from "../../../src/service/people/auditFolder.ts";
import {
  AUDIT_DAYS,
  type AuditChange,
  AuditLog,
  type AuditStore,
} from "../../../src/service/people/auditLog.ts";
import { DAY_MS } from "../../../src/service/values/day.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { waitForKnownAddresses } from "../support/knownAddresses.ts";
import { Cluster, manage } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const AUTHOR = { account: { id: 1, name: "Network" }, user: 1, way: "interface" } as const;
const aToken = (id: number): AuditChange => ({ action: "create", kind: "tokens", id, owner: 1 });

const folder = useEmptyFolder();
let cluster: Cluster | undefined;
let time = NOON;
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
  time = NOON;
  await waitForKnownAddresses();
});

function openFolder(): AuditFolder {
  const fail = (error: unknown) => expect(error).toBeUndefined();
  const store = new AuditFolder({ data: folder, now: () => time, onProblem: fail });
  onTestFinished(() => store.close());
  return store;
}

async function openShared(data?: string): Promise<AuditStore> {
  cluster ??= await Cluster.start();
  return (await manage(await cluster.addNode(data === undefined ? {} : { folder: data }))).auditStore;
}

const openLog = (store: AuditStore, log = pino({ level: "silent" })) =>
  new AuditLog({ store, now: () => time, log });

async function listIds(log: AuditLog, limit = 50) {
  const { count, entries } = await log.list({ isVisible: () => true, limit });
  return [count, entries.map(({ id }) => id)];
}

const ENGINES = [
  ["in the data folder", async () => openFolder(), false],
  ["in Redis", openShared, true],
] as const;

testEach(ENGINES, "records %s are listed newest first over several days, up to a limit", async (open) => {
  const log = openLog(await open());
  for (const id of [1, 2, 3, 4]) {
    await log.add(AUTHOR, [aToken(id)]);
    time += DAY_MS / 2;
  }
  expect(await listIds(log)).toEqual([4, [4, 3, 2, 1]]);
  expect(await listIds(log, 3)).toEqual([4, [4, 3, 2]]);
  const { count, entries } = await log.list({ isVisible: ({ id }) => id === 2, limit: 50 });
  expect([count, entries]).toEqual([
    1,
    [{ time: "2026-11-21T00:00:00.000Z", ...AUTHOR, ...aToken(2), count: 1 }],
  ]);
});

testEach(
  ENGINES,
  "records %s with one key within an hour are one entry, also beyond the limit",
  async (open) => {
    const log = openLog(await open());
    const refusal = { ...aToken(9), action: "refuse", key: "refuse 9" } as const;
    await log.add(AUTHOR, [refusal]);
    await log.add(AUTHOR, [aToken(1)]);
    time += 60_000;
    await log.add(AUTHOR, [refusal]);
    const list = async (limit: number) => {
      const { count, entries } = await log.list({ isVisible: () => true, limit });
      return [count, ...entries.map((one) => [one.id, one.count, one.time.slice(11, 16)])];
    };
    expect(await list(50)).toEqual([2, [9, 2, "12:01"], [1, 1, "12:00"]]);
    expect(await list(1)).toEqual([2, [9, 2, "12:01"]]);
    time += 3_600_000;
    await log.add(AUTHOR, [refusal]);
    expect(await list(1)).toEqual([3, [9, 1, "13:01"]]);
  },
);

testEach(ENGINES, "records %s with one key are one line at once and one more a minute", async (open) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await open();
  const append = vi.spyOn(store, "append");
  const log = openLog(store);
  const refusal = { ...aToken(9), action: "refuse", key: "refuse 9" } as const;
  for (let at = 0; at < 100; at++) await log.add(AUTHOR, [refusal]);
  expect(append).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.poll(() => append.mock.calls.length).toBe(2);
  await log.add(AUTHOR, [refusal, { ...refusal, key: "refuse 8", id: 8 }]);
  await log.add(AUTHOR, [refusal]);
  // Another node reads what is written.
  await log.waitForWrites();
  const { entries } = await openLog(store).list({ isVisible: () => true, limit: 50 });
  expect(entries.map(({ id, count }) => [id, count]).sort()).toEqual([
    [8, 1],
    [9, 102],
  ]);
});

testEach(
  ENGINES,
  "more records %s than a limit for commands are listed, and those of 90 days",
  async (open) => {
    const log = openLog(await open());
    await log.add(
      AUTHOR,
      Array.from({ length: 2001 }, (_, id) => aToken(id)),
    );
    expect(await listIds(log, 1)).toEqual([2001, [2000]]);
    time += (AUDIT_DAYS - 1) * DAY_MS;
    expect((await listIds(log))[0]).toBe(2001);
    time += DAY_MS;
    expect((await listIds(log))[0]).toBe(0);
  },
);

testEach([ENGINES[0]], "files %s that are too old are deleted, and a partial line is skipped", async () => {
  const log = openLog(openFolder());
  await log.add(AUTHOR, [aToken(1)]);
  await appendFile(join(folder, AUDIT_FOLDER, "2026-11-20.jsonl"), '\n{"time":"2026-');
  await log.add(AUTHOR, [aToken(2)]);
  expect(await listIds(log)).toEqual([2, [2, 1]]);
  time += AUDIT_DAYS * DAY_MS;
  await log.add(AUTHOR, [aToken(3)]);
  await openFolder().deleteOld();
  expect(await readdir(join(folder, AUDIT_FOLDER))).toEqual(["2027-02-18.jsonl"]);
});

test("a folder that cannot be written is logged once, and once more when it can be", async () => {
  const lines: string[] = [];
  const log = openLog(openFolder(), pino({ level: "info" }, { write: (line) => void lines.push(line) }));
  const file = join(folder, AUDIT_FOLDER);
  await writeFile(file, "");
  for (const id of [1, 2, 3]) await log.add(AUTHOR, [aToken(id)]);
  await rm(file);
  for (const id of [4, 5]) await log.add(AUTHOR, [aToken(id)]);
  const logged = lines.map((line) => JSON.parse(line).msg).filter((message) => message !== "access changed");
  expect(logged).toEqual([
    "changes of access are not recorded in GET /v2/changes until this is mended",
    "changes of access are recorded in GET /v2/changes again",
  ]);
  expect(await listIds(log)).toEqual([2, [5, 4]]);
});

testWithRedis("nodes share the log, and a first node brings the records of its folder once", async () => {
  await openLog(openFolder()).add(AUTHOR, [aToken(1)]);
  const first = openLog(await openShared(folder));
  const second = openLog(await openShared());
  await second.add(AUTHOR, [aToken(2)]);
  expect(existsSync(join(folder, AUDIT_FOLDER))).toBe(false);
  for (const log of [first, second]) expect(await listIds(log)).toEqual([2, [2, 1]]);
});

testWithRedis(
  "a record while Redis is away is logged, and a list is refused until Redis is back",
  async () => {
    const log = openLog(await openShared());
    await cluster?.redis.kill();
    await log.add(AUTHOR, [aToken(1)]);
    await expect(log.list({ isVisible: () => true, limit: 1 })).rejects.toMatchObject({ code: "away" });
  },
);
