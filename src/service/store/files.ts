/** Small helpers on files of lines. */
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeFact } from "./lines.ts";
import type { Fact } from "./schema.ts";

const FIRST_LINE_MAX = 4096;

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
export async function writeTemporary(
  folder: string,
  header: string,
  facts: readonly Fact[],
): Promise<string> {
  files += 1;
  const path = join(folder, `bulk-${process.pid}-${files}.csv`);
  const lines = facts.map((fact) => `${encodeFact(fact)},1\n`).join("");
  await writeFile(path, `${header}\n${lines}`, { mode: 0o600 });
  return path;
}
