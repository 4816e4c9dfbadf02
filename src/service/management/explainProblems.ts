/** Explains why a change was refused, in terms of the caller's request. */
import { formatPath, MAX_PROBLEMS } from "../../protocol/validation.ts";
import type { CatalogueError } from "../catalogue/catalogue.ts";
import { omitFolders } from "../catalogue/creatives.ts";
import type { FoundProblem, Keys } from "../catalogue/problemPath.ts";
import { ChangeRefused } from "./refusal.ts";

/**
 * Reports problems of the sent entry with paths within that entry. Problems elsewhere may concern entries that the
 * caller must not know: they are omitted or, if the sent entry has no problems, reported without a path. `own`: path of
 * the entry in the catalogue.
 */
export function explainCatalogueError(error: CatalogueError, own: Keys): ChangeRefused {
  // One problem more than the maximum, so that the answer says that there are more.
  const all = error.found.slice(0, MAX_PROBLEMS + 1);
  const ours = all.filter(({ keys }) => keys.slice(0, own.length).join() === own.join());
  // An advertiser's `url` is stored as `pending.url`.
  const nameField = ({ keys }: FoundProblem) =>
    formatPath(ours.length > 0 ? keys.slice(own.length).filter((key) => key !== "pending") : []);
  const problems = (ours.length > 0 ? ours : all).map((one) => ({
    path: nameField(one),
    problem: omitFolders(one.problem),
  }));
  return new ChangeRefused(400, { code: "change-refused" }, problems);
}
