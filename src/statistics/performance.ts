/** Reads the answer of the performance call. */
import type { Performance, PerformanceRequest } from "../protocol/management.ts";
import { createUnreadable, readObject } from "./body.ts";
import type { Statistics } from "./client.ts";
import type { CallOptions } from "./types.ts";

export async function requestPerformance(
  { request }: Pick<Statistics, "request">,
  body: PerformanceRequest,
  call?: CallOptions,
): Promise<Performance> {
  const answer = await request({ method: "POST", path: "/v2/performance", body }, call);
  return readPerformance(readObject(answer).result);
}

/** Checks only the structure; the sums are trusted to have their declared types. */
function readPerformance(value: unknown): Performance {
  const sides = Object.values(readObject(value)).map((side) => readObject(side));
  if (!sides.every(({ now, before }) => Array.isArray(now) && Array.isArray(before)))
    throw createUnreadable("the groups of two periods");
  return value as Performance;
}
