/** `import FILE…`: the command. */

import { basename, resolve } from "node:path";
import { stderr } from "node:process";
import { Command, InvalidArgumentError, Option } from "commander";
import { loadCatalogue } from "../catalogue/catalogue.ts";
import { describeColumns, type ImportResult } from "../import/import.ts";
import type { Counts } from "../import/parts.ts";
import type { Format } from "../import/records.ts";
import { type ImportRequest, sendRequest } from "../import/send.ts";
import { describeReadProblem } from "../values/fileProblem.ts";
import { checkDataFolder } from "./dataFolder.ts";

interface Options {
  data: string;
  catalogue?: string;
  format?: Format;
  name?: string;
  batch: number;
  allOrNothing: boolean;
  writeRejected: boolean;
}

export function importCommand(): Command {
  return new Command("import")
    .description(
      "bring in facts from files of newline-delimited JSON or CSV; the same name again replaces what it brought",
    )
    .argument("<files...>", "names ending in .csv are CSV, else JSON; .gz is unpacked")
    .requiredOption("--data <folder>", "where events are kept", process.env.ZONETAG_DATA)
    .option(
      "--catalogue <file>",
      "checks and fills in the owners of zones and campaigns; a running service uses its own",
      process.env.ZONETAG_CATALOGUE,
    )
    .option("--name <name>", "name of the import; by default the file's")
    .option("--all-or-nothing", "take no line when one is rejected", false)
    .option("--write-rejected", "write rejected lines to FILE.rejected", false)
    .addOption(new Option("--format <format>", "whatever the name says").choices(["ndjson", "csv"]))
    .option("--batch <lines>", "lines that are read at a time", parseLines, 20_000)
    .addHelpText("after", `\nColumns: ${describeColumns()}.`)
    .action(importFiles);
}

function parseLines(value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected a whole number from 1 to 9999999.");
}

/** Names are listed on terminals, which obey control characters. */
function checkName(name: string): string {
  if (/^\P{Cc}{1,255}$/u.test(name)) return name;
  throw new Error(
    `${JSON.stringify(name)} is no name: expected 1 to 255 characters, none of them for control.`,
  );
}

/** Ends with exit code 1 when a line was rejected or nothing was taken. */
async function importFiles(files: string[], options: Options): Promise<void> {
  if (options.name !== undefined && files.length > 1) throw new Error("--name is for one file.");
  checkDataFolder(options.data, { mayBeMissing: true });
  const catalogue = options.catalogue ? await loadCatalogue(options.catalogue) : undefined;
  for (const file of files) {
    const request: ImportRequest = {
      action: "import",
      name: checkName(options.name ?? basename(file)),
      allOrNothing: options.allOrNothing,
      source: {
        file: resolve(file),
        format: options.format,
        batch: options.batch,
        ...(options.writeRejected && { rejectedFile: `${resolve(file)}.rejected` }),
      },
    };
    const onProgress = (counts: Counts) =>
      stderr.write(
        stderr.isTTY ? `\r${describeCounts(counts)}` : `${file}: ${describeCounts(counts)} so far\n`,
      );
    const result = await sendRequest(options.data, request, { owners: catalogue, onProgress }).catch(
      (error) => {
        throw new Error(`${file}: ${describeReadProblem(error)}`, { cause: error });
      },
    );
    report(file, request.name, result as ImportResult);
  }
}

function report(file: string, name: string, result: ImportResult): void {
  for (const reason of result.reasons) print(`${file}:${reason}`);
  const more = result.rejected - result.reasons.length;
  if (more > 0) print(`${file}: and ${formatNumber(more)} more rejected lines`);
  print(`${file}: ${describeCounts(result)}${describeOutcome(name, result)}`);
  if (result.rejected > 0 || result.refused) process.exitCode = 1;
}

function describeOutcome(name: string, { replaced, sameAs, refused }: ImportResult): string {
  if (refused) return "; nothing was taken, because of the rejected lines";
  if (sameAs !== undefined) return `; the import ${JSON.stringify(sameAs)} has the same content already`;
  if (replaced === undefined) return ` as ${JSON.stringify(name)}`;
  return ` as ${JSON.stringify(name)}, in place of ${formatNumber(replaced)} earlier ones`;
}

function print(line: string): void {
  stderr.write(`${stderr.isTTY ? "\r\u001b[K" : ""}${line}\n`);
}

function describeCounts({ read, added, rejected, known }: Counts): string {
  const earlier = known > 0 ? `, ${formatNumber(known)} imported by version 0.1.0 already` : "";
  return `${formatNumber(read)} lines read, ${formatNumber(added)} added, ${formatNumber(rejected)} rejected${earlier}`;
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}
