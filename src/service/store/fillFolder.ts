/** Fills a folder with the whole of what some work writes or, when that fails, with none of it. */
import { existsSync } from "node:fs";
import { readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, syncFolder } from "../values/files.ts";
import { StoreError } from "./store.ts";

/** Inside a folder that existed before: there until all the rest is in its place. */
const UNFINISHED = "unfinished";

/** What a new file system has at its root. */
const OF_FILE_SYSTEM = "lost+found";

/** `work` writes into a folder of its own. `folder` must be empty, or not exist. */
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

/** Rejects for a folder whose filling was interrupted: it lacks something, nobody knows what. */
export function requireFinished(folder: string): void {
  if (existsSync(join(folder, UNFINISHED)))
    throw new StoreError(
      "failed",
      `${folder} has a part of a copy that was interrupted. Empty the folder, and make the copy again.`,
    );
}

/** A folder that exists stays: it may be where a volume is mounted, or its owner may not change the one above it. */
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
  // All that is there is of a copy that was interrupted before anything was in its place.
  if (names.length > 0 && names.join() !== UNFINISHED)
    throw new StoreError("failed", `${folder} is not empty. Name a folder that is empty, or does not exist.`);
}
