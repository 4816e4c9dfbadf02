import { readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, writeDurably } from "../../../src/service/files/files.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

const readMode = async (path: string) => (await stat(path)).mode & 0o777;

test("makeFolder creates missing parents readable only by the owner and keeps an existing folder", async () => {
  const deep = join(folder, "a/b/c");
  await makeFolder(deep);
  await writeFile(join(deep, "kept"), "");
  await makeFolder(deep);
  expect(await readdir(deep)).toEqual(["kept"]);
  for (const path of ["a", "a/b", "a/b/c"]) expect(await readMode(join(folder, path))).toBe(0o700);
});

test("creating a folder at or below the path of a file fails", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(makeFolder(join(folder, "file"))).rejects.toThrow("EEXIST");
  await expect(makeFolder(join(folder, "file/below"))).rejects.toThrow("ENOTDIR");
});

test("writeDurably replaces a file, makes it readable only by its owner and leaves no temporary file", async () => {
  const file = join(folder, "file");
  await writeFile(file, "before", { mode: 0o644 });
  await writeDurably(file, "after");
  expect(await readFile(file, "utf8")).toBe("after");
  await writeDurably(file, [Buffer.from("in "), Buffer.from("parts")]);
  expect(await readFile(file, "utf8")).toBe("in parts");
  expect(await readMode(file)).toBe(0o600);
  expect(await readdir(folder)).toEqual(["file"]);
});

test("a failed write leaves no temporary file", async () => {
  await makeFolder(join(folder, "taken/full"));
  await expect(writeDurably(join(folder, "taken"), "x")).rejects.toThrow();
  expect(await readdir(folder)).toEqual(["taken"]);
  const writing = writeDurably(join(folder, "none/file"), "x");
  await expect(writing).rejects.toMatchObject({ code: "ENOENT", syscall: "open" });
});

test("writing a file closes all its file descriptors", async (context) => {
  context.skip(process.platform !== "linux", "needs /proc");
  await writeDurably(join(folder, "file"), "text");
  const open = await Promise.all(
    (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "closed")),
  );
  expect(open.filter((path) => path.startsWith(folder))).toEqual([]);
});
