/** Checks the data folder and the files that settings name: space, owner, permissions. */
import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  type Stats,
  type StatsFs,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { checkLayout } from "../duckdb/database.ts";
import { checkFormat, requireDatabase } from "../duckdb/folderFormat.ts";
import { StoreError } from "../facts/eventStore.ts";
import { describeReadProblem } from "../files/fileProblem.ts";
import { type Finding, reportAbout } from "./finding.ts";
import { findUserName } from "./users.ts";

const MB = 1024 ** 2;
/**
 * Thresholds of free bytes: below the first, a problem, because the service will soon stop; below the second, a
 * warning.
 */
const LEAST_FREE = 100 * MB;
const ENOUGH_FREE = 1024 * MB;
const LEAST_FILES = 1000;

type Space = Pick<StatsFs, "bavail" | "bsize" | "files" | "ffree">;

export function checkDisk(folder: string, readSpace: (path: string) => Space = statfsSync): Finding {
  const { ok, warning, problem } = reportAbout("Disk");
  const { bavail, bsize, files, ffree } = readSpace(findExisting(folder));
  const free = bavail * bsize;
  const found = `${Math.floor(free / MB)} MB are free for ${folder}.`;
  const advice = `${found} Free some space, keep fewer events (--keep-months), or move --data to a larger disk.`;
  if (free < LEAST_FREE) return problem(advice);
  // File systems without a fixed number of files report 0.
  if (files > 0 && ffree < LEAST_FILES)
    return problem(
      `The disk of ${folder} has room for only ${ffree} more files. Remove files, or move --data.`,
    );
  return free < ENOUGH_FREE ? warning(advice) : ok(found);
}

/** Finds the folder, or the existing parent in which it would be created. */
function findExisting(folder: string): string {
  const path = resolve(folder);
  return look(path) ? path : findExisting(dirname(path));
}

/** Reads file information; undefined for missing files and those that this user may not see. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const MAX_FILES = 10_000;

/** Checks that the service's user owns the data folder and everything in it, and that no other user can read it. */
export function checkData(folder: string, user = process.getuid?.() ?? 0): Finding[] {
  const { ok, warning, problem } = reportAbout("Data");
  const name = findUserName(user);
  const found = look(folder);
  if (!found) {
    const parent = findExisting(folder);
    if (canUse(parent, constants.W_OK | constants.X_OK))
      return [ok(`${folder} does not exist; the first start creates it.`)];
    return [
      problem(
        `${folder} does not exist, and ${name} cannot create it in ${parent}. As root: install -d -m 700 -o ${name} ${folder}`,
      ),
    ];
  }
  if (!found.isDirectory()) return [problem(`${folder} is a file. Name a folder with --data.`)];
  const owner = findUserName(found.uid);
  if (found.uid !== user)
    return [
      problem(
        `${folder} belongs to ${owner}, but the current user is ${name}. Run commands on it as its owner: runuser -u ${owner} -- zonetag-service …`,
      ),
    ];
  const foreign = findForeign(folder, user);
  if (foreign !== undefined)
    return [
      problem(
        `${name} cannot read and write ${foreign}. As root: chown -R ${name}: ${folder} && chmod -R u+rwX ${folder}`,
      ),
    ];
  if (found.mode & 0o077)
    return [
      warning(
        `Other users can read ${folder}, which contains secrets and password hashes. Run: chmod -R go= ${folder}`,
      ),
    ];
  return [ok(`${folder} belongs to ${name} alone.`)];
}

/**
 * Checks that this version can read the data, as the start does. Leaves files that cannot be opened to `checkData`.
 * `isLocal`: without ClickHouse.
 */
export async function checkDataFormat(folder: string, isLocal: boolean): Promise<Finding[]> {
  try {
    const format = await checkFormat(folder);
    if (format && isLocal) requireDatabase(folder);
    // Only folders of format 1 can have another layout; with the present format, a service may have the file open.
    if (format === 1) await checkLayout(folder);
    return [];
  } catch (error) {
    return error instanceof StoreError ? [reportAbout("Data").problem(error.message)] : [];
  }
}

/** Finds the first file or folder that belongs to another user, or that its owner may not use. */
function findForeign(folder: string, user: number): string | undefined {
  return [folder, ...listContent(folder)].find((path) => !isUsable(path, user));
}

function listContent(folder: string): string[] {
  const paths: string[] = [];
  for (const folders = [folder]; folders.length > 0 && paths.length < MAX_FILES; ) {
    const parent = folders.pop() ?? "";
    if (!canUse(parent, constants.R_OK | constants.X_OK)) continue;
    for (const entry of readdirSync(parent, { withFileTypes: true })) {
      const path = join(parent, entry.name);
      paths.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
  }
  return paths;
}

/** Whether the user owns a file and may use it. True for a file that the running service has removed meanwhile. */
function isUsable(path: string, user: number): boolean {
  const found: Stats | undefined = lstatSync(path, { throwIfNoEntry: false });
  const needed = found?.isDirectory() ? 0o700 : 0o600;
  return !found || (found.uid === user && (found.mode & needed) === needed);
}

/** Finds the last change within the folder; milliseconds since 1970. */
export function findNewest(folder: string): number | undefined {
  const times = listContent(folder).map((path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** Checks that a file or folder named by a setting is readable. */
export function checkReadable(setting: string, path: string): Finding {
  const { ok, problem } = reportAbout("Files");
  try {
    accessSync(path, constants.R_OK);
    return ok(`${setting} ${path} can be read.`);
  } catch (error) {
    const user = findUserName(process.getuid?.() ?? 0);
    return problem(
      `${setting} ${path}: ${describeReadProblem(error)} The file must exist and be readable by ${user}.`,
    );
  }
}

function canUse(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
