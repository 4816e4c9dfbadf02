import { statSync } from "node:fs";

/** Throws for an invalid data folder: a file, or for reading commands a missing folder. */
export function checkDataFolder(folder: string, { mayBeMissing = false } = {}): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file, not a data folder.`);
  if (!found && !mayBeMissing) throw new Error(`There is no data folder ${folder}.`);
}
