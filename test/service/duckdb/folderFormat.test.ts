import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkDataFormat } from "../../../src/service/doctor/folders.ts";
import { openStore } from "../../../src/service/duckdb/duckdbStore.ts";
import { openEngine } from "../../../src/service/duckdb/engine.ts";
import { restoreBackup } from "../../../src/service/duckdb/folderBackup.ts";
import { checkFormat, FORMAT, writeFormat } from "../../../src/service/duckdb/folderFormat.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const folder = useEmptyFolder();

const mark = (text: string) => writeFile(join(folder, "format.json"), text);

test("a folder is recognized as a data folder by its format.json", async () => {
  expect(await checkFormat(folder)).toBeUndefined();
  await writeFormat(folder);
  expect(await checkFormat(folder)).toBe(FORMAT);
  expect(await readFile(join(folder, "format.json"), "utf8")).toBe(`{"format":${FORMAT}}\n`);
});

test.each(["", " \r\n\n"])("a format.json that ends with %j is accepted", async (end) => {
  await mark(`{"format":${FORMAT}}${end}`);
  expect(await checkFormat(folder)).toBe(FORMAT);
});

test("a folder with a database but no format.json is refused", async () => {
  await writeFile(join(folder, "events.duckdb"), "");
  await expect(checkFormat(folder)).rejects.toMatchObject({
    code: "incompatible",
    message: `${folder} has a database but no format.json, so zonetag-service did not create it. Choose another data folder.`,
  });
});

test("a folder whose database is missing is refused, and starts without its journal", async () => {
  await (await openStore({ folder })).close();
  await rename(join(folder, "events.duckdb"), join(folder, "elsewhere"));
  const message = `${join(folder, "events.duckdb")} is missing, so events are lost. Restore a backup with \`zonetag-service restore\`. To start with an empty one on purpose, move ${join(folder, "journal")} away.`;
  await expect(openStore({ folder })).rejects.toMatchObject({ code: "incompatible", message });
  expect(await checkDataFormat(folder, true)).toMatchObject([{ level: "problem", message }]);
  expect(await checkDataFormat(folder, false)).toEqual([]);
  await rename(join(folder, "journal"), join(folder, "old-journal"));
  await (await openStore({ folder })).close();
  expect(await readdir(folder)).toContain("events.duckdb");
});

test("a folder whose events were moved to ClickHouse does not start without it", async () => {
  await (await openStore({ folder })).close();
  await rename(join(folder, "events.duckdb"), join(folder, "events.duckdb.moved"));
  const message = `The events of ${folder} were moved to ClickHouse, which --clickhouse names. To start with an empty one on purpose, move ${join(folder, "journal")} away.`;
  await expect(openStore({ folder })).rejects.toMatchObject({ message });
});

test("a first start that was interrupted before its database was created is repeated", async () => {
  await writeFormat(folder);
  await (await openStore({ folder })).close();
  expect(await readdir(folder)).toContain("events.duckdb");
});

test.each([FORMAT + 1, 999_999])(
  "a folder of the later format %i is refused and left unchanged",
  async (format) => {
    await mark(`{"format":${format}}\n`);
    await expect(openStore({ folder })).rejects.toMatchObject({
      code: "incompatible",
      message: `The data folder ${folder} has data in format ${format}, but this program reads formats 1 to ${FORMAT}. Run the version that wrote it, or restore a backup.`,
    });
    expect(await readdir(folder)).toEqual(["format.json"]);
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

test.each([1, 2])(
  "a folder of format %i is opened with its events, and has the present format afterwards",
  async (format) => {
    const store = await openStore({ folder });
    await store.close();
    await mark(`{"format":${format}}\n`);
    for (const _ of ["first", "second"]) {
      const reopened = await openStore({ folder });
      expect(await reopened.query("SELECT count(*) AS facts FROM facts")).toEqual([{ facts: 0n }]);
      await reopened.close();
      expect(await readFile(join(folder, "format.json"), "utf8")).toBe(`{"format":${FORMAT}}\n`);
    }
  },
);

test.each([1, 2, FORMAT, FORMAT + 1, 99])("doctor judges format %i as the start does", async (format) => {
  await mark(`{"format":${format}}\n`);
  const isRead = await checkFormat(folder).then(
    () => true,
    () => false,
  );
  expect((await checkDataFormat(folder, true)).map(({ level }) => level)).toEqual(isRead ? [] : ["problem"]);
  expect(isRead).toBe(format <= FORMAT);
});

test("a folder of format 1 with the tables of an early development version is refused and left as it is", async () => {
  await mark('{"format":1}\n');
  const engine = await openEngine({
    file: join(folder, "events.duckdb"),
    memory: "100MB",
    threads: 1,
    temporary: join(folder, "temporary"),
  });
  const connection = await engine.connect();
  for (const table of ["claims", "starts"]) await connection.run(`CREATE TABLE ${table} (number BIGINT)`);
  connection.close();
  await engine.close();
  const before = await readFile(join(folder, "events.duckdb"));
  const message = expect.stringContaining("the layout of an early development version");
  expect(await checkDataFormat(folder, true)).toMatchObject([{ level: "problem", message }]);
  expect(await readFile(join(folder, "events.duckdb"))).toEqual(before);
  await expect(openStore({ folder })).rejects.toMatchObject({ code: "incompatible", message });
  expect(await readFile(join(folder, "format.json"), "utf8")).toBe('{"format":1}\n');
});

test.each([1, 2])("a backup of format %i is restored to the present format", async (format) => {
  const [data, backup, restored] = ["data", "backup", "restored"].map((name) => join(folder, name));
  if (!data || !backup || !restored) throw new Error("There are three folders.");
  const store = await openStore({ folder: data });
  await store.backUp(backup);
  await store.close();
  await writeFile(join(backup, "format.json"), `{"format":${format}}\n`);
  await restoreBackup(backup, restored);
  expect(await checkFormat(restored)).toBe(FORMAT);
  await (await openStore({ folder: restored })).close();
});
