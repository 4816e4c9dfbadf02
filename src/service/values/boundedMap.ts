/**
 * Cache with a maximum number of entries and a maximum length of keys, for values that are expensive to compute.
 *
 * Keys are copied, because engines keep a slice as a reference to the whole text, here the body of a request.
 *
 * Entries are in two halves; when the newer half is full, the older one is dropped. Deleting single entries would leave
 * holes at the front of a `Map`, which each look-up of the first key must skip:
 * https://wiki.mozilla.org/User:Jorend/Deterministic_hash_tables
 */
export class BoundedMap<V extends object | string | number | boolean> {
  readonly #half: number;
  readonly #maxKeyLength: number;
  #newer = new Map<string, V>();
  #older = new Map<string, V>();

  /**
   * `most`: maximum entries, at least two. An entry stays for at least half as many further insertions. `maxKeyLength`:
   * characters; entries with a longer key are not stored.
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
    // A key that is already known was copied before.
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

/** Copies a text to memory of its own; keeps lone surrogates. */
function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
