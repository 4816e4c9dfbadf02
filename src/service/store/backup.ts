/** Copies of a data folder: made while the service runs, and put in place of one that is lost. */
import { existsSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { DATABASE_FILE, Database } from "./database.ts";
import { skipEpochs } from "./epoch.ts";
import { asOpenError } from "./errors.ts";
import { fillFolder } from "./fillFolder.ts";
import { migrate, readFormat, writeFormat } from "./format.ts";
import { quotePath } from "./quotePath.ts";
import { StoreError } from "./store.ts";

/**
 * Beside the database: what tracking addresses and sign-ins are signed with, shared links, the log of changes, uploaded
 * images, which the catalogue refers to, and what was set aside.
 */
const BESIDE = ["secret", "shares.json", "changes.jsonl", "creatives", "set-aside"];

/** Copies the data of a moment into a folder that is empty or does not exist, while others go on writing. */
export async function copyDatabase(database: Database, folder: string, to: string): Promise<void> {
  await fillData(to, async (partial) => {
    await database.connect(async (connection) => {
      await connection.run(`ATTACH ${quotePath(join(partial, DATABASE_FILE))} AS backup`);
      try {
        // One transaction, so that it sees one moment.
        await connection.run("COPY FROM DATABASE events TO backup");
      } finally {
        await connection.run("DETACH backup");
      }
    });
    await copyExisting(BESIDE, folder, partial);
  });
}

/** Puts a backup where there is no data yet. */
export async function restoreBackup(backup: string, folder: string): Promise<void> {
  const format = await readFormat(backup);
  if (format === undefined || !existsSync(join(backup, DATABASE_FILE)))
    throw new StoreError("failed", `There is no backup in ${backup}.`);
  if (await hasMore(backup))
    throw new StoreError(
      "failed",
      `${backup} is a data folder with events that are not in its database yet. Make a backup of it, and restore that.`,
    );
  await fillData(folder, async (partial) => {
    await copyExisting([DATABASE_FILE, ...BESIDE], backup, partial);
    const database = await Database.open({ folder: partial, memory: "1GB", threads: 1 }).catch((error) => {
      throw asOpenError(error, backup);
    });
    try {
      await database.connect((connection) => migrate(connection, format));
      await skipEpochs(database);
    } finally {
      await database.close();
    }
  });
}

/** Whether a service runs on a folder, or was killed there: a copy of its database would lack what was written last. */
async function hasMore(folder: string): Promise<boolean> {
  const journal = join(folder, "journal");
  const waiting = existsSync(journal) ? await readdir(journal) : [];
  return waiting.length > 0 || existsSync(join(folder, `${DATABASE_FILE}.wal`));
}

/** A folder of data, with the mark of its format. */
function fillData(folder: string, work: (partial: string) => Promise<void>): Promise<void> {
  return fillFolder(folder, async (partial) => {
    await work(partial);
    await writeFormat(partial);
  });
}

async function copyExisting(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names)
    if (existsSync(join(from, name))) await cp(join(from, name), join(to, name), { recursive: true });
}
