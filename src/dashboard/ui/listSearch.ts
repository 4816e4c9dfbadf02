/** Search in the rows of a list: by id, by any text of the row, by several words, or by a pasted address. Pure. */
import { parseHost } from "../inventory/hostname.ts";
import { normalizeSize } from "../inventory/size.ts";
import { fold } from "./fold.ts";

/** What a row is found by, folded once, because folding 5,000 rows takes longer than searching them. */
export interface SearchEntry {
  ids: ReadonlySet<string>;
  text: string;
}

/** `ids`: of the row, and of entries without rows that it shows, such as creatives. */
export function createSearchEntry(
  ids: readonly number[],
  texts: readonly (string | undefined)[],
): SearchEntry {
  // A search has no line break, so that nothing is found across two texts.
  return { ids: new Set(ids.map(String)), text: texts.map((text = "") => fold(text)).join("\n") };
}

/** Returns a test for rows. The words of a search begin words of the row, in any order: `fell socks`. */
export function createSearch(typed: string): (entry: SearchEntry) => boolean {
  const wanted = fold(typed);
  if (/^#\d+$/.test(wanted)) return ({ ids }) => ids.has(wanted.slice(1));
  const phrases = [wanted, fold(parseHost(typed)), normalizeSize(wanted)];
  const words = wanted.split(" ").filter((word) => /[\p{L}\p{N}]/u.test(word));
  const starts = words.map((word) => ({ id: word.replace("#", ""), start: matchStart(word) }));
  return ({ ids, text }) =>
    ids.has(wanted) ||
    phrases.some((phrase) => text.includes(phrase)) ||
    (words.length > 1 && starts.every(({ id, start }) => ids.has(id) || start.test(text)));
}

function matchStart(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`, "u");
}
