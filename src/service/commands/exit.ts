import { CatalogueError } from "../catalogue/catalogue.ts";

/** Says on the standard error what went wrong, a line for each problem, and exits with code 1. */
export function exitWithError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const problems = error instanceof CatalogueError ? error.problems : [message];
  for (const problem of problems) console.error(`ad service: ${problem.replaceAll("\n", " ")}`);
  process.exit(1);
}
