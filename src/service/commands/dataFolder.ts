import { statSync } from "node:fs";

/** Throws for a mistaken data folder: one that is a file, or one that does not exist when the command only reads. */
export function checkDataFolder(folder: string, { mayBeMissing = false } = {}): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file, not a data folder.`);
  if (!found && !mayBeMissing) throw new Error(`There is no data folder ${folder}.`);
}
