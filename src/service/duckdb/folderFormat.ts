/** Format mark of the data folder, and the check that this program can read it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../facts/eventStore.ts";
import { writeDurably } from "../values/files.ts";
import { readSaved } from "../values/savedFile.ts";
import { DATABASE_FILE } from "./database.ts";
import { requireFinished } from "./fillFolder.ts";

/** The only format so far. A release that changes it includes a migration, tested on a folder of the release before. */
export const FORMAT = 1;

const FILE = "format.json";

/** Checks that the folder is empty or has this format. Returns whether it has data. */
export async function checkFormat(folder: string): Promise<boolean> {
  requireFinished(folder);
  const file = join(folder, FILE);
  const text = await readSaved(file);
  if (text === undefined) {
    if (!existsSync(join(folder, DATABASE_FILE))) return false;
    throw new StoreError(
      "incompatible",
      `${folder} has a database but no ${FILE}, so zonetag-service did not create it. Choose another data folder.`,
    );
  }
  const format = /^\{"format":([1-9]\d{0,5})\}\s*$/.exec(text)?.[1];
  if (format === undefined)
    throw new StoreError(
      "incompatible",
      `${file} does not say which format the data folder has. Restore it from a backup.`,
    );
  if (Number(format) === FORMAT) return true;
  throw new StoreError(
    "incompatible",
    `The data folder ${folder} has data in format ${format}, but this program reads format ${FORMAT}. Run the version that wrote it, or restore a backup.`,
  );
}

export function writeFormat(folder: string): Promise<void> {
  return writeDurably(join(folder, FILE), `{"format":${FORMAT}}\n`);
}
