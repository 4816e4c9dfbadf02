/** Records of changes: owners, creatives and earlier values beside the entries. */
import { isDeepStrictEqual } from "node:util";
import { flatMapSliced, type Sliced } from "../values/slices.ts";
import type { RecordedPut } from "./changeLine.ts";
import {
  COMPARED_PER_STEP,
  createFinder,
  type FindEntry,
  type ListsOfEntries,
  type Put,
  putEntries,
} from "./document.ts";

/** Leaves out entries that stay as they are. */
export function* recordPuts(
  puts: readonly Put<string>[],
  document: ListsOfEntries,
  findOwner: (put: Put<string>, find: FindEntry) => number,
): Sliced<RecordedPut[]> {
  const after = createFinder(putEntries(document, puts));
  const find = createFinder(document);
  return yield* flatMapSliced(
    puts,
    ({ list, creative, entry }) => {
      const before = find(list, entry.id);
      if (isDeepStrictEqual(before, entry)) return [];
      const owner = findOwner({ list, entry }, after);
      // The list and the id come first: `writeNeedle` relies on it.
      return [{ list, id: entry.id, creative, owner, before, entry }];
    },
    COMPARED_PER_STEP,
  );
}
