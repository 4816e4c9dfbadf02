import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SavedMap } from "../../../src/service/accounts/savedMap.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();
const file = join(folder, "file.json");
const readEntries = async () => JSON.parse(await readFile(file, "utf8"));

/** Opens a map that records the keys of each write. */
function createMap(path = file) {
  const writes: string[][] = [];
  const format = (map: ReadonlyMap<string, number>) => {
    writes.push([...map.keys()]);
    return [...map];
  };
  return { map: new SavedMap([["first", 1]], { file: path, format }), writes };
}

test("changes made while a map is being written are written together afterwards", async () => {
  const { map, writes } = createMap();
  const first = map.save();
  await expect.poll(() => writes).toEqual([["first"]]);
  const later = ["a", "b", "c"].map((key) => map.set(key, 2).save());
  await Promise.all([first, ...later]);
  expect(writes).toEqual([["first"], ["first", "a", "b", "c"]]);
  expect(await readEntries()).toEqual([...map]);
});

test("a failed write rejects all saves that share it and takes their changes back, not later ones", async () => {
  const missing = join(folder, "missing");
  const { map, writes } = createMap(join(missing, "file.json"));
  map.delete("first");
  const saves = [map.set("a", 2).save(), map.set("b", 2).save()];
  await expect.poll(() => writes).toHaveLength(1);
  const next = map.set("b", 3).set("c", 3).save();
  for (const save of [...saves, next]) await expect(save).rejects.toThrow("ENOENT");
  expect([...map]).toEqual([["first", 1]]);
  await mkdir(missing);
  await map.set("d", 4).save();
  expect(JSON.parse(await readFile(join(missing, "file.json"), "utf8"))).toEqual([
    ["first", 1],
    ["d", 4],
  ]);
});

test("uses saved later share a write, whose failure is reported once and keeps them", async () => {
  const problems: unknown[] = [];
  const { map, writes } = createMap(join(folder, "missing", "file.json"));
  for (const key of ["a", "b"]) map.setAnyway(key, 2).saveLater((error) => problems.push(error));
  await map.waitForWrites();
  expect(writes).toEqual([["first", "a", "b"]]);
  expect(problems).toMatchObject([{ code: "ENOENT" }]);
  expect([...map.keys()]).toEqual(["first", "a", "b"]);
});

test("a failed write takes a change back, and keeps a use that was noted beside it", async () => {
  const { map, writes } = createMap(join(folder, "absent", "file.json"));
  const first = map.save();
  await expect.poll(() => writes).toHaveLength(1);
  const saved = map.set("change", 1).save();
  map.setAnyway("use", 1).saveLater(() => {});
  for (const save of [first, saved]) await expect(save).rejects.toThrow("ENOENT");
  expect([...map.keys()]).toEqual(["first", "use"]);
});
