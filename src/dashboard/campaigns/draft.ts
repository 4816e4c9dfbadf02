/** Converts a campaign to the values of its form and back. Pure. */
import { FIRST_DAY } from "../../protocol/earliestDay.ts";
import type {
  Campaign,
  Creative,
  EntryChange,
  EstimateRequest,
  NewEntry,
  Targeting,
} from "../../protocol/management.ts";
import { findProposal } from "../../protocol/proposals.ts";
import type { AccountKind } from "../../protocol/statistics.ts";
import { listKeys } from "../../protocol/tables.ts";
import { TARGETING, type TargetingLists } from "../../protocol/targeting.ts";
import { isVisible } from "../../protocol/visibleText.ts";
import type { OwnerValues } from "../account/owner.tsx";
import { type Amount, isAmount } from "../texts/amounts.ts";
import { type FrequencyCap, listWrongCaps, readFrequency, writeFrequency } from "./frequency.ts";

export interface DraftCreative {
  /** Absent until it is saved. */
  id?: number;
  version?: string;
  name: string;
  image: string;
  size: string;
  url: string;
  active: boolean;
  /** Whether the image is animated; only known for new creatives. */
  animated?: boolean;
}

/** A key that zones must send, with its accepted values. */
export interface CustomKey {
  key: string;
  values: string[];
}
type Times = NonNullable<Targeting["times"]>;

/** Values of the form. Numbers are texts, as typed. */
export interface Draft extends OwnerValues {
  name: string;
  model: "cpm" | "cpc";
  price: Amount;
  from: string;
  to: string;
  keywords: string[];
  negativeKeywords: string[];
  targeting: TargetingLists;
  custom: CustomKey[];
  /** Undefined means any time. */
  times: Times | undefined;
  daily: Amount;
  total: Amount;
  dailyCap: string;
  totalCap: string;
  frequency: FrequencyCap[];
  spread: Campaign["spread"];
  priority: string;
  weight: string;
  creatives: DraftCreative[];
}

const NO_TARGETING = Object.fromEntries(
  listKeys(TARGETING).map((name) => [name, []]),
) as object as TargetingLists;

export const NEW_DRAFT: Draft = {
  owner: "",
  ownerName: "",
  name: "",
  model: "cpm",
  price: "",
  from: "",
  to: "",
  keywords: [],
  negativeKeywords: [],
  targeting: NO_TARGETING,
  custom: [],
  times: undefined,
  daily: "",
  total: "",
  dailyCap: "",
  totalCap: "",
  frequency: [],
  spread: "asap",
  priority: "0",
  weight: "1",
  creatives: [],
};

export function readCampaign(
  campaign: Campaign,
  creatives: readonly SavedCreative[],
  kind: AccountKind,
): Draft {
  const { name, pricing, from, to, keywords, negativeKeywords, budget, caps } = campaign;
  const { custom, times, ...targeting } = campaign.targeting;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  return {
    ...NEW_DRAFT,
    name,
    model: pricing.model,
    price: pricing.price,
    from: from ?? "",
    to: to ?? "",
    keywords,
    negativeKeywords,
    targeting,
    times,
    custom: Object.entries(custom).map(([key, values]) => ({ key, values })),
    daily: budget.daily ?? "",
    total: budget.total ?? "",
    dailyCap: text(caps.daily),
    totalCap: text(caps.total),
    frequency: readFrequency(campaign.frequency),
    spread: campaign.spread,
    priority: String(campaign.priority),
    weight: String(campaign.weight),
    creatives: creatives.map((creative) => readCreative(creative, kind)),
  };
}

type SavedCreative = Creative & { version?: string };

/** Advertisers edit the version that they sent last, networks the one in use. */
export function readCreative(creative: SavedCreative, kind: AccountKind): DraftCreative {
  const { id, version, name = "", active } = creative;
  const shown = (kind === "advertiser" && findProposal(creative)) || creative;
  const { image, size, url } = shown;
  return { id, name, image, size, url, active, ...(version !== undefined && { version }) };
}

const COUNT = /^\d{1,12}$/;

export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

export type ProblemKind = "required" | "amount" | "count" | "day" | "banner" | "address" | "values" | "twice";

/** Finds invalid fields, with the kind of problem. `base`: the saved values. */
export function checkDraft(draft: Draft, base: Draft = NEW_DRAFT): Record<string, ProblemKind> {
  const amounts = Object.entries({ daily: draft.daily, total: draft.total });
  const counts = Object.entries({ dailyCap: draft.dailyCap, totalCap: draft.totalCap });
  const problems: ReturnType<typeof checkDraft> = {};
  if (!isVisible(draft.name)) problems.name = "required";
  if (!isAmount(draft.price)) problems.price = "amount";
  for (const [name, amount] of amounts) if (amount && !isAmount(amount)) problems[name] = "amount";
  for (const [name, text] of counts) if (text && !COUNT.test(text.trim())) problems[name] = "count";
  for (const name of ["from", "to"] as const)
    if (draft[name] && draft[name] < FIRST_DAY && draft[name] !== base[name]) problems[name] = "day";
  for (const field of listWrongCaps(draft.frequency)) problems[field] = "count";
  if (!/^-?\d{1,4}$/.test(draft.priority.trim())) problems.priority = "count";
  if (!/^[1-9]\d{0,6}$/.test(draft.weight.trim())) problems.weight = "count";
  for (const [at, { key, values }] of draft.custom.entries()) {
    const isTwice = draft.custom.slice(0, at).some((other) => other.key.trim() === key.trim());
    if (key.trim() === "") problems[`custom.${at}.key`] = "required";
    else if (isTwice) problems[`custom.${at}.key`] = "twice";
    if (values.length === 0) problems[`custom.${at}.values`] = "values";
  }
  if (draft.creatives.length === 0) problems.creatives = "banner";
  for (const [at, { url }] of draft.creatives.entries())
    if (!isAddress(url)) problems[`variations.${at}.url`] = "address";
  return problems;
}

/** Body that creates a campaign. */
export function writeNew(draft: Draft, account: number, active: boolean): NewEntry<"campaigns"> {
  const { name, model, keywords, negativeKeywords, from, to, spread } = draft;
  const targeting = omitEmpty(writeTargeting(draft));
  return {
    account,
    name: name.trim(),
    pricing: { model, price: writeAmount(draft.price) },
    ...(!active && { active }),
    ...(keywords.length > 0 && { keywords }),
    ...(negativeKeywords.length > 0 && { negativeKeywords }),
    ...(Object.keys(targeting).length > 0 && { targeting }),
    ...(from && { from }),
    ...(to && { to }),
    ...((draft.daily || draft.total) && { budget: writeBudget(draft) }),
    ...((draft.dailyCap || draft.totalCap) && { caps: writeCaps(draft) }),
    ...(draft.frequency.length > 0 && { frequency: writeFrequency(draft.frequency) }),
    ...(spread === "even" && { spread }),
    ...(Number(draft.priority) !== 0 && { priority: Number(draft.priority) }),
    ...(Number(draft.weight) !== 1 && { weight: Number(draft.weight) }),
    variations: draft.creatives.map(writeCreative),
  };
}

export function writeCreative({ name, image, size, url }: DraftCreative): NewEntry<"creatives"> {
  return { image, size, url, ...(name && { name }) };
}

/** Merge patch from a saved banner to the form's. */
export function writeCreativePatch(
  { url, active }: DraftCreative,
  before: DraftCreative,
): EntryChange<"creatives"> {
  return {
    ...(url !== before.url && { url }),
    ...(active !== before.active && { active }),
  };
}

/** Merge patch of the fields edited since `base`, without changes by other users. */
export function writePatch(edits: Partial<Draft>, draft: Draft, base: Draft): EntryChange<"campaigns"> {
  const isIn = (...names: (keyof Draft)[]) => names.some((name) => name in edits);
  const amount = (value: Amount) => writeAmount(value) || null;
  const count = (text: string) => (text ? Number(text) : null);
  return {
    ...(isIn("name") && { name: draft.name.trim() }),
    ...(isIn("model", "price") && { pricing: { model: draft.model, price: writeAmount(draft.price) } }),
    ...(isIn("from") && { from: draft.from || null }),
    ...(isIn("to") && { to: draft.to || null }),
    ...(isIn("keywords") && { keywords: draft.keywords }),
    ...(isIn("negativeKeywords") && { negativeKeywords: draft.negativeKeywords }),
    // Null removes a part in a merge patch, which the types of entries do not include.
    ...(isIn("targeting", "custom", "times") && { targeting: patchTargeting(draft, base) }),
    ...(isIn("daily", "total") && {
      budget: selectEdited(edits, { daily: amount(draft.daily), total: amount(draft.total) }),
    }),
    ...(isIn("dailyCap", "totalCap") && {
      caps: selectEdited(edits, { dailyCap: count(draft.dailyCap), totalCap: count(draft.totalCap) }),
    }),
    ...(isIn("frequency") && { frequency: writeFrequency(draft.frequency) }),
    ...(isIn("spread") && { spread: draft.spread }),
    ...(isIn("priority") && { priority: Number(draft.priority) }),
    ...(isIn("weight") && { weight: Number(draft.weight) }),
  } as EntryChange<"campaigns">;
}

/** Sets removed keys to null, because a merge patch keeps keys that it does not mention. */
function patchTargeting(draft: Draft, base: Draft): object {
  const gone = base.custom.map(({ key }) => [key, null] as const);
  const { custom, times = null, ...lists } = writeTargeting(draft);
  return { ...lists, times, custom: { ...Object.fromEntries(gone), ...custom } };
}

function selectEdited(edits: Partial<Draft>, values: Record<string, string | number | null>): object {
  const changed = Object.entries(values).filter(([name]) => name in edits);
  return Object.fromEntries(changed.map(([name, value]) => [name.replace("Cap", ""), value]));
}

/** Returns "" for text that is not an amount; `checkDraft` refuses such text. */
function writeAmount(amount: Amount): string {
  return isAmount(amount) ? amount : "";
}

function writeBudget({ daily, total }: Draft): Campaign["budget"] {
  return { ...(daily && { daily: writeAmount(daily) }), ...(total && { total: writeAmount(total) }) };
}

function writeCaps({ dailyCap, totalCap }: Draft): Campaign["caps"] {
  return { ...(dailyCap && { daily: Number(dailyCap) }), ...(totalCap && { total: Number(totalCap) }) };
}

function writeTargeting({ targeting, custom, times }: Draft): Targeting {
  const keys = custom.map(({ key, values }) => [key.trim(), values] as const);
  return { ...targeting, custom: Object.fromEntries(keys), ...(times && { times }) };
}

function omitEmpty(targeting: Targeting): Partial<Targeting> {
  const isUsed = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined);
  return Object.fromEntries(
    Object.entries(targeting).filter(
      ([name, value]) => isUsed(value) && (name !== "custom" || Object.keys(value).length > 0),
    ),
  );
}

/** Body of an estimate from the valid fields of a draft. */
export function writeEstimate(draft: Draft, account: number | undefined): EstimateRequest {
  const problems = checkDraft(draft);
  const shown = draft.creatives.filter(({ active }) => active);
  const custom = draft.custom.filter(({ key, values }) => key.trim() && values.length > 0);
  const valid = { ...draft, custom };
  for (const name of ["daily", "total", "dailyCap", "totalCap"] as const)
    if (problems[name]) valid[name] = "";
  return {
    ...(account !== undefined && { account }),
    sizes: [...new Set(shown.map(({ size }) => size))].sort(),
    keywords: draft.keywords,
    negativeKeywords: draft.negativeKeywords,
    targeting: omitEmpty(writeTargeting(valid)),
    ...(!problems.price && { pricing: { model: draft.model, price: writeAmount(draft.price) } }),
    budget: writeBudget(valid),
    caps: writeCaps(valid),
  };
}
