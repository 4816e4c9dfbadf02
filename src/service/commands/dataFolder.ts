import { statSync } from "node:fs";

/** Throws after a slip in a data folder's name: for a file, and where a command that only looks would make a folder. */
export function checkDataFolder(folder: string, { mayBeMissing = false } = {}): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${folder} is a file, not a data folder.`);
  if (!found && !mayBeMissing) throw new Error(`There is no data folder ${folder}.`);
}
