/** Last use of each API token, and last sign-in of each user to each account, in a file of the data folder. */
import * as v from "valibot";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { readSavedJson } from "../files/savedFile.ts";
import { findUserRole, isExpired, type People } from "../people/people.ts";
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
  /** Returns the last uses of these names, milliseconds since 1970. */
  read(names: readonly string[]): Awaitable<ReadonlyMap<string, number>>;
  /** Drops the uses of all other names. Without Redis, those in Redis stay until the next call. */
  keep(isKept: (name: string) => boolean): Promise<void>;
}

const SIGN_IN = /^user (-?\d+) to (\d+)$/;

/** Whether a name is that of a valid API token, or of a user with access to the account. */
export function isInUse(name: string, people: People, accounts: Catalogue["accounts"], now: number): boolean {
  const [, userId, accountId] = SIGN_IN.exec(name) ?? [];
  const token = people.tokens.get(Number(name));
  if (userId === undefined) return token !== undefined && !isExpired(token, now);
  const [user, account] = [people.users.get(Number(userId)), accounts.get(Number(accountId))];
  return user !== undefined && account !== undefined && findUserRole(user, account) !== undefined;
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

  /** Records a use in memory and queues a write. Returns its time, unless one was recorded less than a minute ago. */
  noteAgain(name: string): number | undefined {
    const now = this.#options.now();
    if (now - (this.#times.get(name) ?? 0) < NOTED_AGAIN_MS) return undefined;
    this.#times.setAnyway(name, now);
    this.#times.saveLater(this.#options.onProblem);
    return now;
  }

  read(names: readonly string[]): ReadonlyMap<string, number> {
    const known = names.filter((name) => this.#times.has(name));
    return new Map(known.map((name) => [name, this.#times.get(name) ?? 0]));
  }

  async keep(isKept: (name: string) => boolean): Promise<void> {
    const dropped = [...this.#times.keys()].filter((name) => !isKept(name));
    for (const name of dropped) this.#times.delete(name);
    if (dropped.length > 0) await this.#times.save();
  }

  /** Resolves once all uses recorded before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#times.waitForWrites();
  }
}
