/** Lists of entries: finds and replaces entries by id without reading the whole list. */
import type { Sliced } from "../runtime/slices.ts";
import { Positions } from "./positions.ts";

interface Identified {
  id: number;
}

const positions = new Positions<Identified>(({ id }) => [id]);

export function findPosition(entries: readonly Identified[], id: number): number | undefined {
  const at = positions.locate(entries, id);
  return at !== undefined && entries[at]?.id === id ? at : undefined;
}

export function findById<E extends Identified>(entries: readonly E[], id: number): E | undefined {
  const entry = entries[positions.locate(entries, id) ?? entries.length];
  return entry?.id === id ? entry : undefined;
}

/** Indexes a list in advance, so that its first search is as fast as later ones. */
export function* indexPositions(entries: readonly Identified[]): Sliced<void> {
  yield* positions.read(entries);
}

/** A list in which some entries were replaced or added, and their positions. */
export interface Replaced<E> {
  after: E[];
  changed: number[];
}

/** Replaces entries by id. New entries come last. */
export function replaceEntries<E extends Identified>(
  entries: readonly E[],
  changed: readonly E[],
): Replaced<E> {
  const after = entries.slice();
  const fresh = new Map(changed.map((entry) => [entry.id, entry]));
  const places = Array.from(fresh.values(), (entry) => {
    const at = findPosition(entries, entry.id) ?? after.length;
    after[at] = entry;
    return at;
  });
  positions.share(entries, after, places);
  return { after, changed: places };
}
