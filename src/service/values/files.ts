/** Files and folders, so that a crash leaves the whole of a file or none of it. */
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { readCode } from "./thrown.ts";

/** Makes a folder and those above it. The standard library's own never returns where nothing can be made, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = readCode(error);
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

/** The text of a file; undefined when there is none. */
export async function readFileIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (readCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

const OWNER_ALONE = 0o600;

/** Writes a file, by default for its owner alone, and puts it in place of one of the same name. */
export async function writeDurably(
  file: string,
  data: string | readonly Uint8Array[],
  mode = OWNER_ALONE,
): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  try {
    await writeSynced(temporary, data, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

async function writeSynced(file: string, data: string | readonly Uint8Array[], mode: number): Promise<void> {
  const handle = await open(file, "w", mode);
  try {
    await writeFile(handle, data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The names in a folder are safe only when the folder itself is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
