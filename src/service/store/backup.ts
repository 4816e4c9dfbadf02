/** Copies of a data folder: made while the service runs, and put in place of one that is lost. */
import { existsSync } from "node:fs";
import { copyFile, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, syncFolder } from "../values/files.ts";
import { DATABASE_FILE, Database } from "./database.ts";
import { asOpenError } from "./errors.ts";
import { migrate, readFormat, writeFormat } from "./format.ts";
import { quote } from "./loading.ts";
import { StoreError } from "./store.ts";

/** Beside the database: what tracking addresses and sign-ins are signed with. */
const SECRET_FILE = "secret";

/**
 * Epochs that a restored folder skips. Decisions were made after the backup, by starts that it does not know: theirs must
 * not be numbered again while addresses given out for them live.
 */
const SKIPPED_EPOCHS = 10_000;

/** Copies the data of a moment into a new folder, while others go on writing. */
export async function copyDatabase(database: Database, folder: string, to: string): Promise<void> {
  await requireEmpty(to);
  const partial = `${to}.partial`;
  await rm(partial, { recursive: true, force: true });
  await makeFolder(partial);
  await database.connect(async (connection) => {
    await connection.run(`ATTACH ${quote(join(partial, DATABASE_FILE))} AS backup`);
    try {
      // One transaction, so that it sees one moment.
      await connection.run("COPY FROM DATABASE events TO backup");
    } finally {
      await connection.run("DETACH backup");
    }
  });
  if (existsSync(join(folder, SECRET_FILE)))
    await copyFile(join(folder, SECRET_FILE), join(partial, SECRET_FILE));
  await writeFormat(partial);
  await moveInPlace(partial, to);
}

/** Puts a backup where there is no data yet. */
export async function restoreBackup(backup: string, folder: string): Promise<void> {
  const format = await readFormat(backup);
  if (format === undefined || !existsSync(join(backup, DATABASE_FILE)))
    throw new StoreError("failed", `There is no backup in ${backup}.`);
  await requireEmpty(folder);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await makeFolder(partial);
  for (const name of [DATABASE_FILE, SECRET_FILE])
    if (existsSync(join(backup, name))) await copyFile(join(backup, name), join(partial, name));
  const database = await Database.open({ folder: partial, memory: "1GB", threads: 1 }).catch((error) => {
    throw asOpenError(error, backup);
  });
  try {
    await database.connect((connection) => migrate(connection, format));
    await database.query(
      `INSERT INTO epochs SELECT coalesce(max(epoch), 0) + ${SKIPPED_EPOCHS}, max(started) FROM epochs`,
    );
  } finally {
    await database.close();
  }
  await writeFormat(partial);
  await moveInPlace(partial, folder);
}

async function requireEmpty(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = await readdir(folder);
  if (names.length > 0)
    throw new StoreError("failed", `${folder} is not empty. Name a folder that does not exist.`);
  await rmdir(folder);
}

async function moveInPlace(partial: string, folder: string): Promise<void> {
  await syncFolder(partial);
  await rename(partial, folder);
  await syncFolder(dirname(folder));
}
