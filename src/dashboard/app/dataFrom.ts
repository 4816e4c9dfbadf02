/** First day with facts that the account can see. */
import type { AccountDetails, Statistics } from "../../statistics/statistics.ts";
import { type Answer, type AnswerCache, useAnswer } from "./answers.ts";

/** Milliseconds for which the service's answer holds. */
const FRESH_MS = 60_000;

/** Asks for the day. */
export function useDetails(cache: AnswerCache<AccountDetails>, client: Statistics): Answer<AccountDetails> {
  return useAnswer(cache, {
    key: "details",
    about: undefined,
    freshForMs: FRESH_MS,
    load: (signal) => client.account({ detailed: true, signal }),
  });
}

/** Empty while there are no facts; undefined until it is known. */
export function readDataFrom({ shown }: Answer<AccountDetails>): string | undefined {
  return shown && (shown.data.data_from ?? "");
}
