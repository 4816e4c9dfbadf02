/** `restore BACKUP`: restores a backup into an empty data folder. */
import { resolve } from "node:path";
import { Command } from "commander";
import { restoreBackup } from "../duckdb/folderBackup.ts";
import { writeForDataOwner } from "./dataOwner.ts";

export function restoreCommand(): Command {
  return new Command("restore")
    .description("restore a backup into a data folder that is empty or does not exist")
    .argument("<backup>", "backup folder, as written by `backup`")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .action(async (backup: string, { data }: { data: string }) => {
      await writeForDataOwner(data, () => restoreBackup(resolve(backup), resolve(data)));
      console.log(`Restored ${backup} to ${data}.`);
    });
}
