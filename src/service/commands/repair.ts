/** `repair`: loads all events that can be read, and reports what had to be set aside. */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { locateLiveCatalogue, openNewestSegment, requireWhole } from "../catalogue/logFiles.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { SetAside, type SetAsideNotice } from "../journal/setAside.ts";
import { locatePeople } from "../people/livePeople.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { writeForDataOwner } from "./dataOwner.ts";

export function repairCommand(): Command {
  return new Command("repair")
    .description("load all intact data, and report what had to be set aside; stop the service first")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .action(repair);
}

async function repair({ data }: { data: string }): Promise<void> {
  checkDataFolder(data);
  let count = 0;
  const facts = await writeForDataOwner(data, () =>
    loadAll(data, (notice) => {
      count += 1;
      console.log(describeNotice(notice));
    }),
  );
  if (count === 0) console.log("Nothing had to be set aside.");
  const folder = join(data, "set-aside");
  const names = existsSync(folder) ? await readdir(folder) : [];
  console.log(`The database has ${facts} facts; ${folder} has ${names.length} files.`);
}

/** Loads all readable data. Resolves with the number of facts in the database. */
async function loadAll(data: string, onSetAside: (notice: SetAsideNotice) => void): Promise<bigint> {
  const store = await openStore({ folder: data, onSetAside, cutsDamage: true });
  try {
    const [row] = await store.query<{ facts: bigint }>("SELECT count(*) AS facts FROM facts");
    const setAside = new SetAside(join(data, "set-aside"), onSetAside);
    for (const folder of [locateLiveCatalogue(data), locatePeople(data)]) {
      await openNewestSegment(folder, setAside);
      await requireWhole(folder);
    }
    return row?.facts ?? 0n;
  } finally {
    await store.close();
  }
}

function describeNotice({ reason, file, setAside, offset, bytes, events }: SetAsideNotice): string {
  const where = offset === undefined ? "" : `, ${bytes} bytes from ${offset}`;
  const count = events === undefined ? "" : `, ${events} events`;
  return `${file}: ${reason}${where}${count}. Kept in ${setAside}.`;
}
