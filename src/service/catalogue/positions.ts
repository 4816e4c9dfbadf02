/**
 * Positions of ids in lists. A change makes new lists, in which all entries keep their positions, so a list shares its
 * positions with the list that it was made from: a change costs no copy of them.
 */
import { forEachSliced, runAtOnce, type Sliced } from "../values/slices.ts";

interface Known {
  /** Never replaced, because earlier lists share them. An id that a list does not have is ignored there. */
  at: Map<number, number>;
  /** Maximum ids: more are of entries that no longer exist. */
  most: number;
}

/** Ids of lists that a change may add before positions are read again. */
const MOST_ADDED = 1000;

/** `listIds`: of an entry. */
export class Positions<E extends object> {
  readonly #listIds: (entry: E) => readonly number[];
  readonly #known = new WeakMap<readonly E[], Known>();

  constructor(listIds: (entry: E) => readonly number[]) {
    this.#listIds = listIds;
  }

  /** Returns the only position at which the list can have an id. The caller looks whether it is there. */
  locate(list: readonly E[], id: number): number | undefined {
    const known = this.#known.get(list) ?? runAtOnce(this.read(list));
    return known.at.get(id);
  }

  /** Reads the positions of a list; otherwise the first search does. */
  *read(list: readonly E[]): Sliced<Known> {
    const at = new Map<number, number>();
    yield* forEachSliced(list, (entry, position) => {
      for (const id of this.#listIds(entry)) if (!at.has(id)) at.set(id, position);
    });
    const known = { at, most: 2 * at.size + MOST_ADDED };
    this.#known.set(list, known);
    return known;
  }

  /** `after`: a list made from `before`; all entries are at the same positions, except those at `changed`. */
  share(before: readonly E[], after: readonly E[], changed: readonly number[]): void {
    const known = this.#known.get(before);
    if (!known) return;
    for (const position of changed) {
      const entry = after[position];
      for (const id of entry ? this.#listIds(entry) : []) {
        const found = known.at.get(id);
        // Then `after` has positions of its own.
        if (known.at.size > known.most || (found !== undefined && found !== position)) return;
        known.at.set(id, position);
      }
    }
    this.#known.set(after, known);
  }
}
