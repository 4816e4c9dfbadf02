/** `import FILE…`: the command. */
import { stderr } from "node:process";
import { Command, InvalidArgumentError, Option } from "commander";
import { loadCatalogue } from "../catalogue.ts";
import { openStore } from "../store/duckdb.ts";
import { describeColumns, type ImportProgress, importRecords } from "./import.ts";
import { formatOf, readRecords } from "./records.ts";

interface Options {
  data: string;
  catalogue?: string;
  format?: "ndjson" | "csv";
  batch: number;
}

/** Rejected lines that are shown one by one; the rest is a number. */
const SHOWN = 100;

export function importCommand(): Command {
  return new Command("import")
    .description(
      "add facts from files of newline-delimited JSON or CSV; what was added before is passed over",
    )
    .argument("<files...>", "names ending in .csv are CSV, else JSON; .gz is unpacked")
    .requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA)
    .option("--catalogue <file>", "fills in the owners of zones and campaigns", process.env.ZONETAG_CATALOGUE)
    .addOption(new Option("--format <format>", "whatever the name says").choices(["ndjson", "csv"]))
    .option("--batch <lines>", "lines in one commit", lines, 20_000)
    .addHelpText("after", `\nColumns: ${describeColumns()}.`)
    .action(importFiles);
}

function lines(value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected a whole number from 1 to 9999999.");
}

/** Ends with exit code 1 when a line was rejected; the others are in. */
async function importFiles(
  files: string[],
  { data, catalogue: path, format, batch }: Options,
): Promise<void> {
  const catalogue = path ? await loadCatalogue(path) : undefined;
  const store = await openStore({ folder: data });
  try {
    for (const file of files) {
      const records = readRecords(file, format ?? formatOf(file));
      let shown = 0;
      const progress = await importRecords(records, {
        store,
        batch,
        ...(catalogue && { catalogue }),
        onRejected: ({ line, reason }) => {
          if (shown++ < SHOWN) say(`${file}:${line}: ${reason}`);
        },
        onProgress: (now) => stderr.write(stderr.isTTY ? `\r${told(now)}` : `${file}: ${told(now)} so far\n`),
      });
      if (shown > SHOWN) say(`${file}: and ${shown - SHOWN} more rejected lines`);
      say(`${file}: ${told(progress)}`);
      if (progress.rejected > 0) process.exitCode = 1;
    }
  } finally {
    await store.close();
  }
}

function say(line: string): void {
  stderr.write(`${stderr.isTTY ? "\r\u001b[K" : ""}${line}\n`);
}

function told({ read, added, known, rejected }: ImportProgress): string {
  const number = (value: number) => value.toLocaleString("en-US");
  return `${number(read)} lines read, ${number(added)} added, ${number(known)} known, ${number(rejected)} rejected`;
}
