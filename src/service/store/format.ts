/**
 * The version of what is in the data folder: its mark, the way forward from earlier ones, and the refusal of later ones.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readFileIfThere, writeDurably } from "../values/files.ts";
import type { Connection } from "./connection.ts";
import { DATABASE_FILE } from "./database.ts";
import { requireFinished } from "./fillFolder.ts";
import { StoreError } from "./store.ts";

/** What this program writes. A change needs a migration, and a test that starts from what the earlier one left. */
export const FORMAT = 2;

const FILE = "format.json";

/** Statements that lead from a format to the next. A crash may make them run again on what they made. */
const MIGRATIONS: Record<number, readonly string[]> = {
  1: [
    "CREATE TABLE IF NOT EXISTS claims (series INTEGER, number BIGINT, kind TINYINT, time TIMESTAMP)",
    "CREATE TABLE IF NOT EXISTS starts (series INTEGER, time TIMESTAMP)",
    // When decisions were made was not kept: when they were counted is later, so that keys live long enough.
    `INSERT INTO deduplication_keys (epoch, number, kind, counted_at, decided)
       SELECT series, number, kind, 0, time FROM claims`,
    "INSERT INTO epochs SELECT series, time FROM starts",
    "CREATE TABLE IF NOT EXISTS imports (lines BIGINT, digest VARCHAR, time TIMESTAMP)",
    "INSERT INTO earlier_imports SELECT lines, digest FROM imports",
    "DROP TABLE imports",
    "DROP TABLE claims",
    "DROP TABLE starts",
  ],
};

/** The format of the folder's data; undefined when there is none yet. Rejects for a later one, and for part of a copy. */
export async function readFormat(folder: string): Promise<number | undefined> {
  requireFinished(folder);
  const mark = await readMark(folder);
  if (mark === undefined) return existsSync(join(folder, DATABASE_FILE)) ? 1 : undefined;
  if (mark <= FORMAT) return mark;
  throw new StoreError(
    "newer",
    `The data folder ${folder} is of format ${mark}, and this program reads formats up to ${FORMAT}. Run the version that wrote it, or restore a backup.`,
  );
}

async function readMark(folder: string): Promise<number | undefined> {
  const file = join(folder, FILE);
  const text = await readFileIfThere(file);
  if (text === undefined) return undefined;
  const format = /^\{"format":([1-9]\d{0,5})\}\s*$/.exec(text)?.[1];
  if (format) return Number(format);
  throw new StoreError("newer", `${file} does not say which format the data folder has.`);
}

export function writeFormat(folder: string): Promise<void> {
  return writeDurably(join(folder, FILE), `{"format":${FORMAT}}\n`);
}

/** Brings tables of an earlier format to this one; those of this format exist already. */
export async function migrate(connection: Connection, from: number): Promise<void> {
  for (let format = from; format < FORMAT; format++) {
    await connection.run("BEGIN TRANSACTION");
    for (const statement of MIGRATIONS[format] ?? []) await connection.run(statement);
    await connection.run("COMMIT");
  }
}
