/** Last use of each API token, to the minute, in a file of the data folder. */
import * as v from "valibot";
import { readSavedJson } from "../files/savedFile.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { SavedMap } from "./savedMap.ts";

/** Name of the file in the data folder. */
export const TOKEN_USES_FILE = "token-uses.json";

/** Minimum interval between recorded uses of a token, to limit writes to the file. */
const NOTED_AGAIN_MS = 60_000;

export interface TokenUses {
  /** Records a use without waiting for the write. */
  note(id: number): void;
  /** Returns the last use of each token by id, milliseconds since 1970. */
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
  readonly #times: SavedMap<number, number>;

  /** Opens the file. When it is unreadable, starts empty, because no permission depends on it. */
  static async open(options: TokenUsesOptions): Promise<LocalTokenUses> {
    const reading = readSavedJson(options.file, fileSchema, "Last uses of API tokens are lost.");
    const saved = await reading.catch((error) => void options.onProblem(error));
    return new LocalTokenUses(options, saved ?? []);
  }

  private constructor(options: TokenUsesOptions, times: readonly (readonly [number, number])[]) {
    this.#options = options;
    this.#times = new SavedMap(times, { file: options.file, format: (map) => [...map] });
  }

  note(id: number): void {
    this.noteAgain(id);
  }

  /** Records a use in memory and queues a write. Returns false when a use was recorded less than a minute ago. */
  noteAgain(id: number): boolean {
    const now = this.#options.now();
    if (now - (this.#times.get(id) ?? 0) < NOTED_AGAIN_MS) return false;
    this.#times.set(id, now);
    this.#times.saveLater(this.#options.onProblem);
    return true;
  }

  read(): ReadonlyMap<number, number> {
    return this.#times;
  }

  /** Resolves once all uses recorded before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#times.waitForWrites();
  }
}
