/** Users and API tokens of an account. */
import { useMemo } from "preact/hooks";
import type { AccountUser, ApiToken } from "../../protocol/people.ts";
import { createPeople, type People } from "../../statistics/people.ts";
import { type Answer, usePageAnswer } from "../app/answers.ts";
import { useData } from "../app/managementData.ts";

export function usePeople(): People {
  const { client } = useData();
  return useMemo(() => createPeople(client), [client]);
}

/** `account`: by default the caller's own. */
export function useUsers(account?: number, isWanted = true): Answer<AccountUser[]> {
  const people = usePeople();
  const load = (signal: AbortSignal) => people.users({ account }, { signal });
  return usePageAnswer(useData().client, `users ${account}`, load, isWanted);
}

export function useTokens(account?: number, isWanted = true): Answer<ApiToken[]> {
  const people = usePeople();
  const load = (signal: AbortSignal) => people.tokens({ account }, { signal });
  return usePageAnswer(useData().client, `tokens ${account}`, load, isWanted);
}
