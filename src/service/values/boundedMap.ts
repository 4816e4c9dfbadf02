/**
 * A map that holds a bounded number of entries, for values that are expensive to compute and asked for again.
 *
 * Entries live in two halves; when the newer one is full, the older one is dropped. Deleting single entries instead
 * would leave holes at the front of a `Map`, which every later look-up of its first key has to skip: engines keep maps as
 * https://wiki.mozilla.org/User:Jorend/Deterministic_hash_tables describes.
 */
export class BoundedMap<K, V extends object | string | number | boolean> {
  readonly #half: number;
  #newer = new Map<K, V>();
  #older = new Map<K, V>();

  /** `most`: entries held at most, at least two. An entry stays for at least half as many further insertions. */
  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  get size(): number {
    return this.#newer.size + this.#older.size;
  }

  get(key: K): V | undefined {
    const found = this.#newer.get(key);
    if (found !== undefined) return found;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#newer.size >= this.#half && !this.#newer.has(key)) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
    this.#older.delete(key);
  }

  getOrCompute(key: K, compute: () => V): V {
    const found = this.get(key);
    if (found !== undefined) return found;
    const value = compute();
    this.set(key, value);
    return value;
  }
}
