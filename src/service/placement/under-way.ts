/**
 * Requests that wait for their decisions to be on disk: how many, and since when.
 */

/** Learns that a write is done, or why it failed. */
export type Tell = (error?: unknown) => void;

/** Those who wait for the same write. */
interface Group {
  write: Promise<void>;
  /** When the first of them came; milliseconds since 1970. */
  since: number;
  waiting: Tell[];
}

export class UnderWay {
  readonly #now: () => number;
  /** Oldest first. Made anew at each change: what old lists and maps once held is collected late. */
  #groups: readonly Group[] = [];
  #count = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get count(): number {
    return this.#count;
  }

  /** How long the oldest has waited; 0 without any. Milliseconds. */
  get longest(): number {
    const [oldest] = this.#groups;
    return oldest ? this.#now() - oldest.since : 0;
  }

  /** A group is told in one go: a promise for each request would cost more than its decisions. */
  add(write: Promise<void>, tell: Tell): void {
    this.#count += 1;
    const latest = this.#groups.at(-1);
    if (latest?.write === write) return void latest.waiting.push(tell);
    const group: Group = { write, since: this.#now(), waiting: [tell] };
    this.#groups = [...this.#groups, group];
    const tellAll = (error?: unknown) => {
      this.#groups = this.#groups.filter((other) => other !== group);
      this.#count -= group.waiting.length;
      for (const each of group.waiting) each(error);
    };
    write.then(() => tellAll(), tellAll);
  }
}
