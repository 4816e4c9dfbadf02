/**
 * Index of the positions of ids in lists. A change creates a new list in which all entries keep their positions, so the
 * new list shares the index of the old one and a change copies nothing.
 */
import { forEachSliced, runAtOnce, type Sliced } from "../runtime/slices.ts";

interface Known {
  /** Positions by id. Earlier lists share the map, so its entries never change; a list ignores ids that it lacks. */
  at: Map<number, number>;
  /** Maximum number of ids; beyond it, many belong to removed entries, and the next list is indexed again. */
  most: number;
}

/** Part of the maximum number of ids that does not depend on the length of the list. */
const MOST_ADDED = 1000;

/** `listIds`: returns the ids of an entry. */
export class Positions<E extends object> {
  readonly #listIds: (entry: E) => readonly number[];
  readonly #known = new WeakMap<readonly E[], Known>();

  constructor(listIds: (entry: E) => readonly number[]) {
    this.#listIds = listIds;
  }

  /** Returns the only position at which the list can have the id. The caller must check the entry there. */
  locate(list: readonly E[], id: number): number | undefined {
    const known = this.#known.get(list) ?? runAtOnce(this.read(list));
    return known.at.get(id);
  }

  /** Indexes a list in advance; otherwise the first search does. */
  *read(list: readonly E[]): Sliced<Known> {
    const at = new Map<number, number>();
    yield* forEachSliced(list, (entry, position) => {
      for (const id of this.#listIds(entry)) if (!at.has(id)) at.set(id, position);
    });
    const known = { at, most: 2 * at.size + MOST_ADDED };
    this.#known.set(list, known);
    return known;
  }

  /** Shares the index of a list with `after`, a list made from it that differs only in the entries at `changed`. */
  share(before: readonly E[], after: readonly E[], changed: readonly number[]): void {
    const known = this.#known.get(before);
    if (!known) return;
    for (const position of changed) {
      const entry = after[position];
      for (const id of entry ? this.#listIds(entry) : []) {
        const found = known.at.get(id);
        // `after` is then indexed separately by its first search.
        if (known.at.size > known.most || (found !== undefined && found !== position)) return;
        known.at.set(id, position);
      }
    }
    this.#known.set(after, known);
  }
}
