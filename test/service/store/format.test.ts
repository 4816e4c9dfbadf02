import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FORMAT, readFormat, writeFormat } from "../../../src/service/store/format.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "zonetag-format-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mark = (text: string) => writeFile(join(folder, "format.json"), text);

test("an empty folder has no format, and one that is marked has this program's", async () => {
  expect(await readFormat(folder)).toBe(undefined);
  await writeFormat(folder);
  expect(await readFormat(folder)).toBe(FORMAT);
  expect(await readFile(join(folder, "format.json"), "utf8")).toBe(`{"format":${FORMAT}}\n`);
});

test("a folder with a database and no mark is of the first format", async () => {
  await writeFile(join(folder, "events.duckdb"), "");
  expect(await readFormat(folder)).toBe(1);
  await mark('{"format":1}');
  expect(await readFormat(folder)).toBe(1);
});

test.each([FORMAT + 1, 999_999])(
  "a folder of the later format %i is refused, with what to do",
  async (format) => {
    await mark(`{"format":${format}}\n`);
    await expect(readFormat(folder)).rejects.toMatchObject({
      code: "newer",
      message: `The data folder ${folder} is of format ${format}, and this program reads formats up to ${FORMAT}. Run the version that wrote it, or restore a backup.`,
    });
  },
);

test.each([
  "",
  "{}",
  '{"format":0}',
  '{"format":"1"}',
  'x{"format":1}',
  '{"format":1}x',
  '{"format":1234567}',
])("the mark %j is not read as any format", async (text) => {
  await mark(text);
  await expect(readFormat(folder)).rejects.toMatchObject({
    code: "newer",
    message: `${join(folder, "format.json")} does not say which format the data folder has.`,
  });
});

test("a mark that cannot be read is an error", async () => {
  await expect(readFormat(join(folder, "\0"))).rejects.toThrow();
});
