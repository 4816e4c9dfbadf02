import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { readSaved, readSavedBytes, readSavedJson } from "../../../src/service/files/savedFile.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const SCHEMA = v.array(v.strictObject({ id: v.number() }));
const REMEDY = "Remove it.";

const folder = useEmptyFolder();
const file = join(folder, "file.json");

test("reading a missing file returns undefined, or fails if its bytes are required", async () => {
  await writeFile(file, '[{"id":1}]\n');
  expect(await readSaved(file)).toBe('[{"id":1}]\n');
  expect(await readSavedBytes(file)).toEqual(Buffer.from('[{"id":1}]\n'));
  expect(await readSavedJson(file, SCHEMA)).toEqual([{ id: 1 }]);
  const missing = join(folder, "missing");
  expect([await readSaved(missing), await readSavedJson(missing, SCHEMA)]).toEqual([undefined, undefined]);
  await expect(readSavedBytes(missing)).rejects.toThrow(`${missing}: There is no such file. Restore it`);
});

test.each([
  ["is empty", "", "It is empty."],
  ["is truncated", '[{"id":', "It is damaged: this is not JSON."],
  [
    "contains an object instead of a list",
    '{"secret":1}',
    "It is damaged, or another version wrote it: unexpected content at the beginning.",
  ],
  [
    "contains a value of the wrong type",
    '[{"id":"secret"}]',
    "It is damaged, or another version wrote it: unexpected content at 0.id.",
  ],
  [
    "contains an unknown field",
    '[{"id":1,"later":"secret"}]',
    "It is damaged, or another version wrote it: unexpected content at 0.later.",
  ],
])("a file that %s is refused with its name and a remedy but not its content", async (_, text, problem) => {
  await writeFile(file, text);
  await expect(readSavedJson(file, SCHEMA, REMEDY)).rejects.toThrow(
    new Error(`${file}: ${problem} ${REMEDY}`),
  );
});

test("a folder in place of a file is refused with its name and a remedy", async () => {
  await mkdir(file);
  const refused = new Error(`${file}: It is a folder, not a file. ${REMEDY}`);
  await expect(readSaved(file, REMEDY)).rejects.toThrow(refused);
  await expect(readSavedJson(file, SCHEMA, REMEDY)).rejects.toThrow(refused);
  await expect(readSavedBytes(file)).rejects.toThrow("Restore it from a backup.");
});
