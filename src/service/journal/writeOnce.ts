/** Deduplication within this process; subclasses remember the counted keys. */
import type { DeduplicationKey, EventDeduplication, Keys, WriteNew } from "../facts/eventStore.ts";

export abstract class WriteOnce implements EventDeduplication {
  /** Keys whose event is being written. */
  readonly #inFlight = new Map<string, Promise<Keys>>();

  abstract has(key: DeduplicationKey): boolean;
  abstract add(key: DeduplicationKey): void;

  /** Callers with the same key wait for the outcome of the first. */
  async writeOnce(keys: Keys, write: WriteNew): Promise<Keys> {
    const names = keys.map(nameKey);
    for (let other = this.#findInFlight(names); other; other = this.#findInFlight(names))
      await other.catch(() => {});
    const fresh = keys.filter((key) => !this.has(key));
    if (fresh.length === 0) return [];
    const writing = write(fresh, undefined);
    for (const key of fresh) this.#inFlight.set(nameKey(key), writing);
    try {
      const written = await writing;
      for (const key of written) this.add(key);
      return written;
    } finally {
      for (const key of fresh) this.#inFlight.delete(nameKey(key));
    }
  }

  #findInFlight(names: readonly string[]): Promise<Keys> | undefined {
    const name = names.find((each) => this.#inFlight.has(each));
    return name === undefined ? undefined : this.#inFlight.get(name);
  }
}

function nameKey({ epoch, number, kind }: DeduplicationKey): string {
  return `${epoch}:${number}:${kind}`;
}
