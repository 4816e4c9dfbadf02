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
  /** Values before the changes that no started write includes; undefined: the key was new. */
  #before = new Map<K, V | undefined>();

  /** `saved`: entries that were read from the file. */
  constructor(saved: Iterable<readonly [K, V]>, options: SavedMapOptions<K, V>) {
    super();
    for (const [key, value] of saved) super.set(key, value);
    this.#options = options;
  }

  override set(key: K, value: V): this {
    if (!this.#before.has(key)) this.#before.set(key, this.get(key));
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    if (!this.#before.has(key)) this.#before.set(key, this.get(key));
    return super.delete(key);
  }

  /**
   * Writes the map; changes made while another write runs share the next one. Resolves once it is on disk. A failed
   * write takes its changes back.
   */
  save(): Promise<void> {
    this.#next ??= this.#writes.run(async () => {
      this.#next = undefined;
      const before = this.#before;
      this.#before = new Map();
      try {
        await writeDurably(this.#options.file, `${JSON.stringify(this.#options.format(this))}\n`);
      } catch (error) {
        this.#takeBack(before);
        throw error;
      }
    });
    return this.#next;
  }

  /** Sets a value that a failed write does not take back: it stays in memory, for the next write. */
  setAnyway(key: K, value: V): this {
    if (this.#before.has(key)) this.#before.set(key, value);
    return super.set(key, value);
  }

  /** Like `save`, without waiting; reports a failed write once. */
  saveLater(onProblem: (error: unknown) => void): void {
    if (!this.#next) this.save().catch(onProblem);
  }

  /** Keys that were changed again since keep their newer values. */
  #takeBack(before: ReadonlyMap<K, V | undefined>): void {
    for (const [key, value] of before) {
      if (this.#before.has(key)) this.#before.set(key, value);
      else if (value === undefined) super.delete(key);
      else super.set(key, value);
    }
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
