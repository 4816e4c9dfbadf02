import { mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { FolderLists } from "../../../src/service/management/folderLists.ts";
import { makeFolder, useEmptyFolder } from "../../support/folder.ts";

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof import("node:fs/promises")>();
  return { ...real, readdir: vi.fn(real.readdir), stat: vi.fn(real.stat) };
});

const folder = useEmptyFolder();
let now = 0;
afterEach(() => void vi.resetAllMocks());

const put = (name: string) => writeFile(join(folder, name), "");
const lists = () => vi.mocked(readdir).mock.calls.length;

/** Lists the folder at a time; returns the number of reads from disk and whether the file is listed. */
async function look(folders: FolderLists, at: number, name = "a.png") {
  now = at;
  const before = lists();
  const list = await folders.list(folder);
  return [lists() - before, list.has(name)];
}

test("an unchanged folder is not read again", async () => {
  await put("a.png");
  const folders = new FolderLists(() => now);
  expect(await look(folders, 0)).toEqual([1, true]);
  expect(await look(folders, 2000)).toEqual([1, true]);
  expect(await look(folders, 4000)).toEqual([0, true]);
  await rm(join(folder, "a.png"));
  expect(await look(folders, 6000)).toEqual([1, false]);
});

test("a link in a subfolder opens what is in the served folder, and nothing outside of it", async () => {
  await mkdir(join(folder, "inside"));
  await put("b.png");
  const outside = join(makeFolder(), "c.png");
  await writeFile(outside, "");
  await symlink(join(folder, "b.png"), join(folder, "inside/a.png"));
  await symlink(outside, join(folder, "inside/c.png"));
  const list = await new FolderLists(() => now).list(folder, "inside");
  expect([await list.opens("a.png"), await list.opens("c.png")]).toEqual([true, false]);
});

test("a change within the same tick of a coarse clock is noticed", async () => {
  await put("a.png");
  const { mtime } = await stat(folder);
  const real = vi.mocked(stat).getMockImplementation() as typeof stat;
  // Returns the first change's time for each change, like FAT within its two-second steps.
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

test("a change is noticed when the folder's modification time is set back to the earlier value", async () => {
  await put("a.png");
  const { atime, mtime } = await stat(folder);
  // Truncates the times to milliseconds.
  await utimes(folder, atime, mtime);
  const folders = new FolderLists(() => now);
  for (const at of [0, 2000, 4000]) await look(folders, at);
  await rm(join(folder, "a.png"));
  await utimes(folder, atime, mtime);
  expect(await look(folders, 6000)).toEqual([1, false]);
});

test("an unchanged folder is read again after a minute, for file systems without folder times", async () => {
  const folders = new FolderLists(() => now);
  for (const at of [0, 2000]) await look(folders, at);
  expect(await look(folders, 61_999)).toEqual([0, false]);
  expect(await look(folders, 62_000)).toEqual([1, false]);
});

test("a folder that was removed and recreated is read again", async () => {
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

test("a name in another letter case opens its file where the file system ignores case", async () => {
  await put("a.png");
  // Listing of a file system that ignores case.
  const capitals = makeFolder();
  for (const name of ["A.png", "B.png"]) await writeFile(join(capitals, name), "");
  vi.mocked(readdir).mockResolvedValueOnce((await readdir(capitals, { withFileTypes: true })) as never);
  const list = await new FolderLists(() => now).list(folder);
  expect([list.has("a.png"), await list.opens("a.png")]).toEqual([false, true]);
  expect([await list.opens("b.png"), await list.opens("c.png")]).toEqual([false, false]);
});

test("files and links to files of the served folder are listed, folders and links that lead out are not", async () => {
  const deep = join(folder, "deep");
  await mkdir(deep);
  await put("deep/b.png");
  const outside = makeFolder();
  await writeFile(join(outside, "secret.png"), "");
  const links: [name: string, target: string][] = [
    ["a.png", "deep/b.png"],
    ["deep/up.png", "../deep/b.png"],
    ["deep/out.png", join(outside, "secret.png")],
    ["folder.png", "deep"],
    ["nowhere.png", "missing.png"],
    ["linked", "deep"],
    ["outside", outside],
  ];
  for (const [name, target] of links) await symlink(target, join(folder, name));
  const folders = new FolderLists(() => now);
  const names = ["a.png", "b.png", "up.png", "out.png", "folder.png", "nowhere.png", "secret.png"];
  const list = async (inside: string) => {
    const listed = await folders.list(folder, inside);
    return names.filter((name) => listed.has(name));
  };
  expect(await list(".")).toEqual(["a.png"]);
  for (const inside of ["deep", "linked"]) expect(await list(inside)).toEqual(["b.png", "up.png"]);
  expect(await list("outside")).toEqual([]);
});
