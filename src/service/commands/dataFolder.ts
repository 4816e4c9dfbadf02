import { statSync } from "node:fs";

/** Throws when the data folder is a file, or when it is missing and the command needs an existing one. */
export function checkDataFolder(folder: string, { mayBeMissing = false } = {}): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file, not a data folder.`);
  if (!found && !mayBeMissing) throw new Error(`There is no data folder ${folder}.`);
}
