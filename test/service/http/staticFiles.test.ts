import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StaticFiles } from "../../../src/service/http/staticFiles.ts";

const SIZE = 1000;
const CHANGED = new Date(0);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-static-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file that by size and time of modification looks like the one before. */
async function write(name: string, letter: string): Promise<void> {
  await writeFile(join(folder, name), letter.repeat(SIZE));
  await utimes(join(folder, name), CHANGED, CHANGED);
}

async function read(files: StaticFiles, name: string): Promise<string> {
  const response = await files.respond(name, { headers: new Headers() }, {});
  return (await response?.text())?.slice(0, 1) ?? "none";
}

test("files are kept in memory up to the capacity, those used last", async () => {
  const files = new StaticFiles(folder, 2 * SIZE);
  for (const name of ["a.txt", "b.txt"]) {
    await write(name, "1");
    await read(files, name);
  }
  await write("c.txt", "1");
  await read(files, "a.txt");
  await read(files, "c.txt");
  for (const name of ["a.txt", "b.txt", "c.txt"]) await write(name, "2");
  const found = [await read(files, "a.txt"), await read(files, "c.txt"), await read(files, "b.txt")];
  expect(found).toEqual(["1", "1", "2"]);
});

test("a file larger than the capacity is served", async () => {
  const files = new StaticFiles(folder, SIZE / 2);
  await write("large.txt", "1");
  expect(await read(files, "large.txt")).toBe("1");
  await write("large.txt", "2");
  expect(await read(files, "large.txt")).toBe("2");
});
