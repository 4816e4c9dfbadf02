/** First day with facts that the account can see. */
import type { AccountDetails, Statistics } from "../../statistics/statistics.ts";
import { type Answer, findAnswers, useAnswer } from "./answers.ts";

/** Milliseconds for which the answer is fresh. */
const FRESH_MS = 60_000;

/** Requests the account's details, which include the day. */
export function useDetails(client: Statistics): Answer<AccountDetails> {
  return useAnswer(findAnswers(client), {
    key: "details",
    about: undefined,
    freshForMs: FRESH_MS,
    load: (signal) => client.account({ detailed: true, signal }),
  });
}

/** Empty while there are no facts; undefined until it is known. */
export function findDataFrom({ shown }: Answer<AccountDetails>): string | undefined {
  return shown && (shown.data.data_from ?? "");
}
