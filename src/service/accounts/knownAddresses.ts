/** Addresses from which users recently signed in, stored as keyed digests in a file of the data folder. */
import { createHmac } from "node:crypto";
import * as v from "valibot";
import { readSavedJson } from "../files/savedFile.ts";
import { DAY_MS } from "../values/day.ts";
import { SavedMap } from "./savedMap.ts";

/** Name of the file in the data folder. */
export const KNOWN_ADDRESSES_FILE = "sign-ins.json";

/** Maximum addresses per user name; the one with the oldest sign-in is dropped first. */
export const MOST_ADDRESSES = 20;
export const KNOWN_MS = 30 * DAY_MS;
/** Minimum interval between recorded sign-ins from one address, to limit writes to the file. */
const NOTED_AGAIN_MS = DAY_MS;
/** Base64url characters: 96 bits. */
const DIGEST_LENGTH = 16;

interface KnownAddressesOptions {
  file: string;
  /** HMAC key of the digests. */
  key: Buffer;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Reports a file that cannot be written; sign-ins continue. */
  onProblem: (error: unknown) => void;
}

/** Time of the last sign-in by digest of an address, oldest first. */
type Times = Map<string, number>;

const fileSchema = v.record(v.string(), v.array(v.tuple([v.string(), v.number()])));
const REMEDY = "Remove it; the addresses that signed in before are lost.";

export class KnownAddresses {
  readonly #options: KnownAddressesOptions;
  /** Sign-in times by digest of the user name. */
  readonly #names: SavedMap<string, Times>;

  /** Opens the file; rejects when it cannot be read. */
  static async open(options: KnownAddressesOptions): Promise<KnownAddresses> {
    const saved = (await readSavedJson(options.file, fileSchema, REMEDY)) ?? {};
    const names = Object.entries(saved).map(([name, times]) => [name, new Map(times)] as const);
    return new KnownAddresses(options, names);
  }

  private constructor(options: KnownAddressesOptions, names: readonly (readonly [string, Times])[]) {
    this.#options = options;
    this.#names = new SavedMap(names, { file: options.file, format: formatNames });
  }

  has(name: string, address: string): boolean {
    const time = this.#names.get(this.#digest(name))?.get(this.#digest(name, address));
    return time !== undefined && this.#isRecent(time);
  }

  /** Adds an address; the file is written later. */
  add(name: string, address: string): void {
    const [owner, digest] = [this.#digest(name), this.#digest(name, address)];
    const times = this.#names.get(owner) ?? new Map<string, number>();
    const now = this.#options.now();
    if (now - (times.get(digest) ?? 0) < NOTED_AGAIN_MS) return;
    times.delete(digest);
    times.set(digest, now);
    const kept = [...times].filter(([, time]) => this.#isRecent(time)).slice(-MOST_ADDRESSES);
    this.#names.setAnyway(owner, new Map(kept));
    for (const [known, each] of this.#names)
      if (![...each.values()].some((time) => this.#isRecent(time))) this.#names.delete(known);
    this.#names.saveLater(this.#options.onProblem);
  }

  /** Resolves once all addresses added before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#names.waitForWrites();
  }

  #isRecent(time: number): boolean {
    return this.#options.now() - time < KNOWN_MS;
  }

  #digest(...values: string[]): string {
    const hmac = createHmac("sha256", this.#options.key).update(JSON.stringify(values));
    return hmac.digest("base64url").slice(0, DIGEST_LENGTH);
  }
}

function formatNames(names: ReadonlyMap<string, Times>): object {
  return Object.fromEntries([...names].map(([name, times]) => [name, [...times]]));
}
