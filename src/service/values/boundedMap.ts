/**
 * A map with a bounded number of entries and bounded keys, for values that are expensive to compute and asked for again.
 *
 * Keys are copies: engines keep a slice as a reference to the whole text, which here would be a request's body.
 *
 * Entries live in two halves; when the newer one is full, the older one is dropped. Deleting single entries instead
 * would leave holes at the front of a `Map`, which every later look-up of its first key has to skip: engines keep maps as
 * https://wiki.mozilla.org/User:Jorend/Deterministic_hash_tables describes.
 */
export class BoundedMap<V extends object | string | number | boolean> {
  readonly #half: number;
  readonly #maxKeyLength: number;
  #newer = new Map<string, V>();
  #older = new Map<string, V>();

  /**
   * `most`: maximum entries, at least two; an entry stays for at least half as many further insertions.
   * `maxKeyLength`: characters; entries with a longer key are not kept.
   */
  constructor(most: number, maxKeyLength: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
    this.#maxKeyLength = maxKeyLength;
  }

  get size(): number {
    return this.#newer.size + this.#older.size;
  }

  get(key: string): V | undefined {
    const found = this.#newer.get(key);
    if (found !== undefined) return found;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    if (key.length > this.#maxKeyLength) return;
    if (this.#newer.size >= this.#half && !this.#newer.has(key)) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    // A known key stays the copy that it is.
    this.#newer.set(this.#newer.has(key) ? key : copyText(key), value);
    this.#older.delete(key);
  }

  getOrCompute(key: string, compute: () => V): V {
    const found = this.get(key);
    if (found !== undefined) return found;
    const value = compute();
    this.set(key, value);
    return value;
  }
}

/** The same text in memory of its own; lone surrogates are kept. */
function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
