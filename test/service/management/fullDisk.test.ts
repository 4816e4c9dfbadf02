/** Changes of the catalogue while the disk is full. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Put, toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { readHistory } from "../../../src/service/catalogue/logFiles.ts";
import { writeDurably } from "../../../src/service/files/files.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { anAuthor } from "../support/changes.ts";
import { canMount, type Disk, mountDisk } from "../support/disk.ts";

const folder = useEmptyFolder();
let disk: Disk;

beforeEach((context) => {
  context.skip(!canMount(), "needs root, who may mount a file system");
  disk = mountDisk(join(folder, "disk"), 1);
});
afterEach(() => disk?.unmount());

const PAGE = 4096;
const category = (id: number, name: string) => () => [{ list: "categories" as const, entry: { id, name } }];

test("a full disk refuses a change without leaving a partial line, and the next change succeeds", async () => {
  const data = join(disk.path, "data");
  await createLiveData(data, toDocument({}));
  const live = await LiveCatalogue.open({ data });
  await live.change(category(1, "First"), anAuthor());
  const file = join(data, "catalogue/changes-000000000001.log");
  const before = await readFile(file, "utf8");
  disk.fill();
  // The first of them still fit into the last page of the file.
  const many = () =>
    Array.from({ length: 40 }, (_, at) => ({ ...category(at + 2, "x".repeat(300))()[0] })) as Put[];
  await expect(live.change(many, anAuthor())).rejects.toThrow(/could not be stored: .*no space left/i);
  expect(await readFile(file, "utf8")).toBe(before);
  disk.free();
  await live.change(category(3, "Third"), anAuthor());
  await live.close();
  const ids: number[] = [];
  for await (const { put } of readHistory(join(data, "catalogue")))
    for await (const { id } of put) ids.push(id);
  expect(ids).toEqual([3, 1]);
});

test("a write that does not fit on the disk keeps the old file and leaves no temporary file", async () => {
  const file = join(disk.path, "catalogue.json");
  await writeDurably(file, "before");
  disk.fill();
  await expect(writeDurably(file, "x".repeat(10 * PAGE))).rejects.toThrow(/no space left/i);
  expect(await readdir(disk.path)).toEqual(["catalogue.json", "filler"]);
  expect(await readFile(file, "utf8")).toBe("before");
});
