/** `repair`: loads all events that can be read, and reports what had to be set aside. */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { openStore } from "../duckdb/duckdbStore.ts";
import type { SetAsideNotice } from "../journal/setAside.ts";
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
  const notices: SetAsideNotice[] = [];
  const facts = await writeForDataOwner(data, () => loadAll(data, notices));
  for (const notice of notices) console.log(describeNotice(notice));
  if (notices.length === 0) console.log("Nothing had to be set aside.");
  const folder = join(data, "set-aside");
  const names = existsSync(folder) ? await readdir(folder) : [];
  console.log(`The database has ${facts} facts; ${folder} has ${names.length} files.`);
}

/** Resolves with the number of facts in the database. */
async function loadAll(folder: string, notices: SetAsideNotice[]): Promise<bigint> {
  const store = await openStore({ folder, onSetAside: (notice) => notices.push(notice) });
  const [row] = await store.query<{ facts: bigint }>("SELECT count(*) AS facts FROM facts");
  await store.close();
  return row?.facts ?? 0n;
}

function describeNotice({ reason, file, setAside, offset, bytes, events }: SetAsideNotice): string {
  const where = offset === undefined ? "" : `, ${bytes} bytes from ${offset}`;
  const count = events === undefined ? "" : `, ${events} events`;
  return `${file}: ${reason}${where}${count}. Kept in ${setAside}.`;
}
