// @programs Starts an editor.
/** Keeps the text of `catalogue edit` when it cannot be applied. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { editText } from "../../src/service/commands/editCatalogue.ts";
import { useEmptyFolder } from "../support/folder.ts";

const folder = useEmptyFolder();
beforeEach(() => {
  // The command writes its temporary files here.
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("VISUAL", "");
});
afterEach(() => vi.unstubAllEnvs());

/** Sets a shell script as the editor. */
async function useEditor(script: string): Promise<void> {
  const file = join(folder, "editor.sh");
  await writeFile(file, script);
  vi.stubEnv("EDITOR", `sh ${file}`);
}

const listKept = async () => (await readdir(folder)).filter((name) => name.startsWith("zonetag-edit-"));
const conflict = () => Promise.reject(new Error("The catalogue was changed meanwhile."));

/** Returns the text of the file that the error names. */
async function readKept(editing: Promise<boolean>): Promise<string> {
  const error = await editing.then(() => undefined, String);
  return readFile(error?.match(/Your edits are in (\/.*)\.$/)?.[1] ?? "", "utf8");
}

test("when applying an edited text fails, the error names a file with the text", async () => {
  await useEditor(`echo '{"edited":true}' > "$1"`);
  expect(await readKept(editText("{}", conflict))).toBe('{"edited":true}\n');
});

test("when the user leaves problems uncorrected, the kept file lists them above the text", async () => {
  await useEditor(`grep -q wrong "$1" || echo '{"wrong":true}' > "$1"`);
  const kept = await readKept(editText("{}", async () => ["wrong: this field was not expected"]));
  expect(kept).toBe('//! wrong: this field was not expected\n{"wrong":true}\n');
});

test("no file is kept when the text was applied or not edited, or the editor failed", async () => {
  await useEditor(`echo '{"edited":true}' > "$1"`);
  expect(await editText("{}", async () => [])).toBe(true);
  await useEditor("true");
  expect(await editText("{}", conflict)).toBe(false);
  await useEditor("exit 3");
  await expect(editText("{}", conflict)).rejects.toThrow("exited with code 3. Nothing was changed.");
  expect(await listKept()).toEqual([]);
});
