/** Loads acknowledged events from the journal into the database. */

import type { StoreError, WorkDone } from "../facts/eventStore.ts";
import { asStoreError } from "../facts/storeErrors.ts";
import type { Journal } from "../journal/journal.ts";
import type { SerialQueue } from "../runtime/serialQueue.ts";
import type { Database } from "./database.ts";
import type { JournalFileLoader } from "./journalFileLoader.ts";

interface JournalLoaderParts {
  journal: Journal;
  files: JournalFileLoader;
  database: Database;
  /** Queue of all writes to the database. */
  writes: SerialQueue;
}

export class JournalLoader {
  readonly #parts: JournalLoaderParts;
  #problem: StoreError | undefined;
  /** Next load, shared by all callers until it begins. */
  #next: Promise<void> | undefined;
  /** Totals since the start. */
  readonly done: WorkDone = { count: 0, seconds: 0 };

  constructor(parts: JournalLoaderParts) {
    this.#parts = parts;
  }

  /** Error of the last load; undefined after a success. */
  get problem(): StoreError | undefined {
    return this.#problem;
  }

  /** Resolves when everything acknowledged before the call is loaded. */
  load(): Promise<void> {
    this.#next ??= this.#loadNext();
    return this.#next;
  }

  async #loadNext(): Promise<void> {
    try {
      await this.#parts.writes.run(() => {
        this.#next = undefined;
        return this.#loadEnded();
      });
      this.#problem = undefined;
    } catch (error) {
      this.#problem = asStoreError(error);
      throw this.#problem;
    }
  }

  async #loadEnded(): Promise<void> {
    const { journal, files, database } = this.#parts;
    const ended = await journal.seal();
    if (ended.length === 0) return;
    const startedAt = performance.now();
    // With more threads, loading takes twice the processor time and is no faster.
    await database.withThreads(1, async () => {
      for (const file of ended) {
        await files.load(file);
        journal.forget(file.path);
      }
    });
    this.done.count += 1;
    this.done.seconds += (performance.now() - startedAt) / 1000;
  }
}
