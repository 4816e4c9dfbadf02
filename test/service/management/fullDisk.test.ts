/** Changes of the catalogue while the disk is full. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AuditLog, digestText } from "../../../src/service/management/auditLog.ts";
import { writeDurably } from "../../../src/service/values/files.ts";
import { canMount, type Disk, mountDisk } from "../support/disk.ts";

let folder: string;
let disk: Disk;

beforeEach(async (context) => {
  context.skip(!canMount(), "needs root, who may mount a file system");
  folder = await mkdtemp(join(tmpdir(), "zonetag-full-"));
  disk = mountDisk(join(folder, "disk"), 1);
});
afterEach(async () => {
  disk?.unmount();
  if (folder) await rm(folder, { recursive: true });
});

const PAGE = 4096;
const entry = (id: number, note: string) => ({
  ...{ time: new Date(0).toISOString(), account: { id: 1, name: "Somebody" }, action: "change" as const },
  ...{ kind: "zones", id, owner: 1, after: { note }, catalogue: digestText("{}") },
});

test("a change that the log has no room for leaves no half a line, and the next one is in it", async () => {
  const catalogue = join(folder, "catalogue.json");
  await writeFile(catalogue, "{}");
  const file = join(disk.path, "changes.jsonl");
  const log = await AuditLog.open(file, catalogue);
  await log.append(entry(1, "x".repeat(PAGE - 400)));
  const before = await readFile(file, "utf8");
  expect(before.length).toBeLessThan(PAGE);
  disk.fill();
  // Its beginning has room in the last page of the file.
  await expect(log.append(entry(2, "x".repeat(PAGE)))).rejects.toThrow(/no space left/i);
  expect(await readFile(file, "utf8")).toBe(before);
  disk.free();
  await log.append(entry(3, "x"));
  const { entries } = await log.list(() => true, 10, 0);
  expect(entries.map(({ id }) => id)).toEqual([3, 1]);
});

test("a file that the disk has no room for stays as it was, and nothing is left beside it", async () => {
  const file = join(disk.path, "catalogue.json");
  await writeDurably(file, "before");
  disk.fill();
  await expect(writeDurably(file, "x".repeat(10 * PAGE))).rejects.toThrow(/no space left/i);
  expect(await readdir(disk.path)).toEqual(["catalogue.json", "filler"]);
  expect(await readFile(file, "utf8")).toBe("before");
});
