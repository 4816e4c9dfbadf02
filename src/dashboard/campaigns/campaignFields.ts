/** Fields of a campaign's form: step, name in the service, input and rule of each. Pure. */
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import { hasKey, listKeys } from "../../protocol/tables.ts";
import { isVisible } from "../../protocol/visibleText.ts";
import type { OwnerValues } from "../account/ownerValues.ts";
import type { ManagementTexts } from "../texts/managementEn.ts";
import { type Amount, isAmount } from "../texts/typedAmounts.ts";
import type { Changes } from "../ui/useDraft.ts";
import type { Problems } from "../ui/useSaving.ts";
import {
  type CampaignValues,
  type CreativeValues,
  type CustomKey,
  isAddress,
  isCount,
  NEW_CAMPAIGN,
} from "./campaignValues.ts";
import { listWrongCaps } from "./frequency.ts";

export const STEPS = ["basics", "creatives", "audience", "budget"] as const;
export type Step = (typeof STEPS)[number];

export type ProblemKind = "required" | "amount" | "count" | "day" | "banner" | "address" | "values" | "twice";

interface Rule<V> {
  step: Step;
  /** The service's name, where it differs: `budget.daily`. */
  path?: string;
  /** Kind of input. A count is an amount without decimals. */
  type?: "text" | "date" | "count";
  hint?: "utc" | "priorityHint" | "weightHint";
  isRequired?: boolean;
  /** Finds the problem of the field, or of parts of it by their names: `0.key`. `saved`: the value before edits. */
  check?(value: V, saved: V): ProblemKind | Record<string, ProblemKind> | undefined;
}

type FieldName = Exclude<keyof CampaignValues, keyof OwnerValues>;

const day = {
  step: "basics",
  type: "date",
  check: (day: string, saved: string) => (day && day < FIRST_DAY && day !== saved ? "day" : undefined),
} as const;
const budget = {
  step: "budget",
  check: (amount: Amount) => (amount && !isAmount(amount) ? "amount" : undefined),
} as const;
const cap = {
  step: "budget",
  type: "count",
  check: (count: string) => (count && !isCount(count) ? "count" : undefined),
} as const;
const number = (form: RegExp) =>
  ({
    step: "budget",
    isRequired: true,
    check: (text: string) => (form.test(text.trim()) ? undefined : "count"),
  }) as const;

/** In the order of the steps. A name in the service that begins with another one precedes it. */
export const FIELDS: { readonly [K in FieldName]: Rule<CampaignValues[K]> } = {
  name: { step: "basics", isRequired: true, check: (name) => (isVisible(name) ? undefined : "required") },
  price: {
    step: "basics",
    path: "pricing.price",
    isRequired: true,
    check: (price) => (isAmount(price) ? undefined : "amount"),
  },
  model: { step: "basics", path: "pricing" },
  from: { ...day, hint: "utc" },
  to: day,
  creatives: { step: "creatives", path: "variations", check: checkCreatives },
  keywords: { step: "audience" },
  negativeKeywords: { step: "audience" },
  custom: { step: "audience", path: "targeting.custom", check: checkCustomKeys },
  times: { step: "audience", path: "targeting.times" },
  targeting: { step: "audience" },
  daily: { ...budget, path: "budget.daily", hint: "utc" },
  total: { ...budget, path: "budget.total" },
  dailyCap: { ...cap, path: "caps.daily", hint: "utc" },
  totalCap: { ...cap, path: "caps.total" },
  frequency: {
    step: "budget",
    check: (caps) => Object.fromEntries(listWrongCaps(caps).map((part) => [part, "count"])),
  },
  spread: { step: "budget" },
  priority: { ...number(/^-?\d{1,4}$/), hint: "priorityHint" },
  weight: { ...number(/^[1-9]\d{0,6}$/), hint: "weightHint" },
};

function checkCreatives(creatives: readonly CreativeValues[]) {
  if (creatives.length === 0) return "banner";
  const problems: Record<string, ProblemKind> = {};
  for (const [at, { url }] of creatives.entries()) if (!isAddress(url)) problems[`${at}.url`] = "address";
  return problems;
}

function checkCustomKeys(keys: readonly CustomKey[]) {
  const problems: Record<string, ProblemKind> = {};
  for (const [at, { key, values }] of keys.entries()) {
    const isTwice = keys.slice(0, at).some((other) => other.key.trim() === key.trim());
    if (key.trim() === "") problems[`${at}.key`] = "required";
    else if (isTwice) problems[`${at}.key`] = "twice";
    if (values.length === 0) problems[`${at}.values`] = "values";
  }
  return problems;
}

function checkField<K extends FieldName>(
  name: K,
  values: CampaignValues,
  saved: CampaignValues,
): [string, ProblemKind][] {
  const rule: Rule<CampaignValues[K]> = FIELDS[name];
  const found = rule.check?.(values[name], saved[name]) ?? {};
  if (typeof found === "string") return [[name, found]];
  return Object.entries(found).map(([part, kind]) => [`${name}.${part}`, kind]);
}

/** Finds invalid fields, with the kind of problem. */
export function checkCampaign(values: CampaignValues, saved = NEW_CAMPAIGN): Record<string, ProblemKind> {
  return Object.fromEntries(listKeys(FIELDS).flatMap((name) => checkField(name, values, saved)));
}

/** Finds the step of a field or of a part of it: `audience` for `targeting.countries.0`. */
export function findStep(field: string): Step {
  const [name = ""] = field.split(".");
  if (hasKey(FIELDS, name)) return FIELDS[name].step;
  return ["account", "currency"].includes(name) ? "basics" : "budget";
}

/** Explains problems by field of the form. Those of the form have a kind, those of the service a message. */
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
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [
      nameField(path),
      hasKey(words, problem) ? words[problem] : problem,
    ]),
  );
}

/** Returns the form's name for a path of the service: `daily` for `budget.daily`, `creatives.0.url`. */
function nameField(path: string): string {
  for (const name of listKeys(FIELDS)) {
    const { path: own = name } = FIELDS[name];
    if (`${path}.`.startsWith(`${own}.`)) return name + path.slice(own.length);
  }
  return path;
}

/** Properties of every step. */
export interface StepProps {
  values: CampaignValues;
  set(changes: Changes<CampaignValues>): void;
  /** Problems by field. */
  problems: Problems;
  /** Whether the account may set a field. */
  may(field: FieldName): boolean;
  /** ISO 4217 code of the campaign's amounts. */
  currency: string;
}
