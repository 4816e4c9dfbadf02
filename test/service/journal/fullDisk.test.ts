/** On a full disk, operations fail without leaving files behind, and succeed once space is free. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LocalStore, openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { importParts } from "../../../src/service/import/import.ts";
import { splitFile } from "../../../src/service/import/splitFile.ts";
import { useEmptyFolder } from "../../support/folder.ts";
import { canMount, type Disk, mountDisk } from "../support/disk.ts";

const folder = useEmptyFolder();
let disk: Disk;
let store: LocalStore;

beforeEach(async (context) => {
  context.skip(!canMount(), "needs root, who may mount a file system");
  disk = mountDisk(join(folder, "disk"), 24);
  store = await openStore({ folder: join(disk.path, "data") });
});
afterEach(async () => {
  await store?.close();
  disk?.unmount();
});

/** Imports `count` impressions of July 2026. */
async function importLines(count: number): Promise<unknown> {
  const file = join(folder, "facts.ndjson");
  const line = (at: number) => ({
    time: `2026-07-01T10:${10 + (at % 50)}:${10 + (at % 50)}Z`,
    publisher_id: 1,
    campaign_id: 1,
    sub: at % 100,
    impressions: 1,
    cost: "0.5",
  });
  await writeFile(file, Array.from({ length: count }, (_, at) => JSON.stringify(line(at))).join("\n"));
  const parts = splitFile({ file, temporary: store.temporary, batch: 1000 });
  return importParts(store, parts, { name: "facts" });
}

const FULL = /no space left/i;
const REQUEST = { ad_requests: 1 };
const append = (counters: object) =>
  store.append([{ time: Date.now(), zone: { publisher_id: 1 }, campaign: {}, visitor: {}, counters }]);
const sum = async () =>
  (await store.query("SELECT sum(impressions) AS impressions, sum(ad_requests) AS requests FROM facts"))[0];

test("on a full disk, imports, backups, folding and retention fail without changing data", async () => {
  await importLines(3000);
  await append(REQUEST);
  const before = await sum();
  expect(before).toEqual({ impressions: 3000n, requests: 1n });
  disk.fill();
  const backup = join(disk.path, "backup");
  await expect(store.fold()).rejects.toThrow(FULL);
  await expect(store.forgetMonthsBefore(1)).rejects.toThrow(FULL);
  await expect(importLines(5000)).rejects.toThrow(FULL);
  await expect(store.backUp(backup)).rejects.toThrow(FULL);
  for (let times = 0; times < 5; times++)
    await expect(append(REQUEST)).rejects.toMatchObject({ code: "full" });
  expect(await sum()).toEqual(before);
  expect(await readdir(disk.path)).toEqual(expect.not.arrayContaining([expect.stringMatching("backup")]));
  const data = join(disk.path, "data");
  expect([await readdir(join(data, "temporary")), await readdir(join(data, "journal"))]).toEqual([[], []]);

  disk.free();
  await append(REQUEST);
  await importLines(5000);
  const after = { impressions: 5000n, requests: 2n };
  expect(await sum()).toEqual(after);
  await store.backUp(backup);
  await store.fold();
  await store.forgetMonthsBefore(1);
  expect(await sum()).toEqual(after);
  await store.close();
  store = await openStore({ folder: data });
  expect(await sum()).toEqual(after);
});
