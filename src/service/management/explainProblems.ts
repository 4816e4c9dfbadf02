/** Explains why a change was refused, in terms of the caller's request. */
import { formatPath, MAX_PROBLEMS } from "../../protocol/validation.ts";
import type { CatalogueError } from "../catalogue/catalogue.ts";
import { omitFolders } from "../catalogue/creatives.ts";
import { readProblem } from "../catalogue/problemPath.ts";
import { writeSentence } from "../values/schemas.ts";
import { ChangeRefused } from "./refusal.ts";

/**
 * Reports problems of the sent entry with paths within that entry. Problems elsewhere may concern entries that the
 * caller must not know: they are omitted or, if the sent entry has no problems, reported without a path. `own`: path of
 * the entry in the catalogue.
 */
export function explainCatalogueError(
  error: CatalogueError,
  own: readonly (string | number)[],
): ChangeRefused {
  // One problem more than the maximum, so that the answer says that there are more.
  const all = error.problems.slice(0, MAX_PROBLEMS + 1).map((problem) => {
    const { keys, message } = readProblem(problem);
    return { keys, message: omitFolders(message) };
  });
  const ours = all.filter(({ keys }) => keys.slice(0, own.length).join() === own.join());
  // An advertiser's `url` is stored as `pending.url`.
  const nameField = (keys: readonly (string | number)[]) =>
    formatPath(keys.slice(own.length).filter((key) => key !== "pending"));
  const problems =
    ours.length > 0
      ? ours.map(({ keys, message }) => ({ [nameField(keys)]: writeSentence(message) }))
      : all.map(({ message }) => ({ [formatPath([])]: writeSentence(message) }));
  return new ChangeRefused(400, "The change was not made.", problems);
}
