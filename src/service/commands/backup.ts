/** `backup FOLDER`: copies the data, even while the service runs on it. */
import { resolve } from "node:path";
import { Command } from "commander";
import { askService } from "../control/commandSocket.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { checkFormat } from "../duckdb/folderFormat.ts";
import { requireWholeLogs } from "../people/takeSignIns.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { writeForDataOwner } from "./dataOwner.ts";

export function backupCommand(): Command {
  return new Command("backup")
    .description("back up the data into a folder; works while the service runs")
    .argument("<folder>", "backup folder; must be empty or not exist")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .action(backUp);
}

async function backUp(folder: string, { data }: { data: string }): Promise<void> {
  checkDataFolder(data, { mayBeMissing: true });
  const to = resolve(folder);
  if (!(await checkFormat(data))) throw new Error(`There are no events in ${data}.`);
  if (!(await askService(data, "backup", { path: to }))) {
    await writeForDataOwner(data, async () => {
      const store = await openStore({ folder: data });
      await store.backUp(to, requireWholeLogs).finally(() => store.close());
    });
  }
  console.log(
    `Backed up ${data} to ${to}. The files of --catalogue, --config and --creatives are not included; copy them too.`,
  );
}
