/** Fills a folder with the complete output of some work, or leaves it unchanged when the work fails. */
import { existsSync } from "node:fs";
import { readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StoreError } from "../facts/eventStore.ts";
import { makeFolder, syncFolder } from "../values/files.ts";

/** Subfolder of an existing folder that holds the output until all of it is moved. */
const UNFINISHED = "unfinished";

/** Entry that a new file system has in its root; ignored. */
const OF_FILE_SYSTEM = "lost+found";

/** `work` writes to a temporary folder. `folder` must be empty or missing. */
export async function fillFolder(folder: string, work: (partial: string) => Promise<void>): Promise<void> {
  const isThere = existsSync(folder);
  if (isThere) await requireEmpty(folder);
  const partial = isThere ? join(folder, UNFINISHED) : `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await makeFolder(partial);
  try {
    await work(partial);
    await syncFolder(partial);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  if (isThere) return moveUp(folder);
  await rename(partial, folder);
  await syncFolder(dirname(folder));
}

/** Throws for a partially filled folder. */
export function requireFinished(folder: string): void {
  if (existsSync(join(folder, UNFINISHED)))
    throw new StoreError(
      "failed",
      `${folder} contains an interrupted copy. Empty the folder and copy again.`,
    );
}

/** Moves the content up and keeps the folder, which may be a mount point or have a read-only parent. */
async function moveUp(folder: string): Promise<void> {
  const partial = join(folder, UNFINISHED);
  for (const name of await readdir(partial)) await rename(join(partial, name), join(folder, name));
  await syncFolder(folder);
  await rmdir(partial);
  await syncFolder(folder);
}

async function requireEmpty(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory())
    throw new StoreError("failed", `${folder} is a file. Name a folder that is empty, or does not exist.`);
  const names = (await readdir(folder)).filter((name) => name !== OF_FILE_SYSTEM);
  // A folder with only `UNFINISHED` has leftovers of a copy that was interrupted before the first file was moved.
  if (names.length > 0 && names.join() !== UNFINISHED)
    throw new StoreError("failed", `${folder} is not empty. Name a folder that is empty, or does not exist.`);
}
