/**
 * Requests that wait for their decisions to be on disk: how many, and since when.
 */

/** Learns that a write is done, or why it failed. */
export type Tell = (error?: unknown) => void;

/** Those who wait for the same write. */
interface Group {
  /** When the first of them came; milliseconds since 1970. */
  since: number;
  waiting: Tell[];
}

export class UnderWay {
  readonly #now: () => number;
  /** By their write, oldest first. */
  readonly #groups = new Map<Promise<void>, Group>();
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get count(): number {
    return this.#count;
  }

  /** How long the oldest has waited; 0 without any. Milliseconds. */
  get longest(): number {
    for (const { since } of this.#groups.values()) return this.#now() - since;
    return 0;
  }

  /** A group is told in one go: a promise for each request would cost more than its decisions. */
  add(write: Promise<void>, tell: Tell): void {
    this.#count += 1;
    const known = this.#groups.get(write);
    if (known) return void known.waiting.push(tell);
    const group: Group = { since: this.#now(), waiting: [tell] };
    this.#groups.set(write, group);
    const tellAll = (error?: unknown) => {
      this.#groups.delete(write);
      this.#count -= group.waiting.length;
      for (const each of group.waiting) each(error);
    };
    write.then(() => tellAll(), tellAll);
  }
}
