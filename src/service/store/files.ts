/** Small helpers on files and folders of the store. */
import { mkdir, open, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { encodeFact, FACTS_HEADER } from "./lines.ts";
import type { Fact } from "./schema.ts";

const FIRST_LINE_MAX = 4096;

/** Makes a folder and those above it. The standard library's own never returns where nothing can be made, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

/** The first line without its newline; empty when the file has no whole line. */
export async function readFirstLine(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_MAX), 0, FIRST_LINE_MAX, 0);
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    return end < 0 ? "" : buffer.toString("utf8", 0, end);
  } finally {
    await file.close();
  }
}

let files = 0;

/** Writes facts to a new file in the folder, to be loaded and removed. */
export async function writeTemporary(folder: string, facts: readonly Fact[]): Promise<string> {
  files += 1;
  const path = join(folder, `bulk-${process.pid}-${files}.csv`);
  const lines = facts.map(encodeFact).join("");
  await writeFile(path, `${FACTS_HEADER}\n${lines}`, { mode: 0o600 });
  return path;
}
