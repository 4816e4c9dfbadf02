import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFormat, FORMAT, writeFormat } from "../../../src/service/duckdb/folderFormat.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

const mark = (text: string) => writeFile(join(folder, "format.json"), text);

test("an empty folder has no data, and a marked one does", async () => {
  expect(await checkFormat(folder)).toBe(false);
  await writeFormat(folder);
  expect(await checkFormat(folder)).toBe(true);
  expect(await readFile(join(folder, "format.json"), "utf8")).toBe(`{"format":${FORMAT}}\n`);
});

test.each(["", " \r\n\n"])("a mark that an editor saved with %j at its end is read", async (end) => {
  await mark(`{"format":${FORMAT}}${end}`);
  expect(await checkFormat(folder)).toBe(true);
});

test("a database without a mark is refused", async () => {
  await writeFile(join(folder, "events.duckdb"), "");
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `${folder} has a database and no format.json: no zonetag-service made it.`,
  });
});

test.each([FORMAT + 1, 999_999])("a folder of format %i is refused with the remedy", async (format) => {
  await mark(`{"format":${format}}\n`);
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `The data folder ${folder} is of format ${format}, and this program reads format ${FORMAT}. Run the version that wrote it, or restore a backup.`,
  });
});

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
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `${join(folder, "format.json")} does not say which format the data folder has. Restore it from a backup.`,
  });
});

test("a mark that cannot be read is an error", async () => {
  await expect(checkFormat(join(folder, "\0"))).rejects.toThrow();
});
