import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { readSaved, readSavedBytes, readSavedJson } from "../../../src/service/values/savedFile.ts";
import { useEmptyFolder } from "../../support/folder.ts";

const SCHEMA = v.array(v.strictObject({ id: v.number() }));
const REMEDY = "Remove it.";

const folder = useEmptyFolder();
const file = join(folder, "file.json");

test("a file that exists is read, and a missing one has no content", async () => {
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
  ["is cut off", '[{"id":', "It is damaged: this is not JSON."],
  [
    "has another form",
    '{"secret":1}',
    "It is damaged, or another version wrote it: unexpected content at the beginning.",
  ],
  [
    "has a value of another kind",
    '[{"id":"secret"}]',
    "It is damaged, or another version wrote it: unexpected content at 0.id.",
  ],
  [
    "has a field of a later version",
    '[{"id":1,"later":"secret"}]',
    "It is damaged, or another version wrote it: unexpected content at 0.later.",
  ],
])(
  "a file that %s is refused with its name and what to do, without its content",
  async (_, text, problem) => {
    await writeFile(file, text);
    await expect(readSavedJson(file, SCHEMA, REMEDY)).rejects.toThrow(
      new Error(`${file}: ${problem} ${REMEDY}`),
    );
  },
);

test("a folder in place of a file is refused with its name and what to do", async () => {
  await mkdir(file);
  const refused = new Error(`${file}: It is a folder, not a file. ${REMEDY}`);
  await expect(readSaved(file, REMEDY)).rejects.toThrow(refused);
  await expect(readSavedJson(file, SCHEMA, REMEDY)).rejects.toThrow(refused);
  await expect(readSavedBytes(file)).rejects.toThrow("Restore it from a backup.");
});
