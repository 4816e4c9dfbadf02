/** `imports`: lists imports; `imports remove NAME` removes one. */

import { Command, InvalidArgumentError } from "commander";
import type { ImportEntry } from "../import/import.ts";
import type { ImportRequest } from "../import/importRequests.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { writeForDataOwner } from "./dataOwner.ts";
import { sendImportRequest } from "./sendImport.ts";

interface Options {
  data: string;
}

export function importsCommand(): Command {
  const list = new Command("list")
    .description("list imports with their lines, rejected lines, sums and time")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .action(listAll);
  const remove = new Command("remove")
    .description("remove an import from the statistics")
    .argument("<name>")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .option("--network <id>", "id of the network that sent the import over HTTP", parseNetwork)
    .action(removeOne);
  return new Command("imports")
    .description("list imports, or remove one")
    .addCommand(list, { isDefault: true })
    .addCommand(remove);
}

function parseNetwork(value: string): number {
  if (/^[1-9]\d{0,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected the id of a network.");
}

const COLUMNS = ["name", "time", "added", "rejected", "impressions", "clicks", "cost", "revenue", "network"];

async function listAll({ data }: Options): Promise<void> {
  checkDataFolder(data);
  const entries = (await writeForDataOwner(data, () =>
    sendImportRequest(data, { action: "list" }),
  )) as ImportEntry[];
  const rows = entries.map((entry) =>
    [
      ...[entry.name, `${new Date(entry.time).toISOString().slice(0, 19)}Z`, entry.added, entry.rejected],
      ...[entry.impressions, entry.clicks, entry.cost, entry.publisher_revenue, entry.network ?? "-"],
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

async function removeOne(name: string, { data, network }: Options & { network?: number }): Promise<void> {
  checkDataFolder(data);
  const request: ImportRequest = { action: "remove", name };
  if (network !== undefined) request.network = network;
  if (await writeForDataOwner(data, () => sendImportRequest(data, request)))
    console.log(`${JSON.stringify(name)} is removed.`);
  else throw new Error(`There is no import called ${JSON.stringify(name)}.`);
}
