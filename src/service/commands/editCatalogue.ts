/** `catalogue edit`: opens the live catalogue in the user's editor. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JsonTextError, parseJsonText } from "../catalogue/jsonText.ts";
import { describeThrown } from "../runtime/thrown.ts";

/** Prefix of the lines above the catalogue that report problems. */
const NOTE = "//! ";

/**
 * Opens a text in `$VISUAL`, `$EDITOR` or vi; opens it again while `apply` finds problems, with the problems as its
 * first lines. Resolves with false when the user saves it unchanged. If a changed text cannot be applied, its file is
 * kept, and the error names it.
 */
export async function editText(text: string, apply: (value: unknown) => Promise<string[]>): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "zonetag-edit-"));
  const file = join(folder, "catalogue.jsonc");
  try {
    const isApplied = await editFile(file, text, apply);
    await rm(folder, { recursive: true });
    return isApplied;
  } catch (error) {
    const saved = await readFile(file, "utf8").catch(() => text);
    if (saved !== text)
      throw new Error(`${describeThrown(error)} Your edits are in ${file}.`, { cause: error });
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function editFile(
  file: string,
  text: string,
  apply: (value: unknown) => Promise<string[]>,
): Promise<boolean> {
  for (let shown = text; ; ) {
    await writeFile(file, shown, { mode: 0o600 });
    await openEditor(file);
    const saved = await readFile(file, "utf8");
    if (saved === text) return false;
    if (saved === shown) throw new Error("The problems are still there. Nothing was changed.");
    const edited = saved.replace(new RegExp(`^(${NOTE}.*\n)+`), "");
    const problems = await applyText(edited, apply);
    if (problems.length === 0) return true;
    shown = `${problems.map((problem) => `${NOTE}${problem}\n`).join("")}${edited}`;
  }
}

async function applyText(text: string, apply: (value: unknown) => Promise<string[]>): Promise<string[]> {
  try {
    return await apply(parseJsonText(text));
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error.position;
    return [`Line ${line}, column ${column}: ${error.message}`];
  }
}

/** The variables may contain a command with options. */
async function openEditor(file: string): Promise<void> {
  const command = process.env.VISUAL || process.env.EDITOR || "vi";
  const [code] = await once(spawn("sh", ["-c", `${command} "$0"`, file], { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`The editor ${command} exited with code ${code}. Nothing was changed.`);
}
