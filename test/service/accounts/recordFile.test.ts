/** Storage of shared links in a file of the data folder. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RecordFile, readRecords, SHARES_FILE } from "../../../src/service/accounts/recordFile.ts";
import type { ShareRecord } from "../../../src/service/accounts/shareStore.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const createRecord = (id: string): ShareRecord => ({
  id,
  name: `Link ${id}`,
  role: "publisher",
  view: "?",
  expires_at: "2026-12-01T00:00:00.000Z",
  account: 1,
  bounds: { filter: { zone_id: [1] }, exclude: {} },
});

const folder = useEmptyFolder();

const openShares = () => RecordFile.open(folder, SHARES_FILE);

test("links are stored in shares.json as one line of JSON and found after reopening", async () => {
  expect(await readRecords(folder, SHARES_FILE)).toBeUndefined();
  const shares = await openShares();
  expect([await shares.list(), await shares.find("a")]).toEqual([[], undefined]);
  await shares.add(createRecord("a"));
  await shares.add(createRecord("b"));
  const records = [createRecord("a"), createRecord("b")];
  expect(await readFile(join(folder, "shares.json"), "utf8")).toBe(`${JSON.stringify(records)}\n`);
  expect(await readRecords(folder, SHARES_FILE)).toEqual(records);
  const later = await openShares();
  expect([await later.list(), await later.find("b")]).toEqual([records, createRecord("b")]);
});

test("removing links by id deletes only those from the file", async () => {
  const shares = await openShares();
  for (const id of ["a", "b", "c"]) await shares.add(createRecord(id));
  await shares.remove(["a", "c", "unknown"]);
  expect(await shares.list()).toEqual([createRecord("b")]);
  expect(await readRecords(folder, SHARES_FILE)).toEqual([createRecord("b")]);
});

test("an empty removal does not write a file", async () => {
  await (await openShares()).remove([]);
  expect(existsSync(join(folder, "shares.json"))).toBe(false);
});

test("links added concurrently are all stored", async () => {
  const shares = await openShares();
  const ids = Array.from({ length: 20 }, (_, at) => `link-${at}`);
  await Promise.all(ids.map((id) => shares.add(createRecord(id))));
  expect((await readRecords(folder, SHARES_FILE))?.map(({ id }) => id)).toEqual(ids);
});
