/** What is wrong with a campaign, in words, by the fields of its form. */
import type { ProblemKind } from "./draft.ts";
import type { Problems } from "./save.ts";
import type { PlaceTexts } from "./texts/en.ts";

/** The service's fields where the form has other names for them. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ "pricing.price": "price", "budget.daily": "daily", "budget.total": "total" },
  ...{ "caps.daily": "dailyCap", "caps.total": "totalCap", variations: "creatives" },
};

/** Problems of the form have a kind, those of the service its own words. */
export function explainProblems(problems: Problems, { campaigns, form }: PlaceTexts): Problems {
  const words: Record<ProblemKind, string> = {
    ...{ required: form.required, amount: campaigns.wrongPrice, count: campaigns.wrongCount },
    ...{ banner: campaigns.needBanner, address: campaigns.wrongAddress },
    ...{ values: campaigns.needValue, twice: campaigns.keyTwice },
  };
  const explain = (problem: string): string =>
    Object.entries(words).find(([kind]) => kind === problem)?.[1] ?? problem;
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [FIELDS[field] ?? field, explain(problem)]),
  );
}
