/** When each API token was last used, to a minute, in a file of the data folder. */
import * as v from "valibot";
import type { Awaitable } from "../values/awaitable.ts";
import { readFileIfThere, writeDurably } from "../values/files.ts";
import { SerialQueue } from "../values/serialQueue.ts";

/** In the data folder. */
export const TOKEN_USES_FILE = "token-uses.json";

/** A use that was noted so lately is not noted again, so that the file is seldom written. */
export const NOTED_AGAIN_MS = 60_000;

export interface TokenUses {
  /** Returns at once. */
  note(id: number): void;
  /** Milliseconds since 1970, by id. */
  read(): Awaitable<ReadonlyMap<number, number>>;
}

export interface TokenUsesOptions {
  file: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports a file that cannot be written; requests go on. */
  onProblem: (error: unknown) => void;
}

const fileSchema = v.array(v.tuple([v.number(), v.number()]));

export class LocalTokenUses implements TokenUses {
  readonly #options: TokenUsesOptions;
  readonly #times: Map<number, number>;
  readonly #writes = new SerialQueue();
  /** Whether a write waits that will include what is noted now. */
  #hasUnwritten = false;

  /** A file that cannot be read starts empty: it says nothing about who may do what. */
  static async open(options: TokenUsesOptions): Promise<LocalTokenUses> {
    const text = await readFileIfThere(options.file);
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text ?? "[]");
    if (!read.success)
      options.onProblem(new Error(`${options.file} is damaged; last uses of API tokens are lost.`));
    return new LocalTokenUses(options, new Map(read.success ? read.output : []));
  }

  private constructor(options: TokenUsesOptions, times: Map<number, number>) {
    this.#options = options;
    this.#times = times;
  }

  note(id: number): void {
    this.noteAgain(id);
  }

  /** False when the token was noted less than a minute ago. */
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

  /** Resolves when the file has everything that was noted before the call. */
  waitForWrites(): Promise<void> {
    return this.#writes.waitForAll();
  }

  #write(): Promise<void> {
    this.#hasUnwritten = false;
    return writeDurably(this.#options.file, `${JSON.stringify([...this.#times])}\n`);
  }
}
