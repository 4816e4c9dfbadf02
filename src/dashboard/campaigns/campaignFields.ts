/** Fields of a campaign's form: step, name in the service, input and rule of each. Pure. */
import { isSafeAddress, isWebAddress, parseUrl } from "../../protocol/addresses.ts";
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import {
  MAX_CREATIVES,
  MAX_CUSTOM_VALUES,
  MAX_LANDING_PAGE,
  MAX_PRICE,
  MAX_PRIORITY,
  MAX_TEXT,
  MAX_VALUES,
  MAX_WEIGHT,
  PHRASE_WORDS,
  PRICE_PLACES,
} from "../../protocol/limits.ts";
import { findMacroProblem } from "../../protocol/macros.ts";
import { MAX_KEY, MAX_KEYS, MAX_VALUE } from "../../protocol/placement.ts";
import { hasKey, listKeys } from "../../protocol/tables.ts";
import type { OwnerValues } from "../account/ownerValues.ts";
import { type Amount, isAmount } from "../texts/typedAmounts.ts";
import { findNameProblem, findTextProblem, type Problem } from "../ui/problems.ts";
import type { Changes } from "../ui/useDraft.ts";
import type { Problems } from "../ui/useSaving.ts";
import { type CampaignValues, type CreativeValues, type CustomKey, isCount } from "./campaignValues.ts";
import { findCapProblems } from "./frequency.ts";

export const STEPS = ["basics", "creatives", "audience", "budget"] as const;
export type Step = (typeof STEPS)[number];

/** The problem of a field, or those of its parts by their names: `0.key`. */
type FieldProblem = Problem | Record<string, Problem> | undefined;

interface Rule<V> {
  step: Step;
  /** The service's name, where it differs: `budget.daily`. */
  path?: string;
  /** Kind of input. A count is an amount without decimals. */
  type?: "text" | "date" | "count";
  hint?: "utc" | "priorityHint" | "weightHint";
  isRequired?: boolean;
  check?(value: V, values: CampaignValues): FieldProblem;
}

type FieldName = Exclude<keyof CampaignValues, keyof OwnerValues>;

const budget = {
  step: "budget",
  check: (amount: Amount) => (amount && !isAmount(amount) ? "amount" : undefined),
} as const;
const cap = {
  step: "budget",
  type: "count",
  check: (count: string) => (count && !isCount(count) ? "count" : undefined),
} as const;
const keywords = { step: "audience", check: checkKeywords } as const;
const number = (from: number, to: number) =>
  ({
    step: "budget",
    isRequired: true,
    check: (text: string) => checkRange(text, from, to),
  }) as const;

/** In the order of the steps. A name in the service that begins with another one precedes it. */
export const FIELDS: { readonly [K in FieldName]: Rule<CampaignValues[K]> } = {
  name: { step: "basics", isRequired: true, check: findNameProblem },
  price: { step: "basics", path: "pricing.price", isRequired: true, check: checkPrice },
  model: { step: "basics", path: "pricing" },
  from: { step: "basics", type: "date", hint: "utc", check: checkDay },
  to: {
    step: "basics",
    type: "date",
    check: (to, { from }) => (to && to < from ? "order" : checkDay(to)),
  },
  creatives: { step: "creatives", path: "variations", check: checkCreatives },
  keywords,
  negativeKeywords: keywords,
  custom: { step: "audience", path: "targeting.custom", check: checkCustomKeys },
  times: { step: "audience", path: "targeting.times" },
  targeting: {
    step: "audience",
    check: (lists) => collect(listKeys(lists).map((name) => [name, checkCount(lists[name], MAX_VALUES)])),
  },
  daily: { ...budget, path: "budget.daily", hint: "utc" },
  total: { ...budget, path: "budget.total" },
  dailyCap: { ...cap, path: "caps.daily", hint: "utc" },
  totalCap: { ...cap, path: "caps.total" },
  frequency: { step: "budget", check: findCapProblems },
  spread: { step: "budget" },
  priority: { ...number(-MAX_PRIORITY, MAX_PRIORITY), hint: "priorityHint" },
  weight: { ...number(1, MAX_WEIGHT), hint: "weightHint" },
};

function collect(found: readonly (readonly [string, Problem | undefined])[]): Record<string, Problem> {
  return Object.fromEntries(found.flatMap(([part, problem]) => (problem ? [[part, problem]] : [])));
}

function checkRange(text: string, from: number, to: number): Problem | undefined {
  const isWithin = /^-?\d{1,9}$/.test(text.trim()) && Number(text) >= from && Number(text) <= to;
  return isWithin ? undefined : `range:${from}:${to}`;
}

function checkCount(list: readonly unknown[], most: number): Problem | undefined {
  return list.length > most ? `many:${most}` : undefined;
}

function checkDay(day: string): Problem | undefined {
  return day && day < FIRST_DAY ? "day" : undefined;
}

function checkPrice(price: Amount, { model }: CampaignValues): Problem | undefined {
  if (!isAmount(price)) return "amount";
  if (Number(price) > MAX_PRICE) return `many:${MAX_PRICE}`;
  const [, decimals = ""] = price.split(".");
  return decimals.length > PRICE_PLACES[model] ? `decimals:${PRICE_PLACES[model]}` : undefined;
}

/** The service counts words after it has unfolded some rare characters, so it may still refuse a phrase. */
function checkKeywords(keywords: readonly string[]): Problem | undefined {
  const count = (text: string) =>
    text.replace(/\p{Default_Ignorable_Code_Point}+/gu, "").match(/[\p{L}\p{N}\p{M}]+/gu)?.length ?? 0;
  if (keywords.some((each) => each.length > MAX_TEXT)) return `long:${MAX_TEXT}`;
  if (keywords.some((each) => count(each) < 1 || count(each) > PHRASE_WORDS)) return `phrase:${PHRASE_WORDS}`;
  return checkCount(keywords, MAX_VALUES);
}

export function findAddressProblem(text: string): Problem | undefined {
  if (!isWebAddress(text)) return "address";
  const { href } = parseUrl(text) ?? { href: text };
  if (href.length > MAX_LANDING_PAGE) return `long:${MAX_LANDING_PAGE}`;
  return isSafeAddress(href) ? checkMacros(href) : "unsafe";
}

function checkMacros(address: string): Problem | undefined {
  const problem = findMacroProblem(address);
  if (!problem) return undefined;
  return problem.code === "macro-length"
    ? `${problem.code}:${problem.most}`
    : `${problem.code}:${problem.name}`;
}

function checkCreatives(creatives: readonly CreativeValues[]): FieldProblem {
  if (creatives.length === 0) return "banner";
  const found = creatives.flatMap(({ name, url, weight }, at) => [
    [`${at}.url`, findAddressProblem(url)] as const,
    [`${at}.name`, findTextProblem(name)] as const,
    [`${at}.weight`, checkRange(weight, 1, MAX_WEIGHT)] as const,
  ]);
  return checkCount(creatives, MAX_CREATIVES) ?? collect(found);
}

function checkCustomKeys(keys: readonly CustomKey[]): FieldProblem {
  const checkKey = (key: string, at: number): Problem | undefined => {
    if (key.trim() === "") return "required";
    if (key.trim().length > MAX_KEY) return `long:${MAX_KEY}`;
    if (at >= MAX_KEYS) return `many:${MAX_KEYS}`;
    return keys.slice(0, at).some((other) => other.key.trim() === key.trim()) ? "twice" : undefined;
  };
  const checkValues = (values: readonly string[]): Problem | undefined => {
    if (values.length === 0) return "values";
    return values.some((each) => each.length > MAX_VALUE)
      ? `long:${MAX_VALUE}`
      : checkCount(values, MAX_CUSTOM_VALUES);
  };
  const found = keys.flatMap(({ key, values }, at) => [
    [`${at}.key`, checkKey(key, at)] as const,
    [`${at}.values`, checkValues(values)] as const,
  ]);
  return collect(found);
}

function checkField<K extends FieldName>(name: K, values: CampaignValues): [string, Problem][] {
  const rule: Rule<CampaignValues[K]> = FIELDS[name];
  const found = rule.check?.(values[name], values) ?? {};
  if (typeof found === "string") return [[name, found]];
  return Object.entries(found).map(([part, problem]) => [`${name}.${part}`, problem]);
}

function findProblems(values: CampaignValues): Record<string, Problem> {
  return Object.fromEntries(listKeys(FIELDS).flatMap((name) => checkField(name, values)));
}

/** Finds invalid fields. `saved`: values before the edits; their own problems do not prevent other changes. */
export function checkCampaign(values: CampaignValues, saved?: CampaignValues): Record<string, Problem> {
  const known = saved ? findProblems(saved) : {};
  const found = Object.entries(findProblems(values));
  return Object.fromEntries(found.filter(([field, problem]) => known[field] !== problem));
}

/** Limits that an advertiser may lower, but neither raise nor remove. */
export const LIMITS = ["daily", "total", "dailyCap", "totalCap"] as const;
type LimitName = (typeof LIMITS)[number];

/** Finds limits that an advertiser has raised or removed. */
export function checkLimits(values: CampaignValues, saved: CampaignValues): Record<string, Problem> {
  const isRaised = (name: LimitName) =>
    saved[name] !== "" && (values[name] === "" || Number(values[name]) > Number(saved[name]));
  return Object.fromEntries(LIMITS.filter(isRaised).map((name) => [name, "raise"]));
}

/** Finds the step of a field or of a part of it: `audience` for `targeting.countries.0`. */
export function findStep(field: string): Step {
  const [name = ""] = field.split(".");
  if (hasKey(FIELDS, name)) return FIELDS[name].step;
  return ["account", "currency"].includes(name) ? "basics" : "budget";
}

/** Returns the form's name for a path of the service: `daily` for `budget.daily`. */
export function nameField(path: string): string {
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
  /** Values before the edits. */
  saved: CampaignValues;
  /** Problems by field. */
  problems: Problems;
  /** Notes by field, in place of their hints. */
  notes?: Problems | undefined;
  /** Whether the account may set a field. */
  may(field: FieldName): boolean;
  /** ISO 4217 code of the campaign's amounts. */
  currency: string;
}
