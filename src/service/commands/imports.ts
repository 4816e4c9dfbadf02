/** `imports`: lists what was imported; `imports remove NAME` takes one out. */

import { Command } from "commander";
import type { ImportEntry } from "../import/import.ts";
import { sendRequest } from "../import/send.ts";
import { checkDataFolder } from "./dataFolder.ts";

interface Options {
  data: string;
}

export function importsCommand(): Command {
  const list = new Command("list")
    .description("list imports with their lines, rejected lines, sums and time")
    .requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA)
    .action(listAll);
  const remove = new Command("remove")
    .description("take an import out of what is counted")
    .argument("<name>")
    .requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA)
    .action(removeOne);
  return new Command("imports")
    .description("list imports, or remove one")
    .addCommand(list, { isDefault: true })
    .addCommand(remove);
}

const COLUMNS = ["name", "time", "added", "rejected", "impressions", "clicks", "cost", "revenue"];

async function listAll({ data }: Options): Promise<void> {
  checkDataFolder(data);
  const entries = (await sendRequest(data, { action: "list" })) as ImportEntry[];
  const rows = entries.map((entry) =>
    [
      ...[entry.name, `${new Date(entry.time).toISOString().slice(0, 19)}Z`, entry.added, entry.rejected],
      ...[entry.impressions, entry.clicks, entry.cost, entry.publisher_revenue],
    ].map(String),
  );
  const table = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    );
}

async function removeOne(name: string, { data }: Options): Promise<void> {
  checkDataFolder(data);
  if (await sendRequest(data, { action: "remove", name })) console.log(`${JSON.stringify(name)} is removed.`);
  else throw new Error(`There is no import called ${JSON.stringify(name)}.`);
}
