import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFormat, FORMAT, writeFormat } from "../../../src/service/duckdb/folderFormat.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

const mark = (text: string) => writeFile(join(folder, "format.json"), text);

test("a folder is recognized as a data folder by its format.json", async () => {
  expect(await checkFormat(folder)).toBe(false);
  await writeFormat(folder);
  expect(await checkFormat(folder)).toBe(true);
  expect(await readFile(join(folder, "format.json"), "utf8")).toBe(`{"format":${FORMAT}}\n`);
});

test.each(["", " \r\n\n"])("a format.json that ends with %j is accepted", async (end) => {
  await mark(`{"format":${FORMAT}}${end}`);
  expect(await checkFormat(folder)).toBe(true);
});

test("a folder with a database but no format.json is refused", async () => {
  await writeFile(join(folder, "events.duckdb"), "");
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `${folder} has a database but no format.json, so zonetag-service did not create it. Choose another data folder.`,
  });
});

test.each([FORMAT + 1, 999_999])("a folder of the later format %i is refused with advice", async (format) => {
  await mark(`{"format":${format}}\n`);
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `The data folder ${folder} has data in format ${format}, but this program reads format ${FORMAT}. Run the version that wrote it, or restore a backup.`,
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
])("a format.json that contains %j is refused", async (text) => {
  await mark(text);
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `${join(folder, "format.json")} does not say which format the data folder has. Restore it from a backup.`,
  });
});

test("an unreadable format.json is an error", async () => {
  await expect(checkFormat(join(folder, "\0"))).rejects.toThrow();
});
