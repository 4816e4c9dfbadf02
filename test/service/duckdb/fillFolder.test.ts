import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { fillFolder, requireFinished } from "../../../src/service/duckdb/fillFolder.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const outer = useEmptyFolder();
const folder = join(outer, "copy");

/** Writes two files, one of them in a subfolder. */
async function write(partial: string): Promise<void> {
  await mkdir(join(partial, "inner"));
  for (const name of ["one", "inner/two"]) await writeFile(join(partial, name), name);
}

async function fail(partial: string): Promise<void> {
  await write(partial);
  throw new Error("disk full");
}

/** Id of a process that ended. */
const GONE = spawnSync(process.execPath, ["--version"]).pid;

const list = async (path: string) => (await readdir(path, { recursive: true })).toSorted();

test("a new folder appears under its name once it is complete", async () => {
  await fillFolder(folder, async (partial) => {
    await write(partial);
    expect(await readdir(outer)).toEqual([`copy.partial-${process.pid}`]);
  });
  expect(await list(outer)).toEqual(["copy", "copy/inner", "copy/inner/two", "copy/one"]);
});

test("an existing empty folder is filled in place", async () => {
  await mkdir(folder);
  const { ino } = await stat(folder);
  await fillFolder(folder, async (partial) => {
    await write(partial);
    expect(() => requireFinished(folder)).toThrow(
      `${folder} contains an interrupted copy. Empty the folder and copy again.`,
    );
  });
  expect((await stat(folder)).ino).toBe(ino);
  expect(await list(outer)).toEqual(["copy", "copy/inner", "copy/inner/two", "copy/one"]);
  expect(await readFile(join(folder, "one"), "utf8")).toBe("one");
  requireFinished(folder);
});

test("a failed copy leaves no files behind", async () => {
  await expect(fillFolder(folder, fail)).rejects.toThrow("disk full");
  expect(await list(outer)).toEqual([]);
  await mkdir(folder);
  await expect(fillFolder(folder, fail)).rejects.toThrow("disk full");
  expect(await list(outer)).toEqual(["copy"]);
});

test("the error is reported even if the partial folder was already deleted", async () => {
  const failing = fillFolder(folder, async (partial) => {
    await rm(partial, { recursive: true });
    throw new Error("taken away");
  });
  await expect(failing).rejects.toThrow("taken away");
});

test.each([
  ["beside a missing folder", `copy.partial-${GONE}/inner`],
  ["of an earlier process with this id", `copy.partial-${process.pid}/inner`],
  ["of an earlier version beside a missing folder", "copy.partial/inner"],
  ["in an otherwise empty folder", `copy/unfinished-${GONE}/inner`],
  ["in a folder before the first file was moved", "copy/unfinished/inner"],
])("leftovers of an interrupted copy %s are replaced by the next copy", async (_, left) => {
  await mkdir(join(outer, left), { recursive: true });
  await writeFile(join(outer, left, "old"), "");
  // A folder of the operator with a similar name.
  await mkdir(join(outer, "copy.partials"));
  await fillFolder(folder, write);
  expect(await list(outer)).toEqual([
    ...["copy", "copy.partials", "copy/inner", "copy/inner/two", "copy/one"],
  ]);
});

test("a new file system's lost+found does not count as content", async () => {
  await mkdir(join(folder, "lost+found"), { recursive: true });
  await fillFolder(folder, write);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["inner", "lost+found", "one"]));
});

test.each([[["file"]], [["file", "lost+found"]], [["file", "unfinished"]]])(
  "a folder that contains %j is refused and left unchanged",
  async (names) => {
    await mkdir(folder);
    for (const name of names) await writeFile(join(folder, name), name);
    const message = `${folder} is not empty. Name a folder that is empty, or does not exist.`;
    await expect(fillFolder(folder, write)).rejects.toMatchObject({ code: "failed", message });
    expect(await list(folder)).toEqual(names);
  },
);

test("a file as the target of a copy is refused", async () => {
  await writeFile(folder, "text");
  const message = `${folder} is a file. Name a folder that is empty, or does not exist.`;
  await expect(fillFolder(folder, write)).rejects.toMatchObject({ code: "failed", message });
  expect(await readFile(folder, "utf8")).toBe("text");
});

test("a folder with an unfinished copy is reported as a store error, a missing folder is not", async () => {
  expect(() => requireFinished(folder)).not.toThrow();
  await mkdir(join(folder, "unfinished"), { recursive: true });
  expect(() => requireFinished(folder)).toThrow(expect.objectContaining({ code: "failed" }));
});

test("a second copy to a folder that is being filled is refused and disturbs nothing", async () => {
  await fillFolder(folder, async (partial) => {
    await write(partial);
    const message = `Another copy to ${folder} is being made. Wait until it is done.`;
    await expect(fillFolder(folder, write)).rejects.toMatchObject({ code: "failed", message });
  });
  expect(await list(folder)).toEqual(["inner", "inner/two", "one"]);
});

test.each([["copy.partial"], ["copy/unfinished"]])(
  "a copy is refused while another process fills the folder through %s",
  async (prefix) => {
    const partial = join(outer, `${prefix}-${process.ppid}`);
    await mkdir(partial, { recursive: true });
    await expect(fillFolder(folder, write)).rejects.toThrow(
      `Another copy to ${folder} is being made. Wait until it is done. If no other process is copying, remove ${partial}.`,
    );
    expect(await list(outer)).toContain(relative(outer, partial));
  },
);

test.each([["missing"], ["empty"]])(
  "of two processes that fill a %s folder, the first to finish keeps it",
  async (state) => {
    if (state === "empty") await mkdir(folder);
    const filling = fillFolder(folder, async (partial) => {
      await write(partial);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "faster"), "");
    });
    await expect(filling).rejects.toThrow(`${folder} is not empty.`);
    expect(await list(outer)).toEqual(["copy", "copy/faster"]);
  },
);
