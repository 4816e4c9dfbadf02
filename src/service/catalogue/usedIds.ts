/** The highest ids that a live catalogue ever had. They outlive its files, so that no id is given twice. */
import { listVariations, type Put } from "./document.ts";

/** `id`: the list of the entries, or `creatives`. */
export interface HighestId {
  id: string;
  highest: number;
}

/** A place for the highest ids beside the catalogue. */
export interface HighestIdStore {
  list(): Promise<HighestId[]>;
  add(record: HighestId): Promise<void>;
}

export class UsedIds {
  readonly #stores: readonly HighestIdStore[];
  readonly #highest = new Map<string, number>();
  /** Kinds whose highest id a store lacks. */
  readonly #unwritten = new Set<string>();

  /** Nodes have a store of their own beside the shared one: the highest id of all stores counts. */
  static async open(stores: readonly HighestIdStore[]): Promise<UsedIds> {
    const used = new UsedIds(stores);
    const kept = await Promise.all(stores.map((store) => store.list()));
    for (const { id, highest } of kept.flat()) used.#note(id, highest);
    used.#unwritten.clear();
    for (const [kind, highest] of used.#highest)
      if (!kept.every((records) => records.some((one) => one.id === kind && one.highest === highest)))
        used.#unwritten.add(kind);
    return used;
  }

  private constructor(stores: readonly HighestIdStore[]) {
    this.#stores = stores;
  }

  /** Returns 0 for a kind that had no id yet. */
  getHighest(kind: string): number {
    return this.#highest.get(kind) ?? 0;
  }

  /** Resolves when all stores have the ids of the entries. After a rejection, the next call writes what they lack. */
  async add(puts: readonly Put<string>[]): Promise<void> {
    for (const { list, entry } of puts) {
      this.#note(list, entry.id);
      if (list === "campaigns") for (const { id } of listVariations(entry)) this.#note("creatives", id);
    }
    for (const kind of this.#unwritten) {
      for (const store of this.#stores) await store.add({ id: kind, highest: this.getHighest(kind) });
      this.#unwritten.delete(kind);
    }
  }

  #note(kind: string, id: number): void {
    if (id <= this.getHighest(kind)) return;
    this.#highest.set(kind, id);
    this.#unwritten.add(kind);
  }
}
