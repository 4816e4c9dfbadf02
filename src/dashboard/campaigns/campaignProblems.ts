/** Messages for problems of a campaign, by field of its form. */

import type { ManagementTexts } from "../texts/managementEn.ts";
import type { Problems } from "../ui/useSaving.ts";
import type { ProblemKind } from "./campaignValues.ts";

/** Form names of the service's fields, where they differ. */
const FIELDS: Readonly<Record<string, string>> = {
  "pricing.price": "price",
  "budget.daily": "daily",
  "budget.total": "total",
  "caps.daily": "dailyCap",
  "caps.total": "totalCap",
  variations: "creatives",
};

/** Problems from the form have a kind, those from the service a message. */
export function explainProblems(problems: Problems, { campaigns, form }: ManagementTexts): Problems {
  const words: Record<ProblemKind, string> = {
    required: form.required,
    amount: campaigns.wrongPrice,
    count: campaigns.wrongCount,
    day: campaigns.wrongDay,
    banner: campaigns.needBanner,
    address: campaigns.wrongAddress,
    values: campaigns.needValue,
    twice: campaigns.keyTwice,
  };
  const explain = (problem: string): string =>
    Object.entries(words).find(([kind]) => kind === problem)?.[1] ?? problem;
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [FIELDS[field] ?? field, explain(problem)]),
  );
}
