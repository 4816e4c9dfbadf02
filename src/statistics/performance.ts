/** Reads the answer of the performance call. */
import type { Performance, PerformanceRequest } from "../protocol/management.ts";
import { createUnreadable, expectObject } from "./body.ts";
import type { Statistics } from "./client.ts";
import type { CallOptions } from "./types.ts";

export async function requestPerformance(
  { request }: Pick<Statistics, "request">,
  body: PerformanceRequest,
  call?: CallOptions,
): Promise<Performance> {
  const answer = await request({ method: "POST", path: "/v2/performance", body }, call);
  return parsePerformance(expectObject(answer).result);
}

/** Checks only the structure; the sums are trusted to have their declared types. */
function parsePerformance(value: unknown): Performance {
  const sides = Object.values(expectObject(value)).map((side) => expectObject(side));
  if (!sides.every(({ now, before }) => Array.isArray(now) && Array.isArray(before)))
    throw createUnreadable("the groups of two periods");
  return value as Performance;
}
