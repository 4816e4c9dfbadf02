/** Records changes: compares entries with their earlier values, and applies recorded changes or takes them back. */
import { isDeepStrictEqual } from "node:util";
import { flatMapSliced, mapSliced, type Sliced } from "../runtime/slices.ts";
import {
  COMPARED_PER_STEP,
  createFinder,
  type Entry,
  type FindEntry,
  type ListsOfEntries,
  listVariations,
  type Put,
  putEntries,
} from "./document.ts";
import { compareFields, replaceFields } from "./fieldChanges.ts";
import type { FieldPut, PutReference, RecordedPut } from "./logLine.ts";

/**
 * Records entries, except unchanged ones. `isKeyed`: whether the request has an `Idempotency-Key`; then the first entry
 * is recorded even if nothing changes, so that a repeated request is recognized.
 */
export function* recordPuts(
  puts: readonly Put<string>[],
  document: ListsOfEntries,
  findOwner: (put: Put<string>, find: FindEntry) => number,
  isKeyed = false,
): Sliced<FieldPut[]> {
  const find = createFinder(putEntries(document, puts));
  const before = new ChangedEntries(createFinder(document));
  const recordChanged = (put: Put<string>) => {
    const old = before.find(put.list, put.entry.id);
    if (isDeepStrictEqual(old, put.entry)) return [];
    before.put(put.list, put.entry);
    return [recordPut(put, old, findOwner(put, find))];
  };
  const changed = yield* flatMapSliced(puts, recordChanged, COMPARED_PER_STEP);
  const [first] = puts;
  return changed.length === 0 && first && isKeyed
    ? [recordPut(first, first.entry, findOwner(first, find))]
    : changed;
}

function recordPut(put: Put<string>, before: Entry | undefined, owner: number): FieldPut {
  const { list, entry, creative } = put;
  const [old, fresh] = [before, entry].map((one) => pickPart(one, creative));
  if (!fresh) throw new Error(`Campaign ${entry.id} has no creative ${creative}.`);
  // The list and the id come first, as `writeNeedle` requires.
  const place = { list, id: entry.id, creative, owner };
  const campaign = creative === undefined ? undefined : String(entry.name ?? "");
  return { ...place, campaign, ...(old ? compareFields(old, fresh) : { after: fresh }) };
}

/** Returns an entry, or one creative of a campaign. */
export function pickPart(entry: Entry | undefined, creative: number | undefined): Entry | undefined {
  return creative === undefined ? entry : listVariations(entry).find(({ id }) => id === creative);
}

/** Returns the entries after a change. Throws an error when the change does not fit the entries before it. */
export function* restorePuts(puts: readonly RecordedPut[], find: FindEntry): Sliced<Put<string>[]> {
  const entries = new ChangedEntries(find);
  const restore = (put: RecordedPut): Put<string> => {
    const { list, creative } = put;
    return { list, creative, entry: entries.put(list, applyPut(entries.find(list, put.id), put)) };
  };
  return yield* mapSliced(puts, restore, COMPARED_PER_STEP);
}

/** Entries of a document, as the changes of one line leave them. */
class ChangedEntries {
  readonly #find: FindEntry;
  readonly #changed = new Map<string, Entry>();

  constructor(find: FindEntry) {
    this.#find = find;
  }

  find(list: string, id: number): Entry | undefined {
    return this.#changed.get(`${list} ${id}`) ?? this.#find(list, id);
  }

  put(list: string, entry: Entry): Entry {
    this.#changed.set(`${list} ${entry.id}`, entry);
    return entry;
  }
}

/** Returns the entry after a change. Throws an error when the change does not fit the entry before it. */
export function applyPut(entry: Entry | undefined, put: RecordedPut): Entry {
  if ("entry" in put) return put.entry;
  const { id, creative, before, after } = put;
  const part = pickPart(entry, creative);
  if ((part === undefined) !== (before === undefined)) throw refuse(put);
  const values = part && before ? replaceFields(part, { before, after }) : after;
  if (!values) throw refuse(put);
  const changed = { ...values, id: creative ?? id };
  return creative === undefined ? changed : replaceVariation(entry, put, changed);
}

/** Returns the entry before a change. Throws an error when the change does not fit the entry after it. */
export function revertPut(entry: Entry | undefined, put: RecordedPut): Entry | undefined {
  if ("entry" in put) return put.before;
  const { id, creative, before, after } = put;
  const part = pickPart(entry, creative);
  const values = part && replaceFields(part, { before: after, after: before ?? {} });
  if (!values) throw refuse(put);
  const earlier = before && { ...values, id: creative ?? id };
  return creative === undefined ? earlier : replaceVariation(entry, put, earlier);
}

/** Replaces, adds or removes the creative of a put. */
function replaceVariation(entry: Entry | undefined, put: PutReference, variation: Entry | undefined): Entry {
  if (!entry) throw refuse(put);
  const variations = [...listVariations(entry)];
  const at = variations.findIndex(({ id }) => id === put.creative);
  variations.splice(at < 0 ? variations.length : at, at < 0 ? 0 : 1, ...(variation ? [variation] : []));
  return { ...entry, variations };
}

function refuse({ list, id, creative }: PutReference): Error {
  const name = creative === undefined ? `${list} ${id}` : `creatives ${creative}`;
  return new Error(`the change of ${name} does not fit the entries before it. Restore a backup.`);
}
