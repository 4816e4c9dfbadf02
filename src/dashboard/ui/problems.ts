/** Problems that a form finds without the service, and their words. */
import { MAX_TEXT } from "../../protocol/limits.ts";
import { MACROS } from "../../protocol/macros.ts";
import { writeSentence } from "../../protocol/sentences.ts";
import { listKeys } from "../../protocol/tables.ts";
import { hasControls, isVisible } from "../../protocol/visibleText.ts";
import { type Locale, useLocale } from "../texts/locale.ts";
import { useTexts } from "../texts/management.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import type { Problems } from "./useSaving.ts";

/** Limits of a problem are parts of it, because problems are kept as texts: `range:1:1000`. */
export type Problem =
  | ("required" | "controls" | "amount" | "count" | "day" | "order" | "banner" | "address" | "unsafe")
  | ("values" | "twice" | "same" | "goal" | "raise")
  | `${"long" | "many" | "phrase" | "decimals"}:${number}`
  | `range:${number}:${number}`
  | `macro-length:${number}`
  | `${"macro-place" | "macro-unknown"}:${string}`;

/** Problems by field. */
export type Found = Readonly<Record<string, string | undefined>>;

/** Finds the problem of a name that the entry needs. */
export function findNameProblem(name: string): Problem | undefined {
  return isVisible(name) ? findTextProblem(name) : "required";
}

/** Finds the problem of a text that may be empty. */
export function findTextProblem(text: string): Problem | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_TEXT) return `long:${MAX_TEXT}`;
  return hasControls(trimmed) || (trimmed && !isVisible(trimmed)) ? "controls" : undefined;
}

/** Returns the words of a problem. Words of the service stay as they are. */
export function explainProblem(
  problem: string,
  { form, campaigns, conversions, problems }: ManagementTexts,
  { formatCount }: Pick<Locale, "formatCount">,
): string {
  const [kind = "", ...limits] = problem.split(":");
  const sentence = kind.startsWith("macro-") ? problems[kind] : undefined;
  if (sentence) {
    const limit = problem.slice(kind.length + 1);
    const parameters = { field: undefined, name: limit, most: Number(limit), values: listMacros() };
    return writeSentence(sentence, parameters);
  }
  const [first = "", second = ""] = limits.map((limit) => formatCount(Number(limit)));
  const words: Record<string, string> = {
    required: form.required,
    controls: form.controls,
    long: form.long(first),
    many: form.many(first),
    amount: campaigns.wrongPrice,
    decimals: campaigns.wrongDecimals(first),
    count: campaigns.wrongCount,
    range: campaigns.wrongRange(first, second),
    day: campaigns.wrongDay,
    order: campaigns.wrongOrder,
    banner: campaigns.needBanner,
    address: campaigns.wrongAddress,
    unsafe: campaigns.unsafeAddress,
    phrase: campaigns.wrongPhrase(first),
    values: campaigns.needValue,
    twice: campaigns.keyTwice,
    same: campaigns.sameCap,
    goal: conversions.sameName,
    raise: campaigns.noRaise,
  };
  return words[kind] ?? problem;
}

/** Lists the macros as they are written: `{click_id}`. */
function listMacros(): string[] {
  return listKeys(MACROS).map((name) => `{${name}}`);
}

/** Returns a function that explains problems, and names their fields as the form does. */
export function useExplainProblems(nameField = (path: string) => path): (problems: Problems) => Problems {
  const [texts, locale] = [useTexts(), useLocale()];
  return (problems) =>
    Object.fromEntries(
      Object.entries(problems).map(([path, problem]) => [
        nameField(path),
        explainProblem(problem, texts, locale),
      ]),
    );
}
