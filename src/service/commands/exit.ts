import { CatalogueError } from "../catalogue/catalogue.ts";
import { describeReadProblem } from "../files/fileProblem.ts";
import { describeThrown } from "../runtime/thrown.ts";
import { isObject } from "../values/object.ts";

/** Prints an error to standard error, one line per problem, and exits with code 1. */
export function exitWithError(error: unknown): never {
  for (const problem of listProblems(error)) console.error(`ad service: ${problem.replaceAll("\n", " ")}`);
  process.exit(1);
}

function listProblems(error: unknown): readonly string[] {
  if (error instanceof CatalogueError) return error.problems;
  if (!isObject(error)) return [describeThrown(error)];
  const { path, syscall, code } = error;
  const isOfFile = path !== undefined && (syscall === "open" || syscall === "scandir" || code === "EEXIST");
  return [isOfFile ? `${path}: ${describeReadProblem(error)}` : describeThrown(error)];
}
