/** Users and API tokens of an account. */
import { useMemo } from "preact/hooks";
import type { AccountUser, ApiToken, SentMail } from "../../protocol/people.ts";
import { createPeople, type People } from "../../statistics/people.ts";
import { type Answer, usePageAnswer } from "../app/answers.ts";
import { useData } from "../app/managementData.ts";
import { translate } from "../texts/errors.ts";
import { useLocale } from "../texts/locale.ts";
import { usePeopleTexts } from "./peopleTexts.ts";

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

/** Returns a function that says what became of a mail with a user's link. */
export function useExplainMail(): (name: string, mail: SentMail) => string {
  const locale = useLocale();
  const { users } = usePeopleTexts();
  return (name, { message, codes: [problem = { code: "" }] = [] }) => {
    if (!message) return users.mailed(name);
    const { code, ...parameters } = problem;
    return translate({ message, code, parameters }, locale);
  };
}
