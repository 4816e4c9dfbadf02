/** Records changes: adds owners, creatives and earlier values to the entries. */
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

/**
 * Records entries, except unchanged ones. `isKeyed`: whether the request has an `Idempotency-Key`; then the first entry
 * is recorded even if nothing changes, so that a repeated request is recognized.
 */
export function* recordPuts(
  puts: readonly Put<string>[],
  document: ListsOfEntries,
  findOwner: (put: Put<string>, find: FindEntry) => number,
  isKeyed = false,
): Sliced<RecordedPut[]> {
  const after = createFinder(putEntries(document, puts));
  const find = createFinder(document);
  const record = ({ list, creative, entry }: Put<string>): RecordedPut => {
    const owner = findOwner({ list, entry }, after);
    // The list and the id come first, as `writeNeedle` requires.
    return { list, id: entry.id, creative, owner, before: find(list, entry.id), entry };
  };
  const recordChanged = (put: Put<string>) =>
    isDeepStrictEqual(find(put.list, put.entry.id), put.entry) ? [] : [record(put)];
  const changed = yield* flatMapSliced(puts, recordChanged, COMPARED_PER_STEP);
  return changed.length === 0 && isKeyed ? puts.slice(0, 1).map(record) : changed;
}
