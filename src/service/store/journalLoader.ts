/** Brings everything that the journal acknowledged to where queries look. */
import type { SerialQueue } from "../values/serialQueue.ts";
import type { Database } from "./database.ts";
import { asStoreError } from "./errors.ts";
import type { FileLoader } from "./fileLoader.ts";
import type { Journal } from "./journal.ts";
import type { StoreError, WorkDone } from "./store.ts";

export interface JournalLoaderParts {
  journal: Journal;
  files: FileLoader;
  database: Database;
  /** What else writes to the database has its turn before or after a load. */
  writes: SerialQueue;
}

export class JournalLoader {
  readonly #parts: JournalLoaderParts;
  #problem: StoreError | undefined;
  /** The load that has not begun, for all who ask until then. */
  #next: Promise<void> | undefined;
  /** Since the start. */
  readonly done: WorkDone = { count: 0, seconds: 0 };

  constructor(parts: JournalLoaderParts) {
    this.#parts = parts;
  }

  /** Why the last load failed; undefined when it went well. */
  get problem(): StoreError | undefined {
    return this.#problem;
  }

  /** Resolves once all is loaded that was acknowledged before the call. */
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
    // With more threads, loading takes twice the processor time and no less time.
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
