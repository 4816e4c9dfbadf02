/** Number of creatives that wait for approval, for the menu. */
import { expectObject } from "../../statistics/body.ts";
import type { Statistics } from "../../statistics/index.ts";
import { type Answer, findAnswers, useAnswer } from "./answers.ts";
import type { Account } from "./session.ts";

const FRESH_MS = 60_000;

/** Requested only for networks. */
export function useWaitingCount(client: Statistics, { details }: Account): Answer<number> {
  const load = async (signal: AbortSignal) => {
    const body = await client.request({ method: "GET", path: "/v2/approvals?limit=1" }, { signal });
    return Number(expectObject(expectObject(body).request_metadata).count);
  };
  const question = {
    key: "waiting",
    about: undefined,
    freshForMs: FRESH_MS,
    isOptional: true,
    isLive: true,
    load,
  };
  return useAnswer(findAnswers(client), details.kind === "network" && !details.share ? question : undefined);
}
