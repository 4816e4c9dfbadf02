/** `import FILE…`: imports facts. */

import { normalize, resolve } from "node:path";
import { stderr } from "node:process";
import { Command, InvalidArgumentError, Option } from "commander";
import { loadCatalogue } from "../catalogue/catalogue.ts";
import { writeFragment } from "../catalogue/problemPath.ts";
import { StoreError } from "../facts/eventStore.ts";
import { describeReadProblem } from "../files/fileProblem.ts";
import type { ImportResult } from "../import/import.ts";
import { isImportName } from "../import/importName.ts";
import type { ImportRequest } from "../import/importRequests.ts";
import { COLUMN_NAMES } from "../import/line.ts";
import type { Format } from "../import/records.ts";
import type { Counts } from "../import/splitFile.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { requireDataOwner, writeForDataOwner } from "./dataOwner.ts";
import { sendImportRequest } from "./sendImport.ts";

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
      "import facts from files of newline-delimited JSON or CSV; replaces an earlier import of the same name",
    )
    .argument("<files...>", "CSV if the name ends in .csv, else JSON; .gz files are decompressed")
    .requiredOption("--data <folder>", "data folder", process.env.ZONETAG_DATA)
    .option(
      "--catalogue <file>",
      "catalogue that checks and fills in the owners of zones and campaigns; a live catalogue and a running service use their own",
      process.env.ZONETAG_CATALOGUE,
    )
    .option("--name <name>", "name of the import (default: the file's path as given)")
    .option("--all-or-nothing", "import nothing if a line is rejected", false)
    .option("--write-rejected", "write rejected lines to FILE.rejected", false)
    .addOption(
      new Option("--format <format>", "format of the files, regardless of their names").choices([
        "ndjson",
        "csv",
      ]),
    )
    .option("--batch <lines>", "lines to read at a time", parseLines, 20_000)
    .addHelpText("after", `\nColumns: ${COLUMN_NAMES.join(", ")}.`)
    .action(importFiles);
}

function parseLines(value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Expected a whole number from 1 to 9999999.");
}

function checkName(name: string): string {
  if (isImportName(name)) return name;
  throw new Error(
    `${JSON.stringify(name.slice(0, 100))} is not a name: ${writeFragment({ code: "import-name" })}.`,
  );
}

/** Maps the name of each import to its file. Throws for two files with one name, which would replace each other. */
export function nameImports(files: readonly string[], name?: string): Map<string, string> {
  if (name !== undefined && files.length > 1) throw new Error("--name needs exactly one file.");
  const named = new Map<string, string>();
  for (const file of files) {
    const key = checkName(name ?? normalize(file));
    if (named.has(key))
      throw new Error(`${file}: this command already imports ${JSON.stringify(key)}. Name each file once.`);
    named.set(key, file);
  }
  return named;
}

/** Imports all readable files. The exit code is 1 when a file or a line was not imported. */
async function importFiles(files: string[], options: Options): Promise<void> {
  const named = nameImports(files, options.name);
  checkDataFolder(options.data, { mayBeMissing: true });
  requireDataOwner(options.data);
  const owners = options.catalogue ? await loadCatalogue(options.catalogue) : undefined;
  for (const [name, file] of named) {
    const onProgress = (counts: Counts) =>
      stderr.write(
        stderr.isTTY ? `\r${describeCounts(counts)}` : `${file}: ${describeCounts(counts)} so far\n`,
      );
    try {
      const request = createRequest(name, file, options);
      const send = () => sendImportRequest(options.data, request, { owners, onProgress });
      report(file, name, (await writeForDataOwner(options.data, send)) as ImportResult);
    } catch (error) {
      const problem = `${file}: ${describeReadProblem(error as Error)}`;
      if (error instanceof StoreError) throw new Error(problem, { cause: error });
      print(problem);
      process.exitCode = 1;
    }
  }
}

function createRequest(name: string, file: string, options: Options): ImportRequest {
  const { allOrNothing, format, batch, writeRejected } = options;
  const path = resolve(file);
  const rejectedFile = writeRejected ? `${path}.rejected` : undefined;
  return { action: "import", name, allOrNothing, source: { file: path, format, batch, rejectedFile } };
}

function report(file: string, name: string, result: ImportResult): void {
  for (const reason of result.reasons) print(`${file}:${reason}`);
  const more = result.rejected - result.reasons.length;
  if (more > 0) print(`${file}: and ${formatNumber(more)} more rejected lines`);
  print(`${file}: ${describeCounts(result)}${describeOutcome(name, result)}`);
  if (result.rejected > 0 || result.refused) process.exitCode = 1;
}

function describeOutcome(name: string, result: ImportResult): string {
  const { summedUp } = result;
  const hidden = `; no report shows ${formatNumber(summedUp ?? 0)} lines of months that are only kept as sums`;
  return describeImported(name, result) + (summedUp === undefined ? "" : hidden);
}

function describeImported(name: string, { replaced, sameAs, refused }: ImportResult): string {
  if (refused) return "; nothing was imported because of the rejected lines";
  if (sameAs !== undefined) return `; the import ${JSON.stringify(sameAs)} already has the same content`;
  if (replaced === undefined) return ` as ${JSON.stringify(name)}`;
  return ` as ${JSON.stringify(name)}, replacing ${formatNumber(replaced)} earlier ones`;
}

function print(line: string): void {
  stderr.write(`${stderr.isTTY ? "\r\u001b[K" : ""}${line}\n`);
}

function describeCounts({ read, added, rejected }: Counts): string {
  return `${formatNumber(read)} lines read, ${formatNumber(added)} added, ${formatNumber(rejected)} rejected`;
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US");
}
