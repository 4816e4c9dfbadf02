/** Format mark of the data folder, and the check that this program can read it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../facts/eventStore.ts";
import { writeDurably } from "../files/files.ts";
import { readSaved } from "../files/savedFile.ts";
import { DATABASE_FILE } from "./database.ts";
import { requireFinished } from "./fillFolder.ts";

/**
 * A release that changes it includes a migration, tested on a folder of the release before. Formats 1 and 2 have the
 * same layout: two development versions numbered it differently. Format 1 of one of them had another layout; `Database`
 * recognizes it by its tables.
 */
export const FORMAT = 3;

const FILE = "format.json";
/** Added to the name of a database whose events were moved to ClickHouse. */
export const MOVED = ".moved";

/** Checks that the folder is empty or has a readable format. Resolves with the format; undefined without data. */
export async function checkFormat(folder: string): Promise<number | undefined> {
  requireFinished(folder);
  const file = join(folder, FILE);
  const text = await readSaved(file);
  if (text === undefined) {
    if (!existsSync(join(folder, DATABASE_FILE))) return undefined;
    throw new StoreError(
      "incompatible",
      `${folder} has a database but no ${FILE}, so zonetag-service did not create it. Choose another data folder.`,
    );
  }
  const digits = /^\{"format":([1-9]\d{0,5})\}\s*$/.exec(text)?.[1];
  if (digits === undefined)
    throw new StoreError(
      "incompatible",
      `${file} does not say which format the data folder has. Restore it from a backup.`,
    );
  const format = Number(digits);
  if (format <= FORMAT) return format;
  throw new StoreError(
    "incompatible",
    `The data folder ${folder} has data in format ${format}, but this program reads formats 1 to ${FORMAT}. Run the version that wrote it, or restore a backup.`,
  );
}

/** Throws if the database is gone: DuckDB would create an empty one. It refuses an empty file itself. */
export function requireDatabase(folder: string): void {
  const database = join(folder, DATABASE_FILE);
  // Created after the database, so a first start that was interrupted earlier has none.
  const journal = join(folder, "journal");
  if (existsSync(database) || !existsSync(journal)) return;
  if (existsSync(database + MOVED))
    throw new StoreError(
      "incompatible",
      `The events of ${folder} were moved to ClickHouse, which --clickhouse names. To start with an empty one on purpose, move ${journal} away.`,
    );
  throw new StoreError(
    "incompatible",
    `${database} is missing, so events are lost. Restore a backup with \`zonetag-service restore\`. To start with an empty one on purpose, move ${journal} away.`,
  );
}

export function writeFormat(folder: string): Promise<void> {
  return writeDurably(join(folder, FILE), `{"format":${FORMAT}}\n`);
}
