/** First day with facts that the account can see, and its goals. */
import { useMemo } from "preact/hooks";
import type { AccountDetails, Statistics } from "../../statistics/statistics.ts";
import { type Answer, findAnswers, useAnswer } from "./answers.ts";
import type { Account } from "./session.ts";

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

/** The details stored since the sign-in do not know of later goals and their names. */
export function useCurrentGoals(account: Account, { shown }: Answer<AccountDetails>): Account {
  const { goals, goal_names } = shown?.data ?? account.details;
  return useMemo(() => {
    const { goal_names: _stored, ...details } = account.details;
    return { ...account, details: { ...details, goals, ...(goal_names && { goal_names }) } };
  }, [account, goals, String(goal_names)]);
}

/** Empty while there are no facts; undefined until it is known. */
export function findDataFrom({ shown }: Answer<AccountDetails>): string | undefined {
  return shown && (shown.data.data_from ?? "");
}
