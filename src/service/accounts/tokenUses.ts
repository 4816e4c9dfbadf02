/** When each API token was last used, to a minute, in a file of the data folder. */
import * as v from "valibot";
import type { Awaitable } from "../values/awaitable.ts";
import { writeDurably } from "../values/files.ts";
import { readSavedJson } from "../values/savedFile.ts";
import { SerialQueue } from "../values/serialQueue.ts";

/** In the data folder. */
export const TOKEN_USES_FILE = "token-uses.json";

/** Interval within which a repeated use is not recorded again, so that the file is rarely written. */
const NOTED_AGAIN_MS = 60_000;

export interface TokenUses {
  /** Records a use; returns at once. */
  note(id: number): void;
  /** Milliseconds since 1970, by id. */
  read(): Awaitable<ReadonlyMap<number, number>>;
}

interface TokenUsesOptions {
  file: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports a file that cannot be written; requests continue. */
  onProblem: (error: unknown) => void;
}

const fileSchema = v.array(v.tuple([v.number(), v.number()]));

export class LocalTokenUses implements TokenUses {
  readonly #options: TokenUsesOptions;
  readonly #times: Map<number, number>;
  readonly #writes = new SerialQueue();
  /** Whether a pending write will include what is recorded now. */
  #hasUnwritten = false;

  /** Opens the file. An unreadable one starts empty, because no permission depends on it. */
  static async open(options: TokenUsesOptions): Promise<LocalTokenUses> {
    const reading = readSavedJson(options.file, fileSchema, "Last uses of API tokens are lost.");
    const saved = await reading.catch((error) => void options.onProblem(error));
    return new LocalTokenUses(options, new Map(saved ?? []));
  }

  private constructor(options: TokenUsesOptions, times: Map<number, number>) {
    this.#options = options;
    this.#times = times;
  }

  note(id: number): void {
    this.noteAgain(id);
  }

  /** Whether the token's use should be recorded again: false within a minute. */
  noteAgain(id: number): boolean {
    const now = this.#options.now();
    if (now - (this.#times.get(id) ?? 0) < NOTED_AGAIN_MS) return false;
    this.#times.set(id, now);
    if (!this.#hasUnwritten) {
      this.#hasUnwritten = true;
      this.#writes.run(() => this.#write()).catch(this.#options.onProblem);
    }
    return true;
  }

  read(): ReadonlyMap<number, number> {
    return this.#times;
  }

  /** Resolves when the file has everything that was recorded before the call. */
  waitForWrites(): Promise<void> {
    return this.#writes.waitForAll();
  }

  #write(): Promise<void> {
    this.#hasUnwritten = false;
    return writeDurably(this.#options.file, `${JSON.stringify([...this.#times])}\n`);
  }
}
