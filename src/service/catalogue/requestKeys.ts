/** Remembers requests with an `Idempotency-Key`, so that a repeated request is not executed again. */
import { DAY_MS } from "../values/day.ts";
import { readHistory } from "./changeFiles.ts";
import type { ChangeLine, PutReference } from "./changeLine.ts";

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
/** Maximum keys in memory; the oldest are forgotten early. */
export const MAX_KEYS = 10_000;

export class RequestKeys {
  /** Changes by account and key, oldest first. */
  readonly #made = new Map<string, MadeChange>();

  /** Reads the keys of the last changes in a folder. */
  static async read(folder: string): Promise<RequestKeys> {
    const made: KeyedChange[] = [];
    let read = 0;
    let newest: string | undefined;
    for await (const { account, request, requestDigest, time, put } of readHistory(folder)) {
      newest ??= time;
      if (read >= MAX_KEYS || Date.parse(time) + KEY_LIFE <= Date.parse(newest)) break;
      read += 1;
      if (request === "") continue;
      const references: PutReference[] = [];
      for await (const { list, id, creative } of put) references.push({ list, id, creative });
      made.push({ account, request, requestDigest, time, put: references });
    }
    const keys = new RequestKeys();
    for (const change of made.reverse()) keys.add(change);
    return keys;
  }

  add({ account, request, requestDigest, time, put }: KeyedChange): void {
    if (request === "") return;
    const references = put.map(({ list, id, creative }) => ({ list, id, creative }));
    this.#made.set(writeKey({ account, request }), { requestDigest, at: Date.parse(time), put: references });
    const [oldest] = this.#made.keys();
    if (this.#made.size > MAX_KEYS && oldest !== undefined) this.#made.delete(oldest);
  }

  /**
   * Returns the entries that the request changed; undefined for an unknown or forgotten request. Throws
   * `OtherRequestError` if another request has the key. `now`: milliseconds since 1970.
   */
  find(request: KeyedRequest, now: number): readonly PutReference[] | undefined {
    const made = this.#made.get(writeKey(request));
    if (!made || made.at + KEY_LIFE <= now) return undefined;
    requireSameRequest(made.requestDigest, request.requestDigest);
    return made.put;
  }
}

/** Combines account and key, because accounts do not share keys. */
function writeKey({ account, request }: KeyedRequest): string {
  return `${account.id} ${request}`;
}
