import { existsSync } from "node:fs";

/** Throws where a command that only looks would make a new data folder, as after a slip in its name. */
export function checkDataFolder(folder: string): void {
  if (!existsSync(folder)) throw new Error(`There is no data folder ${folder}.`);
}
