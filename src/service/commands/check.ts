/** `check FILE…`: whether catalogues can be used, in the form that editors and CI logs turn into links. */
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { CatalogueError, readCatalogue } from "../catalogue/catalogue.ts";
import { createLocator, JsonTextError, parseJsonText } from "../catalogue/jsonText.ts";
import { describeReadProblem } from "../values/fileProblem.ts";

export function checkCommand(): Command {
  return new Command("check")
    .description("check catalogues; each problem is one line, FILE:LINE:COLUMN: PATH: MESSAGE")
    .argument("<files...>", "catalogues")
    .action(checkFiles);
}

/** Exit code 1 when a file has a problem. */
async function checkFiles(files: string[]): Promise<void> {
  for (const file of files) {
    const problems = await checkFile(file);
    for (const problem of problems) console.log(`${file}:${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    else console.log(`${file}: no problems`);
  }
}

function checkFile(file: string): Promise<string[]> {
  return readFile(file, "utf8").then(checkSource, (error) => [` ${describeReadProblem(error)}`]);
}

/** The problems of a catalogue's text: `LINE:COLUMN: PATH: MESSAGE`. */
function checkSource(text: string): string[] {
  try {
    readCatalogue(parseJsonText(text));
    return [];
  } catch (error) {
    if (error instanceof JsonTextError) {
      const { line, column } = error.position;
      return [`${line}:${column}: This is not JSON. ${error.message}`];
    }
    if (!(error instanceof CatalogueError)) throw error;
    const locate = createLocator(text);
    return error.problems.map((problem) => {
      const [path = ""] = problem.split(": ");
      const { line, column } = locate(path);
      return `${line}:${column}: ${problem}`;
    });
  }
}
