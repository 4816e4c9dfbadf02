/** Atomic and durable writes of files and folders, and reads that stay in a folder. */
import { realpathSync, statSync } from "node:fs";
import { mkdir, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { findErrorCode } from "../runtime/thrown.ts";

/** Creates a folder and its parents. The standard library's recursive mkdir never returns in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = findErrorCode(error);
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

/**
 * Finds a regular file of a folder, and returns its real path. Links are followed while they lead to a file in the folder,
 * as Kubernetes mounts files of a ConfigMap (`banner.png` → `..data/banner.png`). A link that leads elsewhere is no
 * file of the folder: it may lead to a secret.
 */
export async function findFile(folder: string, name: string): Promise<string | undefined> {
  for (const form of listNameForms(name)) {
    try {
      const path = await realpath(join(folder, form));
      if (isWithin(await realpath(folder), path) && (await stat(path)).isFile()) return path;
    } catch {
      // No such file, or a name that no file can have, such as one of a thousand characters.
    }
  }
  return undefined;
}

/** Like `findFile`. */
export function findFileSync(folder: string, name: string): string | undefined {
  for (const form of listNameForms(name)) {
    try {
      const path = realpathSync.native(join(folder, form));
      if (isWithin(realpathSync.native(folder), path) && statSync(path).isFile()) return path;
    } catch {
      // See above.
    }
  }
  return undefined;
}

/** Whether a real path is below that of a folder. */
export function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Lists the forms in which a file system may store a name: as given, composed, and decomposed as on macOS.
 * https://www.unicode.org/reports/tr15/
 */
function listNameForms(name: string): string[] {
  return [...new Set([name, name.normalize("NFC"), name.normalize("NFD")])];
}

const OWNER_ALONE = 0o600;

/** Replaces a file atomically, by default readable only by its owner. */
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

/** Syncs a folder; otherwise a new name may not survive a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
