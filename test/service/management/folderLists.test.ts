import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { FolderLists } from "../../../src/service/management/folderLists.ts";
import { useEmptyFolder } from "../../support/folder.ts";

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof import("node:fs/promises")>();
  return { ...real, readdir: vi.fn(real.readdir), stat: vi.fn(real.stat) };
});

const folder = useEmptyFolder();
let now = 0;
afterEach(() => void vi.resetAllMocks());

const put = (name: string) => writeFile(join(folder, name), "");
const lists = () => vi.mocked(readdir).mock.calls.length;

/** Looks at a time, and says whether the folder was listed and has the file. */
async function look(folders: FolderLists, at: number, name = "a.png") {
  now = at;
  const before = lists();
  const list = await folders.list(folder);
  return [lists() - before, list.has(name)];
}

test("a folder that does not change is not listed again", async () => {
  await put("a.png");
  const folders = new FolderLists(() => now);
  expect(await look(folders, 0)).toEqual([1, true]);
  expect(await look(folders, 2000)).toEqual([1, true]);
  expect(await look(folders, 4000)).toEqual([0, true]);
  await rm(join(folder, "a.png"));
  expect(await look(folders, 6000)).toEqual([1, false]);
});

test("a change in the same step of a coarse clock is noticed", async () => {
  await put("a.png");
  const { mtime } = await stat(folder);
  const real = vi.mocked(stat).getMockImplementation() as typeof stat;
  // Every time is that of the first change, as within two seconds on FAT.
  vi.mocked(stat).mockImplementation((async (path, options) => {
    const found = await real(path, options);
    return { ...found, dev: 1n, ino: 1n, mtimeNs: BigInt(mtime.getTime()), ctimeNs: 0n };
  }) as typeof stat);
  const folders = new FolderLists(() => now);
  expect(await look(folders, 0)).toEqual([1, true]);
  await rm(join(folder, "a.png"));
  expect(await look(folders, 1999)).toEqual([1, false]);
  expect(await look(folders, 3999)).toEqual([1, false]);
  expect(await look(folders, 5999)).toEqual([0, false]);
});

test("a change after which the folder has its earlier time is noticed", async () => {
  await put("a.png");
  const { atime, mtime } = await stat(folder);
  // Without the part below a millisecond.
  await utimes(folder, atime, mtime);
  const folders = new FolderLists(() => now);
  for (const at of [0, 2000, 4000]) await look(folders, at);
  await rm(join(folder, "a.png"));
  await utimes(folder, atime, mtime);
  expect(await look(folders, 6000)).toEqual([1, false]);
});

test("a folder is listed once a minute in any case, for file systems without times of folders", async () => {
  const folders = new FolderLists(() => now);
  for (const at of [0, 2000]) await look(folders, at);
  expect(await look(folders, 61_999)).toEqual([0, false]);
  expect(await look(folders, 62_000)).toEqual([1, false]);
});

test("a folder that was removed and made again is listed", async () => {
  const folders = new FolderLists(() => now);
  await put("a.png");
  for (const at of [0, 2000]) await look(folders, at);
  await rename(folder, `${folder}-aside`);
  expect(await look(folders, 4000)).toEqual([1, false]);
  await mkdir(folder);
  await put("a.png");
  expect(await look(folders, 6000)).toEqual([1, true]);
  await rm(`${folder}-aside`, { recursive: true });
});

test("a name in another case opens its file where the file system ignores case", async () => {
  await put("a.png");
  // As a file system that ignores case lists it.
  vi.mocked(readdir).mockResolvedValueOnce(["A.png", "B.png"] as never);
  const list = await new FolderLists(() => now).list(folder);
  expect([list.has("a.png"), await list.opens("a.png")]).toEqual([false, true]);
  expect([await list.opens("b.png"), await list.opens("c.png")]).toEqual([false, false]);
});
