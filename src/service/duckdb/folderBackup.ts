/** Copies of a data folder: created while the service runs, and restored. */
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import { cp, lstat, readdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../facts/eventStore.ts";
import { quoteText } from "../facts/quoteText.ts";
import { asOpenError } from "../facts/storeErrors.ts";
import { isWithin } from "../files/files.ts";
import { describeThrown, findErrorCode } from "../runtime/thrown.ts";
import { DATABASE_FILE, Database, LOG_FILE } from "./database.ts";
import { skipEpochs } from "./epoch.ts";
import { fillFolder } from "./fillFolder.ts";
import { checkFormat, writeFormat } from "./folderFormat.ts";

/** Folder of uploaded images, which the service serves. */
const IMAGES = "creatives";
/**
 * Files beside the database: the identity, which copies share; the secret of tracking URLs and sign-ins; shared links;
 * the live catalogue with its log of changes and highest ids; people with the audit log; then uploaded images, which the catalogue
 * references, and data that was set aside. Browser sessions are left out, because a restored copy would revive ended
 * ones; and marks of sent mails, which may be lost.
 */
const BESIDE = [
  "identity",
  "secret",
  "shares.json",
  "views.json",
  "changes.jsonl",
  "catalogue",
  "ids.json",
  "people",
  "audit",
  IMAGES,
  "set-aside",
];
const RESTORED = [DATABASE_FILE, ...BESIDE];
/** Maximum attempts to copy a folder whose files are being replaced. */
const MAX_TRIES = 10;

/** Rejects when the files of a copy are damaged. Messages may name the copy. */
export type CheckCopy = (copy: string) => Promise<void>;

/** Copies a snapshot of the data to an empty or new folder, while writes continue. A damaged copy is removed. */
export async function copyDatabase(
  database: Database,
  folder: string,
  to: string,
  check: CheckCopy = async () => {},
): Promise<void> {
  await fillData(to, async (partial) => {
    await database.connect(async (connection) => {
      // Names of databases are shared by all connections, and several backups may run at once.
      const name = `"backup-${randomUUID()}"`;
      await connection.run(`ATTACH ${quoteText(join(partial, DATABASE_FILE))} AS ${name}`);
      try {
        // One transaction copies one snapshot.
        await connection.run(`COPY FROM DATABASE events TO ${name}`);
      } finally {
        await connection.run(`DETACH ${name}`);
      }
    });
    await refuseLinksOut(join(folder, IMAGES));
    await copyExisting(BESIDE, folder, partial);
    await check(partial).catch((error) => {
      const problem = describeThrown(error).replaceAll(partial, folder);
      throw new StoreError("failed", `${problem} Nothing was copied.`);
    });
  });
}

/** Restores a backup into a folder without data. */
export async function restoreBackup(backup: string, folder: string): Promise<void> {
  if (!(await checkFormat(backup)) || !existsSync(join(backup, DATABASE_FILE)))
    throw new StoreError("failed", `There is no backup in ${backup}.`);
  if (await hasMore(backup))
    throw new StoreError(
      "failed",
      `${backup} is a data folder with events that are not in its database yet. Make a backup of it, and restore that.`,
    );
  for (const name of RESTORED) await refuseLinks(join(backup, name));
  await fillData(folder, async (partial) => {
    await copyExisting(RESTORED, backup, partial);
    const database = await Database.open({ folder: partial, memory: "1GB", threads: 1 }).catch((error) => {
      throw asOpenError(error, backup);
    });
    try {
      await skipEpochs(database);
    } finally {
      await database.close();
    }
  });
}

/**
 * Whether a service runs on a folder, or was killed there: a copy of its database would then lack the latest events.
 */
async function hasMore(folder: string): Promise<boolean> {
  const journal = join(folder, "journal");
  const waiting = existsSync(journal) ? await readdir(journal) : [];
  return waiting.length > 0 || existsSync(join(folder, LOG_FILE));
}

/** Creates a data folder with its format mark. */
function fillData(folder: string, work: (partial: string) => Promise<void>): Promise<void> {
  return fillFolder(folder, async (partial) => {
    await work(partial);
    await writeFormat(partial);
  });
}

async function copyExisting(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) if (isThere(join(from, name))) await copyWhole(join(from, name), join(to, name));
}

/** Whether a path exists; a link counts even when it leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Copies what links point to, so that a copy needs no other disk. Copies again when a file was removed meanwhile, such
 * as a snapshot replaced by a newer one.
 */
async function copyWhole(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await cp(from, to, { recursive: true, dereference: true });
    } catch (error) {
      if (findErrorCode(error) !== "ENOENT" || tries === MAX_TRIES) throw describeFailed(from, error);
      await rm(to, { recursive: true, force: true });
    }
  }
}

/**
 * Throws for a link that leads out of the folder of images: a copy would turn what it leads to, such as a secret, into a
 * file that is served.
 */
async function refuseLinksOut(folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) return;
  for (const entry of await readdir(real, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Copying reports links that lead nowhere.
    const target = entry.isSymbolicLink() ? await realpath(path).catch(() => path) : path;
    if (!isWithin(real, target))
      throw new StoreError(
        "failed",
        `${path} is a link that leads out of its folder. Remove it, or replace it by a copy of what it points to. Nothing was copied.`,
      );
  }
}

function describeFailed(path: string, error: unknown): StoreError {
  return new StoreError("failed", `${path} cannot be copied: ${describeThrown(error)}. Nothing was copied.`);
}

/** Throws for a link in a backup: it leads to another disk or to the original, and `backup` writes none. */
async function refuseLinks(path: string): Promise<void> {
  if (!isThere(path)) return;
  const found = await lstat(path);
  if (found.isSymbolicLink())
    throw new StoreError(
      "failed",
      `${path} is a link, so the backup is incomplete. Replace the link by a copy of what it points to, or restore another backup.`,
    );
  if (found.isDirectory()) for (const name of await readdir(path)) await refuseLinks(join(path, name));
}
