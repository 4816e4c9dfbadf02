import { readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { Journal, type JournalOptions } from "../../../src/service/journal/journal.ts";
import { readJournalFile } from "../../../src/service/journal/journalFile.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();
const journals: Journal[] = [];

afterEach(async () => {
  await Promise.all(journals.splice(0).map((journal) => journal.close()));
});

async function openJournal(changes: Partial<JournalOptions> = {}): Promise<Journal> {
  const journal = await Journal.open({ folder, header: "a,b", prefix: "1", ...changes });
  journals.push(journal);
  return journal;
}

/** Reads the lines of all undamaged writes. */
async function readLines(): Promise<string[]> {
  const journal = await openJournal({ prefix: "2" });
  const files = await Promise.all((await journal.seal()).map(({ path }) => readFile(path)));
  return files
    .flatMap((bytes) => readJournalFile(bytes).writes)
    .flatMap((lines) => lines.toString().split("\n"))
    .filter((line) => line !== "");
}

async function onlyFile(): Promise<string> {
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? "");
}

test("100 concurrent appends are all kept in at most three writes", async () => {
  const journal = await openJournal();
  await Promise.all(Array.from({ length: 100 }, (_, at) => journal.append(`${at},x\n`, 1)));
  const marks = (await readFile(await onlyFile(), "utf8")).match(/^#/gm)?.length;
  expect(marks).toBeLessThanOrEqual(3);
  expect(await readLines()).toHaveLength(100);
});

test("lines beyond the queue's memory limit are rejected as busy", async () => {
  const journal = await openJournal({ maxWaiting: 20 });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => journal.append(`${at},x\n`, 1)),
  );
  const rejected = results.filter((result) => result.status === "rejected");
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected[0]?.reason).toMatchObject({ code: "busy" });
  await expect(journal.append("1,x\n", 1)).resolves.toBeUndefined();
});

test("lines with non-ASCII text are kept, however many are appended at once", async () => {
  const journal = await openJournal();
  const lines = Array.from({ length: 300 }, (_, at) => `${at},"é${"語".repeat(at)}"`);
  for (const some of [lines.slice(0, 100), lines.slice(100, 101), lines.slice(101)]) {
    await Promise.all(some.map((line) => journal.append(`${line}\n`, 1)));
  }
  expect(await readLines()).toEqual(lines);
});

test("the journal counts acknowledged lines that are not loaded yet", async () => {
  const journal = await openJournal();
  await journal.append("1,x\n2,x\n", 2);
  const [first] = await journal.seal();
  await journal.append("3,x\n", 1);
  expect(journal.lines).toBe(3);
  journal.forget(first?.path ?? "");
  expect(journal.lines).toBe(1);
  await journal.seal();
  await rename(folder, `${folder}-away`);
  await expect(journal.append("4,x\n", 1)).rejects.toMatchObject({ code: "failed" });
  await rename(`${folder}-away`, folder);
  expect(journal.lines).toBe(1);
});

test("sealing the journal ends the current file even under continuous appends", async () => {
  const journal = await openJournal();
  let sealed = false;
  const writing = Array.from({ length: 3 }, async (_, at) => {
    while (!sealed) await journal.append(`${at},x\n`, 1);
  });
  await journal.append("9,x\n", 1);
  const files = await journal.seal();
  sealed = true;
  expect(files).toHaveLength(1);
  expect(await readFile(files[0]?.path ?? "", "utf8")).toContain("9,x");
  await Promise.all(writing);
});

test("a write starts as soon as 64 appends are queued, without waiting for setImmediate", async () => {
  vi.stubGlobal("setImmediate", () => {});
  try {
    const journal = await openJournal();
    const first = Array.from({ length: 63 }, (_, at) => journal.append(`${at},x\n`, 1));
    let isWritten = false;
    const written = Promise.all(first).then(() => {
      isWritten = true;
    });
    await readdir(folder);
    expect(isWritten).toBe(false);
    await journal.append("63,x\n", 1);
    await written;
    await Promise.all(Array.from({ length: 100 }, (_, at) => journal.append(`${at},y\n`, 1)));
    expect(await readdir(folder)).toHaveLength(1);
  } finally {
    vi.unstubAllGlobals();
  }
});
