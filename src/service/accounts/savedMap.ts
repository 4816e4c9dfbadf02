/** A map in memory that is saved in a file of the data folder. */
import { writeDurably } from "../files/files.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";

interface SavedMapOptions<K, V> {
  file: string;
  /** Returns the content of the file, to be written as JSON. */
  format: (map: ReadonlyMap<K, V>) => unknown;
}

export class SavedMap<K, V> extends Map<K, V> {
  readonly #options: SavedMapOptions<K, V>;
  readonly #writes = new SerialQueue();
  /** Write that has not started; it will include all changes made until it does. */
  #next: Promise<void> | undefined;

  /** `saved`: entries that were read from the file. */
  constructor(saved: Iterable<readonly [K, V]>, options: SavedMapOptions<K, V>) {
    super(saved);
    this.#options = options;
  }

  /** Writes the map; changes made while another write runs share the next one. Resolves once it is on disk. */
  save(): Promise<void> {
    this.#next ??= this.#writes.run(() => {
      this.#next = undefined;
      return writeDurably(this.#options.file, `${JSON.stringify(this.#options.format(this))}\n`);
    });
    return this.#next;
  }

  /** Like `save`, without waiting; reports a failed write once. */
  saveLater(onProblem: (error: unknown) => void): void {
    if (!this.#next) this.save().catch(onProblem);
  }

  /** Resolves once all changes saved before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#writes.waitForAll();
  }
}

/** Creates a map of records by their ids, whose file is a list. */
export function createSavedRecords<R extends { id: string }>(
  file: string,
  saved: readonly R[],
): SavedMap<string, R> {
  const entries = saved.map((record) => [record.id, record] as const);
  return new SavedMap(entries, { file, format: (map) => [...map.values()] });
}
