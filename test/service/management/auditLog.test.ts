import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AuditEntry, AuditLog, digestText } from "../../../src/service/management/auditLog.ts";

const NOON = "2026-11-20T12:00:00.000Z";
const ALL = () => true;

let folder: string;
let file: string;
let catalogueFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-audit-"));
  file = join(folder, "changes.ndjson");
  catalogueFile = join(folder, "catalogue.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A change that led to this text of the catalogue. */
const createEntry = (id: number, text: string): AuditEntry => ({
  ...{ time: NOON, account: { id: 1, name: "Ann" }, action: "change", kind: "sites", id, owner: 2 },
  ...{ before: { name: "A" }, after: { name: "B" }, catalogue: digestText(text) },
});

/** The catalogue's file with this text, saved so many seconds after the changes. */
async function saveCatalogue(text: string, seconds: number): Promise<void> {
  await writeFile(catalogueFile, text);
  const time = Date.parse(NOON) / 1000 + seconds;
  await utimes(catalogueFile, time, time);
}

const listIds = async (
  log: AuditLog,
  matches: (entry: AuditEntry) => boolean = ALL,
  limit = 10,
  offset = 0,
) => {
  const { count, entries } = await log.list(matches, limit, offset);
  return [count, entries.map(({ id }) => id)];
};

test("changes are listed with the newest first, those that match, page by page", async () => {
  const log = new AuditLog(file);
  expect(await log.list(ALL, 10, 0)).toEqual({ count: 0, entries: [] });
  for (const id of [1, 2, 3, 4]) await log.append(createEntry(id, String(id)));
  expect(await listIds(log)).toEqual([4, [4, 3, 2, 1]]);
  expect(await listIds(log, ALL, 2, 1)).toEqual([4, [3, 2]]);
  expect(await listIds(log, ({ id }) => id % 2 === 0)).toEqual([2, [4, 2]]);
  expect((await log.list(ALL, 1, 0)).entries).toEqual([createEntry(4, "4")]);
});

test("the log is readable by its owner alone, a line for each change", async () => {
  const log = new AuditLog(file);
  for (const id of [1, 2]) await log.append(createEntry(id, "x"));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, "utf8")).split("\n").map((line) => line && JSON.parse(line).id)).toEqual([
    1,
    2,
    "",
  ]);
});

test("a change that is withdrawn is gone, and no other", async () => {
  const log = new AuditLog(file);
  for (const id of [1, 2]) await log.append(createEntry(id, String(id)));
  await log.withdraw(digestText("1"));
  expect(await listIds(log)).toEqual([2, [2, 1]]);
  await log.withdraw(digestText("2"));
  expect(await listIds(log)).toEqual([1, [1]]);
});

test("after a crash the last line goes when the catalogue never became what it says", async () => {
  for (const [text, seconds, ids] of [
    ["before", -1, [1]],
    ["after", -1, [2, 1]],
    // With the byte order mark of an editor.
    ["\uFEFFafter", -1, [2, 1]],
    // Somebody changed the file by hand since.
    ["by hand", 1, [2, 1]],
  ] as const) {
    await rm(file, { force: true });
    const log = new AuditLog(file);
    await log.append(createEntry(1, "before"));
    await log.append(createEntry(2, "after"));
    await saveCatalogue(text, seconds);
    expect([text, (await listIds(await AuditLog.open(file, catalogueFile)))[1]]).toEqual([text, ids]);
  }
});

test("half a line that a crash left is passed over, and the next change has a line of its own", async () => {
  const log = new AuditLog(file);
  await log.append(createEntry(1, "x"));
  await writeFile(file, '{"half', { flag: "a" });
  await saveCatalogue("x", -1);
  const opened = await AuditLog.open(file, catalogueFile);
  expect(await listIds(opened)).toEqual([1, [1]]);
  await opened.append(createEntry(2, "y"));
  expect(await listIds(opened)).toEqual([2, [2, 1]]);
});

test("a log that is whole is left as it is at a start", async () => {
  await new AuditLog(file).append(createEntry(1, "x"));
  const before = await readFile(file, "utf8");
  await saveCatalogue("x", -1);
  await AuditLog.open(file, catalogueFile);
  expect(await readFile(file, "utf8")).toBe(before);
});

test("a log that is not there is opened as an empty one, and not made", async () => {
  const log = await AuditLog.open(file, join(folder, "none.json"));
  expect(await listIds(log)).toEqual([0, []]);
  await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a log that cannot be read is an error", async () => {
  await expect(new AuditLog(folder).list(ALL, 1, 0)).rejects.toMatchObject({ code: "EISDIR" });
});
