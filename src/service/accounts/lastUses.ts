/** Last use of each API token, and last sign-in of each user to each account, in a file of the data folder. */
import * as v from "valibot";
import { readSavedJson } from "../files/savedFile.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { SavedMap } from "./savedMap.ts";

/** Name of the file in the data folder. Earlier versions stored only tokens. */
export const LAST_USES_FILE = "token-uses.json";

/** Minimum interval between recorded uses of a name, to limit writes to the file. */
const NOTED_AGAIN_MS = 60_000;

/** Names an API token. */
export const nameTokenUse = (token: number) => String(token);
/** Names the sign-ins of a user to an account. */
export const nameSignIn = (user: number, account: number) => `user ${user} to ${account}`;

/** Uses are recorded to the minute, and may be lost. */
export interface LastUses {
  /** Records a use without waiting for the write. */
  note(name: string): void;
  /** Returns the last uses by name, milliseconds since 1970. */
  read(): Awaitable<ReadonlyMap<string, number>>;
}

interface LastUsesOptions {
  file: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports a file that cannot be written; requests continue. */
  onProblem: (error: unknown) => void;
}

/** Earlier versions wrote the ids of tokens as numbers. */
const name = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const fileSchema = v.array(v.tuple([name, v.number()]));

export class LocalLastUses implements LastUses {
  readonly #options: LastUsesOptions;
  readonly #times: SavedMap<string, number>;

  /** Opens the file. When it is unreadable, starts empty, because no permission depends on it. */
  static async open(options: LastUsesOptions): Promise<LocalLastUses> {
    const reading = readSavedJson(
      options.file,
      fileSchema,
      "Last uses of API tokens and last sign-ins are lost.",
    );
    const saved = await reading.catch((error) => void options.onProblem(error));
    return new LocalLastUses(options, saved ?? []);
  }

  private constructor(options: LastUsesOptions, times: readonly (readonly [string, number])[]) {
    this.#options = options;
    this.#times = new SavedMap(times, { file: options.file, format: (map) => [...map] });
  }

  note(name: string): void {
    this.noteAgain(name);
  }

  /** Records a use in memory and queues a write. Returns false when a use was recorded less than a minute ago. */
  noteAgain(name: string): boolean {
    const now = this.#options.now();
    if (now - (this.#times.get(name) ?? 0) < NOTED_AGAIN_MS) return false;
    this.#times.setAnyway(name, now);
    this.#times.saveLater(this.#options.onProblem);
    return true;
  }

  read(): ReadonlyMap<string, number> {
    return this.#times;
  }

  /** Resolves once all uses recorded before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#times.waitForWrites();
  }
}
