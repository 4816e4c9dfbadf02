/** Why a change was not made, in the words of the caller's request. */
import { formatPath, MAX_PROBLEMS } from "../../protocol/validation.ts";
import type { CatalogueError } from "../catalogue/catalogue.ts";
import { readProblem } from "../catalogue/problemPath.ts";
import { ChangeRefused } from "./refusal.ts";

/**
 * Problems of the entry that was sent are named by its own fields. Others are left out, or without a path where there are
 * no own ones: they can be of entries that the caller must not know. `own`: the path of the entry in the catalogue.
 */
export function explainCatalogueError(
  error: CatalogueError,
  own: readonly (string | number)[],
): ChangeRefused {
  // One more than are listed, so that the answer says that there are more.
  const all = error.problems.slice(0, MAX_PROBLEMS + 1).map(readProblem);
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

/** Begins with a capital letter and ends with a full stop. */
export function writeSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
