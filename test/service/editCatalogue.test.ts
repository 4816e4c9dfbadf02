// @programs Starts an editor.
/** What becomes of a text in an editor that cannot be applied. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { editText } from "../../src/service/commands/editCatalogue.ts";
import { useEmptyFolder } from "../support/folder.ts";

const folder = useEmptyFolder();
beforeEach(() => {
  // Temporary files of the command.
  vi.stubEnv("TMPDIR", folder);
  vi.stubEnv("VISUAL", "");
});
afterEach(() => vi.unstubAllEnvs());

/** Makes a shell script the editor. */
async function useEditor(script: string): Promise<void> {
  const file = join(folder, "editor.sh");
  await writeFile(file, script);
  vi.stubEnv("EDITOR", `sh ${file}`);
}

const listKept = async () => (await readdir(folder)).filter((name) => name.startsWith("zonetag-edit-"));
const conflict = () => Promise.reject(new Error("The catalogue was changed meanwhile."));

/** The text in the file that an error names. */
async function readKept(editing: Promise<boolean>): Promise<string> {
  const error = await editing.then(() => undefined, String);
  return readFile(error?.match(/Your text is in (\/.*)\.$/)?.[1] ?? "", "utf8");
}

test("a changed text that cannot be applied is kept in a file, which the error names", async () => {
  await useEditor(`echo '{"edited":true}' > "$1"`);
  expect(await readKept(editText("{}", conflict))).toBe('{"edited":true}\n');
});

test("a text whose problems stay is kept with them", async () => {
  await useEditor(`grep -q wrong "$1" || echo '{"wrong":true}' > "$1"`);
  const kept = await readKept(editText("{}", async () => ["wrong: this field is not known here"]));
  expect(kept).toBe('//! wrong: this field is not known here\n{"wrong":true}\n');
});

test("nothing is kept of a text that was applied or did not change", async () => {
  await useEditor(`echo '{"edited":true}' > "$1"`);
  expect(await editText("{}", async () => [])).toBe(true);
  await useEditor("true");
  expect(await editText("{}", conflict)).toBe(false);
  await useEditor("exit 3");
  await expect(editText("{}", conflict)).rejects.toThrow("ended with code 3. Nothing was changed.");
  expect(await listKept()).toEqual([]);
});
