/**
 * `catalogue check FILE…`: checks catalogues, and prints problems in the form that editors and CI logs turn into
 * links.
 */
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import { findWrongAddresses } from "../catalogue/addresses.ts";
import { type Catalogue, CatalogueError, readCatalogue } from "../catalogue/catalogue.ts";
import { createLocator, describeFileProblem, parseJsonText } from "../catalogue/jsonText.ts";
import { readProblem } from "../catalogue/problemPath.ts";
import { findUnreachable } from "../placement/unreachable.ts";
import { runAtOnce } from "../values/slices.ts";

export function checkCommand(): Command {
  return new Command("check")
    .description("check catalogues; each problem is one line, FILE:LINE:COLUMN: PATH: MESSAGE")
    .argument("<files...>", "catalogues")
    .action(checkFiles);
}

/** Exits with code 1 when a file has a problem. */
async function checkFiles(files: string[]): Promise<void> {
  for (const file of files) {
    const { problems, warnings } = await checkFile(file);
    for (const line of [...problems, ...warnings]) console.log(line);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${file}: no problems`);
  }
}

/** Findings about a catalogue, each a line. Only problems prevent its use. */
interface Checked {
  problems: string[];
  warnings: string[];
}

async function checkFile(file: string): Promise<Checked> {
  try {
    return checkText(file, await readFile(file, "utf8"));
  } catch (error) {
    return { problems: [describeFileProblem(file, error)], warnings: [] };
  }
}

function checkText(file: string, text: string): Checked {
  try {
    const catalogue = readCatalogue(parseJsonText(text));
    const wrong = runAtOnce(findWrongAddresses(catalogue.data));
    if (wrong.length > 0) throw new CatalogueError(wrong);
    const unreachable = findUnreachable(catalogue).map(
      (at) => `campaigns[${at}]: warning: no zone can show it; see its sizes, targeting and network`,
    );
    const warnings = [...unreachable, ...warnOfEarlyDays(catalogue)];
    return { problems: [], warnings: addPositions(file, text, warnings) };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { problems: addPositions(file, text, error.problems), warnings: [] };
  }
}

/** Such days are slips, but they are stored. */
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
    const { line, column } = locate(readProblem(problem).path);
    return `${file}:${line}:${column}: ${problem}`;
  });
}
