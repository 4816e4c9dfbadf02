/** Fills a folder with the complete output of some work, or leaves it unchanged when the work fails. */
import { existsSync, readdirSync } from "node:fs";
import { readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StoreError } from "../facts/eventStore.ts";
import { makeFolder, syncFolder } from "../files/files.ts";
import { findErrorCode } from "../runtime/thrown.ts";

/** Subfolder of an existing folder whose content is being moved up. While it is filled, its name ends in the process id. */
const UNFINISHED = "unfinished";
const UNFINISHED_FORM = /^unfinished(-\d+)?$/;

/** Folders that this process is filling. */
const filling = new Set<string>();

/** Entry that a new file system has in its root; ignored. */
const OF_FILE_SYSTEM = "lost+found";

/** `work` writes to a temporary folder. `folder` must be empty or missing, and not be filled by another caller. */
export async function fillFolder(folder: string, work: (partial: string) => Promise<void>): Promise<void> {
  if (filling.has(folder)) throw refuseFilling(folder);
  filling.add(folder);
  try {
    await fill(folder, work);
  } finally {
    filling.delete(folder);
  }
}

async function fill(folder: string, work: (partial: string) => Promise<void>): Promise<void> {
  const isThere = existsSync(folder);
  if (isThere) await requireEmpty(folder);
  await removeLeftovers(folder, isThere);
  const partial = isThere ? join(folder, `${UNFINISHED}-${process.pid}`) : `${folder}.partial-${process.pid}`;
  await makeFolder(partial);
  try {
    await work(partial);
    await syncFolder(partial);
    // Another process may have been faster. A folder with content is never replaced.
    if (isThere) await requireEmpty(folder);
    await rename(partial, isThere ? join(folder, UNFINISHED) : folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw ["ENOTEMPTY", "EEXIST"].includes(findErrorCode(error) ?? "") ? refuseFull(folder) : error;
  }
  if (isThere) return moveUp(folder);
  await syncFolder(dirname(folder));
}

/** Removes what killed processes left behind. Throws while another process fills the folder. */
async function removeLeftovers(folder: string, isThere: boolean): Promise<void> {
  const [parent, prefix] = isThere ? [folder, UNFINISHED] : [dirname(folder), `${basename(folder)}.partial`];
  const names = existsSync(parent) ? await readdir(parent) : [];
  const left = names.filter((name) => name.startsWith(prefix) && /^(-\d+)?$/.test(name.slice(prefix.length)));
  for (const name of left) {
    if (isRunning(Number(name.slice(prefix.length + 1)))) throw refuseFilling(folder, join(parent, name));
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** Whether another process has the id; 0 without one. */
function isRunning(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return findErrorCode(error) === "EPERM";
  }
}

/** Throws for a partially filled folder. */
export function requireFinished(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => UNFINISHED_FORM.test(name)))
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
  // A folder with only these subfolders has leftovers of copies that were interrupted before the first file was moved.
  if (!names.every((name) => UNFINISHED_FORM.test(name))) throw refuseFull(folder);
}

function refuseFull(folder: string): StoreError {
  return new StoreError("failed", `${folder} is not empty. Name a folder that is empty, or does not exist.`);
}

function refuseFilling(folder: string, partial?: string): StoreError {
  const remedy = partial === undefined ? "" : ` If no other process is copying, remove ${partial}.`;
  return new StoreError("failed", `Another copy to ${folder} is being made. Wait until it is done.${remedy}`);
}
