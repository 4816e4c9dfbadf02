/** Remembers requests with an `Idempotency-Key`, so that a repeated request is not executed again. */
import { DAY_MS } from "../values/day.ts";
import { getOrMake } from "../values/getOrMake.ts";
import { readHistory } from "./logFiles.ts";
import type { ChangeLine, PutReference } from "./logLine.ts";

/** An `Idempotency-Key`, and the digest of the request that it belongs to. */
export interface RequestKey {
  key: string;
  digest: string;
}

type KeyedRequest = Pick<ChangeLine, "account" | "request" | "requestDigest">;

interface KeyedChange extends KeyedRequest, Pick<ChangeLine, "time"> {
  put: readonly PutReference[];
}

/** Thrown when a key is used for a request with another method, path or body. */
export class OtherRequestError extends Error {
  constructor() {
    super("This Idempotency-Key was already used for a different request.");
  }
}

/** Compares digests of two requests with the same key. Earlier versions stored none. */
export function requireSameRequest(first: string | undefined, second: string | undefined): void {
  if (first !== undefined && second !== undefined && first !== second) throw new OtherRequestError();
}

interface MadeChange {
  requestDigest: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
  put: readonly PutReference[];
}

/** Milliseconds for which a key is remembered. */
export const KEY_LIFE = DAY_MS;
/** Maximum changed entries of all keys in memory: a bulk change has up to 1,000. */
export const MAX_ENTRIES = 50_000;

export class RequestKeys {
  /** Changes of each account by key, oldest first. */
  readonly #made = new Map<number, Map<string, MadeChange>>();
  readonly #shares = new Shares();

  /** Reads the keys of the last changes in a folder. */
  static async read(folder: string): Promise<RequestKeys> {
    /** Changes of each account, newest first. */
    const made = new Map<number, KeyedChange[]>();
    const shares = new Shares();
    let newest: string | undefined;
    for await (const { account, request, requestDigest, time, put } of readHistory(folder)) {
      newest ??= time;
      if (Date.parse(time) + KEY_LIFE <= Date.parse(newest)) break;
      if (request === "") continue;
      const references: PutReference[] = [];
      for await (const { list, id, creative } of put) references.push({ list, id, creative });
      getOrMake(made, account.id, () => []).push({ account, request, requestDigest, time, put: references });
      shares.add(account.id, references);
      for (const id of shares.findExcess()) shares.remove(id, made.get(id)?.pop()?.put);
    }
    const keys = new RequestKeys();
    for (const changes of made.values()) for (const change of changes.reverse()) keys.add(change);
    return keys;
  }

  add({ account, request, requestDigest, time, put }: KeyedChange): void {
    if (request === "") return;
    const made = getOrMake(this.#made, account.id, () => new Map<string, MadeChange>());
    this.#forget(account.id, request);
    const references = put.map(({ list, id, creative }) => ({ list, id, creative }));
    made.set(request, { requestDigest, at: Date.parse(time), put: references });
    this.#shares.add(account.id, references);
    for (const id of this.#shares.findExcess()) {
      const [oldest = ""] = this.#made.get(id)?.keys() ?? [];
      this.#forget(id, oldest);
    }
  }

  /**
   * Returns the entries that the request changed; undefined for an unknown or forgotten request. Throws
   * `OtherRequestError` if another request has the key. `now`: milliseconds since 1970.
   */
  find(request: KeyedRequest, now: number): readonly PutReference[] | undefined {
    const made = this.#made.get(request.account.id)?.get(request.request);
    if (!made || made.at + KEY_LIFE <= now) return undefined;
    requireSameRequest(made.requestDigest, request.requestDigest);
    return made.put;
  }

  #forget(account: number, request: string): void {
    const made = this.#made.get(account);
    this.#shares.remove(account, made?.get(request)?.put);
    made?.delete(request);
  }
}

/** Counts the changed entries of each account's keys. */
class Shares {
  readonly #entries = new Map<number, number>();
  #total = 0;

  add(account: number, put: readonly PutReference[]): void {
    this.#change(account, weigh(put));
  }

  remove(account: number, put: readonly PutReference[] | undefined): void {
    if (put) this.#change(account, -weigh(put));
  }

  /** Yields the account with most entries, as long as all together exceed the maximum. */
  *findExcess(): Generator<number> {
    while (this.#total > MAX_ENTRIES) {
      let [largest, most] = [0, 0];
      for (const [account, entries] of this.#entries)
        if (entries > most) [largest, most] = [account, entries];
      yield largest;
    }
  }

  #change(account: number, entries: number): void {
    this.#total += entries;
    const left = (this.#entries.get(account) ?? 0) + entries;
    if (left > 0) this.#entries.set(account, left);
    else this.#entries.delete(account);
  }
}

/** A request that changed nothing has a key as well. */
function weigh(put: readonly PutReference[]): number {
  return Math.max(1, put.length);
}
