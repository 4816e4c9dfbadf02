/** Number of creatives that wait for approval, for the menu. */
import { readObject } from "../../statistics/body.ts";
import type { Statistics } from "../../statistics/index.ts";
import { type Answer, AnswerCache, useAnswer } from "./answers.ts";
import type { Account } from "./session.ts";

const FRESH_MS = 60_000;

/** One per client, so that opening another page repeats no request. */
const caches = new WeakMap<Statistics, AnswerCache<number>>();

function findCache(client: Statistics): AnswerCache<number> {
  const cache = caches.get(client) ?? new AnswerCache<number>();
  caches.set(client, cache);
  return cache;
}

/** Requested only for networks. */
export function useWaitingCount(client: Statistics, { details }: Account): Answer<number> {
  const load = async (signal: AbortSignal) => {
    const body = await client.request({ method: "GET", path: "/v2/approvals?limit=1" }, { signal });
    return Number(readObject(readObject(body).request_metadata).count);
  };
  const question = { key: "waiting", about: undefined, freshForMs: FRESH_MS, load };
  return useAnswer(findCache(client), details.kind === "network" && !details.share ? question : undefined);
}
