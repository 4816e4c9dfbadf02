/** System calls that make data durable: every sync, their order, and recovery from each failing call. */
import { constants } from "node:fs";
import { cp, type FileHandle, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { fillFolder } from "../../../src/service/duckdb/fillFolder.ts";
import { writeDurably } from "../../../src/service/files/files.ts";
import { type EndedFile, Journal, type JournalOptions } from "../../../src/service/journal/journal.ts";
import { readJournalFile } from "../../../src/service/journal/journalFile.ts";
import { SetAside } from "../../../src/service/journal/setAside.ts";
import { defer } from "../../support/defer.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import {
  canRecordDisk,
  type DiskCall,
  type DiskCalls,
  NO_PROC,
  recordDiskCalls,
} from "../support/diskCalls.ts";
import { TestClock } from "../support/service.ts";

const FULL = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });

const root = useEmptyFolder();
let disk: DiskCalls;

beforeEach(async ({ skip }) => {
  skip(!canRecordDisk, NO_PROC);
  disk = await recordDiskCalls();
});
afterEach(() => void vi.restoreAllMocks());

const openJournal = (changes: Partial<JournalOptions> = {}) =>
  Journal.open({ folder: join(root, "journal"), header: "a,b", prefix: "1", ...changes });

/** Returns and clears the recorded calls, such as `sync journal`. */
const takeCalls = () => disk.calls.splice(0).map(({ method, name }) => `${method} ${name}`);

async function readLines(path: string): Promise<string[]> {
  const { writes } = readJournalFile(await readFile(path));
  return writes.flatMap((lines) => lines.toString().trimEnd().split("\n"));
}

/** Fails a call once, after an optional part of its work. */
function failOnce(
  isMeant: (call: DiskCall) => boolean,
  work?: (handle: FileHandle) => Promise<unknown>,
): void {
  let isDone = false;
  disk.inject((call, _proceed, handle) => {
    if (isDone || !isMeant(call)) return undefined;
    isDone = true;
    return (async () => {
      await work?.(handle);
      throw FULL;
    })();
  });
}

const FILE = "1-000000001.csv";
const SECOND = "1-000000002.csv";

test.each([
  ["with O_DSYNC, each write waits for the disk without a further call", constants.O_DSYNC, []],
  ["without O_DSYNC, each write is followed by a datasync", 0, [`datasync ${FILE}`]],
])("%s, and the first write of a file syncs the folder", async (_title, dsync, synced) => {
  const journal = await openJournal({ dsync });
  await journal.append("1,x\n", 1);
  expect(
    disk.calls.every(({ name, flags }) => name === "journal" || (flags & constants.O_DSYNC) === dsync),
  ).toBe(true);
  expect(disk.calls).toContainEqual(
    expect.objectContaining({ method: "sync", name: "journal", content: [FILE] }),
  );
  expect(takeCalls().sort()).toEqual([...synced, "sync journal", `write ${FILE}`]);
  await journal.append("2,x\n", 1);
  expect(takeCalls()).toEqual([`write ${FILE}`, ...synced]);
  await journal.seal();
  await journal.append("3,x\n", 1);
  expect(disk.calls).toContainEqual(
    expect.objectContaining({ method: "sync", name: "journal", content: [FILE, SECOND] }),
  );
  await journal.close();
});

test("the journal opens its files with O_DSYNC by default", async () => {
  const journal = await openJournal();
  await journal.append("1,x\n", 1);
  const write = disk.calls.find(({ method }) => method === "write");
  expect(Number(write?.flags) & constants.O_DSYNC).toBe(constants.O_DSYNC);
  await journal.close();
});

/** Appends three lines in separate writes. Resolves with the acknowledged lines and the ended files. */
async function appendThree(dsync: number): Promise<{ acknowledged: string[]; ended: readonly EndedFile[] }> {
  const journal = await openJournal({ dsync });
  const acknowledged: string[] = [];
  for (const line of ["1,x", "2,x", "3,x"])
    await journal.append(`${line}\n`, 1).then(
      () => acknowledged.push(line),
      (error) => expect(error).toMatchObject({ code: "full" }),
    );
  return { acknowledged, ended: await journal.close() };
}

test.each([constants.O_DSYNC, 0])(
  "with dsync %i, a journal contains exactly the acknowledged lines whichever single call fails",
  async (dsync) => {
    await appendThree(dsync);
    const { length } = disk.calls;
    await rm(join(root, "journal"), { recursive: true });
    expect(length).toBeGreaterThanOrEqual(4);
    for (let failing = 0; failing < length; failing++) {
      let count = 0;
      failOnce(() => count++ === failing);
      const { acknowledged, ended } = await appendThree(dsync);
      expect(acknowledged).toHaveLength(2);
      const lines = await Promise.all(ended.map(({ path }) => readLines(path)));
      expect(lines.flat()).toEqual(acknowledged);
      await rm(join(root, "journal"), { recursive: true });
    }
  },
);

test("a partial write is truncated before the next write", async () => {
  let count = 0;
  failOnce(
    ({ method }) => method === "write" && count++ === 1,
    async (handle) => handle.write("#00000", (await handle.stat()).size),
  );
  const { acknowledged, ended } = await appendThree(0);
  expect(acknowledged).toEqual(["1,x", "3,x"]);
  const [file] = ended;
  const { damage } = readJournalFile(await readFile(file?.path ?? ""));
  expect({ files: ended.length, damage, isWhole: file?.isWhole }).toEqual({
    files: 1,
    damage: [],
    isWhole: true,
  });
});

test("if a partial write cannot be truncated, the file ends there and repair removes the partial write", async () => {
  let count = 0;
  disk.inject(({ method }, _proceed, handle) => {
    if (method === "truncate") return Promise.reject(FULL);
    if (method !== "write" || count++ !== 1) return undefined;
    return (async () => {
      await handle.write("#00000", (await handle.stat()).size);
      throw FULL;
    })();
  });
  const { acknowledged, ended } = await appendThree(0);
  expect(acknowledged).toEqual(["1,x", "3,x"]);
  expect(ended.map(({ isWhole }) => isWhole)).toEqual([false, true]);
  const path = ended[0]?.path ?? "";
  expect(readJournalFile(await readFile(path)).damage).toHaveLength(1);
  await new SetAside(join(root, "aside"), () => {}).repair(path);
  expect(readJournalFile(await readFile(path)).damage).toEqual([]);
  expect(await readLines(path)).toEqual(["1,x"]);
});

test("when the folder's sync fails, the pending first write is truncated only after it ended", async () => {
  const failed = defer();
  const order: string[] = [];
  disk.inject(({ method, name }, proceed) => {
    if (method === "truncate") order.push("undone");
    if (method === "write") return failed.promise.then(proceed).finally(() => order.push("written"));
    if (name !== "journal") return undefined;
    setImmediate(failed.resolve);
    return Promise.reject(FULL);
  });
  const journal = await openJournal();
  await expect(journal.append("1,x\n", 1)).rejects.toMatchObject({ code: "full" });
  await journal.seal();
  expect(order).toEqual(["written", "undone"]);
  expect((await stat(join(root, "journal", FILE))).size).toBe(0);
  await journal.close();
});

test("a durable file is synced before it is renamed, and its folder afterwards", async () => {
  const file = join(root, "file");
  await writeFile(file, "old");
  await writeDurably(file, "new text");
  const temporary = `file.${process.pid}`;
  expect(disk.calls).toMatchObject([
    { method: "sync", name: temporary, content: 8 },
    { method: "sync", name: basename(root), content: ["file"] },
  ]);
});

test("a damaged journal file is replaced only after the set-aside original is synced", async () => {
  const file = join(root, FILE);
  await writeFile(file, "a,b\n#damaged\n");
  await new SetAside(join(root, "aside"), () => {}).repair(file);
  expect(disk.calls[0]).toMatchObject({ method: "sync", name: "aside", content: [FILE] });
  expect(takeCalls().slice(1)).toEqual([`sync ${FILE}.${process.pid}`, `sync ${basename(root)}`]);
});

test("the folder of set-aside files is synced after an unknown file was moved there", async () => {
  const file = join(root, FILE);
  await writeFile(file, "");
  await new SetAside(join(root, "aside"), () => {}).moveUnknown(file);
  expect(disk.calls).toMatchObject([{ method: "sync", name: "aside", content: [FILE] }]);
});

test("the journal folder is synced after a loaded file is removed and before the database forgets it", async () => {
  const clock = new TestClock(Date.parse("2026-11-20T10:00:00Z"));
  const open = (name: string) =>
    openStore({ folder: join(root, name), clock, onSetAside: () => {}, loadEveryMs: 3600_000 });
  const first = await open("first");
  const event = {
    time: clock.now(),
    zone: { zone_id: 1 },
    campaign: {},
    visitor: {},
    counters: { impressions: 1 },
  };
  const journal = join(root, "second/journal");
  for (let round = 0; round < 2; round++) {
    await first.append([event]);
    await cp(join(root, "first/journal"), journal, { recursive: true });
    await first.query("SELECT 1");
  }
  await first.close();
  const names = (await readdir(journal)).sort();
  expect(names).toHaveLength(2);
  disk.calls.splice(0);
  const second = await open("second");
  await second.query("SELECT 1");
  await second.close();
  const synced = disk.calls.filter(({ name }) => name === "journal").map(({ content }) => content);
  expect(synced).toContainEqual(names.slice(1));
});

test("a new filled folder is synced before it is renamed, and its parent afterwards", async () => {
  await fillFolder(join(root, "copy"), (partial) => writeFile(join(partial, "file"), ""));
  expect(disk.calls).toMatchObject([
    { method: "sync", name: `copy.partial-${process.pid}`, content: ["file"] },
    { method: "sync", name: basename(root), content: ["copy"] },
  ]);
});

test("an existing folder is synced before and after its mark of an unfinished copy is removed", async () => {
  await fillFolder(root, (partial) => writeFile(join(partial, "file"), ""));
  expect(disk.calls.map(({ content }) => content)).toEqual([["file"], ["file", "unfinished"], ["file"]]);
});
