/** Highest ids that a live catalogue ever had. They are stored separately from its files, so that no id is reused. */
import { listVariations, type Put } from "./document.ts";

/** `id`: name of the list, or `creatives`. */
export interface HighestId {
  id: string;
  highest: number;
}

/** Additional store of the highest ids. */
export interface HighestIdStore {
  list(): Promise<HighestId[]>;
  add(record: HighestId): Promise<void>;
}

export class HighestIds {
  readonly #stores: readonly HighestIdStore[];
  readonly #highest = new Map<string, number>();
  /** Kinds whose highest id is not yet in all stores. */
  readonly #unwritten = new Set<string>();

  /** Opens the stores. A node may have a local store beside the shared one; the highest id of all stores counts. */
  static async open(stores: readonly HighestIdStore[]): Promise<HighestIds> {
    const opened = new HighestIds(stores);
    const kept = await Promise.all(stores.map((store) => store.list()));
    for (const { id, highest } of kept.flat()) opened.#note(id, highest);
    opened.#unwritten.clear();
    for (const [kind, highest] of opened.#highest)
      if (!kept.every((records) => records.some((one) => one.id === kind && one.highest === highest)))
        opened.#unwritten.add(kind);
    return opened;
  }

  private constructor(stores: readonly HighestIdStore[]) {
    this.#stores = stores;
  }

  /** Returns the highest id of a kind; 0 when the kind had no id yet. */
  getHighest(kind: string): number {
    return this.#highest.get(kind) ?? 0;
  }

  /**
   * Stores the ids of entries; resolves when all stores have them. After a rejection, the next call also writes the
   * missing ids.
   */
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
