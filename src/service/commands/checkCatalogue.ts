/**
 * `catalogue check FILE…`: checks catalogues, and prints problems in the form that editors and CI logs turn into
 * links.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Command, Option } from "commander";
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import { type Catalogue, CatalogueError, parseCatalogue } from "../catalogue/catalogue.ts";
import { findWrongAddresses, findWrongMacros } from "../catalogue/creativeAddresses.ts";
import { findUnknownCurrencies } from "../catalogue/currencies.ts";
import { toDocument } from "../catalogue/document.ts";
import { createLocator, describeFileProblem, parseJsonText } from "../catalogue/jsonText.ts";
import { hasLiveCatalogue, locateLiveCatalogue, replay } from "../catalogue/logFiles.ts";
import { formatProblemPath, splitProblem, writeFragment } from "../catalogue/problemPath.ts";
import { askService } from "../control/commandSocket.ts";
import { DATABASE_FILE } from "../duckdb/database.ts";
import { openStore } from "../duckdb/duckdbStore.ts";
import { checkFormat } from "../duckdb/folderFormat.ts";
import { warnOfOwners } from "../management/idOwners.ts";
import { findForeignCurrencies, findUnreachable } from "../placement/unreachable.ts";
import { runAtOnce } from "../runtime/slices.ts";
import { checkDataFolder } from "./dataFolder.ts";
import { writeForDataOwner } from "./dataOwner.ts";

export function checkCommand(): Command {
  return new Command("check")
    .description("check catalogue files; prints each problem as FILE:LINE:COLUMN: PATH: MESSAGE")
    .argument("<files...>", "catalogues")
    .addOption(
      new Option(
        "--data <folder>",
        "data folder; also warns about ids that have statistics of another account or site there",
      ),
    )
    .action(checkFiles);
}

/** Exits with code 1 when a file has a problem. */
async function checkFiles(files: string[], { data }: { data?: string }): Promise<void> {
  if (data !== undefined) checkDataFolder(data);
  for (const file of files) {
    const { problems, warnings } = await checkFile(file, data);
    for (const line of [...problems, ...warnings]) console.log(line);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${file}: no problems`);
  }
}

/** Findings about a catalogue, one line each. Only problems prevent its use. */
interface Checked {
  problems: string[];
  warnings: string[];
}

async function checkFile(file: string, data: string | undefined): Promise<Checked> {
  let text: string;
  let checked: Checked;
  try {
    text = await readFile(file, "utf8");
    checked = checkText(file, text);
  } catch (error) {
    return { problems: [describeFileProblem(file, error)], warnings: [] };
  }
  if (data === undefined || checked.problems.length > 0) return checked;
  const owners = await askForOwners(data, parseJsonText(text));
  return { problems: [], warnings: [...checked.warnings, ...addPositions(file, text, owners)] };
}

/**
 * Finds ids that belonged to another owner in the data folder: asks the running service, or opens the folder under its
 * lock.
 */
async function askForOwners(data: string, value: unknown): Promise<string[]> {
  const answered = await askService(data, "owners", value);
  if (answered) return answered.result;
  return writeForDataOwner(data, async () => {
    const hasEvents = (await checkFormat(data)) && existsSync(join(data, DATABASE_FILE));
    const store = hasEvents ? await openStore({ folder: data }) : undefined;
    try {
      const isLive = await hasLiveCatalogue(data);
      const live = isLive ? (await replay(locateLiveCatalogue(data))).document : undefined;
      return await warnOfOwners(toDocument(value), { facts: store, document: live && toDocument(live) });
    } finally {
      await store?.close();
    }
  });
}

function checkText(file: string, text: string): Checked {
  try {
    const catalogue = parseCatalogue(parseJsonText(text));
    const wrong = [
      ...runAtOnce(findWrongAddresses(catalogue)),
      ...runAtOnce(findUnknownCurrencies(catalogue)),
    ];
    if (wrong.length > 0) throw new CatalogueError(wrong);
    const unreachable = findUnreachable(catalogue).map(({ at, isSuspended }) => {
      const reason = isSuspended
        ? "the accounts of all zones that fit are suspended"
        : "see its sizes, targeting and network";
      return `campaigns[${at}]: warning: no zone can show it; ${reason}`;
    });
    const foreign = findForeignCurrencies(catalogue).map(
      ({ at, currency, zone, other }) =>
        `campaigns[${at}]: warning: its amounts are in ${currency}, but those of zone ${zone}, which can show it, in ${other}; amounts are never converted`,
    );
    const warnings = [...unreachable, ...foreign, ...warnOfMacros(catalogue), ...warnOfEarlyDays(catalogue)];
    return { problems: [], warnings: addPositions(file, text, warnings) };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { problems: addPositions(file, text, error.problems), warnings: [] };
  }
}

/** Warns about macros that could not be saved again. A start accepts them, and leaves them as they are. */
function warnOfMacros(catalogue: Catalogue): string[] {
  return runAtOnce(findWrongMacros(catalogue)).map(({ keys, problem }) => {
    const effect =
      problem.code === "macro-length" ? "in a longer one, {click_id} is empty" : "it is not filled";
    return `${formatProblemPath(keys)}: warning: ${writeFragment(problem)}; ${effect}`;
  });
}

/** Warns about early days instead of refusing them: they are mistakes, but may already be stored. */
function warnOfEarlyDays({ data }: Catalogue): string[] {
  return data.campaigns.flatMap((campaign, at) =>
    (["from", "to"] as const)
      .filter((field) => (campaign[field] ?? FIRST_DAY) < FIRST_DAY)
      .map((field) => `campaigns[${at}].${field}: warning: ${campaign[field]} is before ${FIRST_DAY}`),
  );
}

function addPositions(file: string, text: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const locate = createLocator(text);
  return lines.map((problem) => {
    const { line, column } = locate(splitProblem(problem).path);
    return `${file}:${line}:${column}: ${problem}`;
  });
}
