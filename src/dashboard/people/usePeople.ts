/** Users and API tokens of an account. */
import { useMemo } from "preact/hooks";
import type { AccountUser, ApiToken, SentMail } from "../../protocol/people.ts";
import { createPeople, type People } from "../../statistics/people.ts";
import { type Answer, findAnswers, useAnswer } from "../app/answers.ts";
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
  return useList(`users ${account}`, (signal) => people.users({ account }, { signal }), isWanted);
}

export function useTokens(account?: number, isWanted = true): Answer<ApiToken[]> {
  const people = usePeople();
  return useList(`tokens ${account}`, (signal) => people.tokens({ account }, { signal }), isWanted);
}

/** Milliseconds in which a page that waits for a list and the part that shows it share the request. */
const SHARED_MS = 1_000;

function useList<T>(key: string, load: (signal: AbortSignal) => Promise<T>, isWanted: boolean): Answer<T> {
  const question = { key, about: undefined, freshForMs: SHARED_MS, isOptional: true, load };
  return useAnswer(findAnswers(useData().client), isWanted ? question : undefined);
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
