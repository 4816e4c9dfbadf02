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
import { NO_OWNER, type OwnerValues } from "../account/ownerValues.ts";
import { type Amount, isAmount } from "../texts/typedAmounts.ts";
import { type FrequencyCap, listWrongCaps, readFrequency, writeFrequency } from "./frequency.ts";

export interface CreativeValues {
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
export interface CampaignValues extends OwnerValues {
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
  creatives: CreativeValues[];
}

const NO_TARGETING = Object.fromEntries(
  listKeys(TARGETING).map((name) => [name, []]),
) as object as TargetingLists;

export const NEW_CAMPAIGN: CampaignValues = {
  ...NO_OWNER,
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
): CampaignValues {
  const { name, pricing, from, to, keywords, negativeKeywords, budget, caps } = campaign;
  const { custom, times, ...targeting } = campaign.targeting;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  return {
    ...NEW_CAMPAIGN,
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
export function readCreative(creative: SavedCreative, kind: AccountKind): CreativeValues {
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
export function checkCampaign(
  values: CampaignValues,
  base: CampaignValues = NEW_CAMPAIGN,
): Record<string, ProblemKind> {
  const amounts = Object.entries({ daily: values.daily, total: values.total });
  const counts = Object.entries({ dailyCap: values.dailyCap, totalCap: values.totalCap });
  const problems: ReturnType<typeof checkCampaign> = {};
  if (!isVisible(values.name)) problems.name = "required";
  if (!isAmount(values.price)) problems.price = "amount";
  for (const [name, amount] of amounts) if (amount && !isAmount(amount)) problems[name] = "amount";
  for (const [name, text] of counts) if (text && !COUNT.test(text.trim())) problems[name] = "count";
  for (const name of ["from", "to"] as const)
    if (values[name] && values[name] < FIRST_DAY && values[name] !== base[name]) problems[name] = "day";
  for (const field of listWrongCaps(values.frequency)) problems[field] = "count";
  if (!/^-?\d{1,4}$/.test(values.priority.trim())) problems.priority = "count";
  if (!/^[1-9]\d{0,6}$/.test(values.weight.trim())) problems.weight = "count";
  for (const [at, { key, values: accepted }] of values.custom.entries()) {
    const isTwice = values.custom.slice(0, at).some((other) => other.key.trim() === key.trim());
    if (key.trim() === "") problems[`custom.${at}.key`] = "required";
    else if (isTwice) problems[`custom.${at}.key`] = "twice";
    if (accepted.length === 0) problems[`custom.${at}.values`] = "values";
  }
  if (values.creatives.length === 0) problems.creatives = "banner";
  for (const [at, { url }] of values.creatives.entries())
    if (!isAddress(url)) problems[`variations.${at}.url`] = "address";
  return problems;
}

/** Body that creates a campaign. */
export function writeNew(values: CampaignValues, account: number, active: boolean): NewEntry<"campaigns"> {
  const { name, model, keywords, negativeKeywords, from, to, spread } = values;
  const targeting = omitEmpty(writeTargeting(values));
  return {
    account,
    name: name.trim(),
    pricing: { model, price: writeAmount(values.price) },
    ...(!active && { active }),
    ...(keywords.length > 0 && { keywords }),
    ...(negativeKeywords.length > 0 && { negativeKeywords }),
    ...(Object.keys(targeting).length > 0 && { targeting }),
    ...(from && { from }),
    ...(to && { to }),
    ...((values.daily || values.total) && { budget: writeBudget(values) }),
    ...((values.dailyCap || values.totalCap) && { caps: writeCaps(values) }),
    ...(values.frequency.length > 0 && { frequency: writeFrequency(values.frequency) }),
    ...(spread === "even" && { spread }),
    ...(Number(values.priority) !== 0 && { priority: Number(values.priority) }),
    ...(Number(values.weight) !== 1 && { weight: Number(values.weight) }),
    variations: values.creatives.map(writeCreative),
  };
}

export function writeCreative({ name, image, size, url }: CreativeValues): NewEntry<"creatives"> {
  return { image, size, url, ...(name && { name }) };
}

/** Merge patch from a saved creative to the entered one. */
export function writeCreativePatch(
  { url, active }: CreativeValues,
  before: CreativeValues,
): EntryChange<"creatives"> {
  return {
    ...(url !== before.url && { url }),
    ...(active !== before.active && { active }),
  };
}

/** Merge patch of the fields edited since `base`, without changes by other users. */
export function writePatch(
  edits: Partial<CampaignValues>,
  values: CampaignValues,
  base: CampaignValues,
): EntryChange<"campaigns"> {
  const isIn = (...names: (keyof CampaignValues)[]) => names.some((name) => name in edits);
  const amount = (value: Amount) => writeAmount(value) || null;
  const count = (text: string) => (text ? Number(text) : null);
  return {
    ...(isIn("name") && { name: values.name.trim() }),
    ...(isIn("model", "price") && { pricing: { model: values.model, price: writeAmount(values.price) } }),
    ...(isIn("from") && { from: values.from || null }),
    ...(isIn("to") && { to: values.to || null }),
    ...(isIn("keywords") && { keywords: values.keywords }),
    ...(isIn("negativeKeywords") && { negativeKeywords: values.negativeKeywords }),
    // Null removes a part in a merge patch, which the types of entries do not include.
    ...(isIn("targeting", "custom", "times") && { targeting: patchTargeting(values, base) }),
    ...(isIn("daily", "total") && {
      budget: selectEdited(edits, { daily: amount(values.daily), total: amount(values.total) }),
    }),
    ...(isIn("dailyCap", "totalCap") && {
      caps: selectEdited(edits, { dailyCap: count(values.dailyCap), totalCap: count(values.totalCap) }),
    }),
    ...(isIn("frequency") && { frequency: writeFrequency(values.frequency) }),
    ...(isIn("spread") && { spread: values.spread }),
    ...(isIn("priority") && { priority: Number(values.priority) }),
    ...(isIn("weight") && { weight: Number(values.weight) }),
  } as EntryChange<"campaigns">;
}

/** Sets removed keys to null, because a merge patch keeps keys that it does not mention. */
function patchTargeting(values: CampaignValues, base: CampaignValues): object {
  const gone = base.custom.map(({ key }) => [key, null] as const);
  const { custom, times = null, ...lists } = writeTargeting(values);
  return { ...lists, times, custom: { ...Object.fromEntries(gone), ...custom } };
}

function selectEdited(
  edits: Partial<CampaignValues>,
  values: Record<string, string | number | null>,
): object {
  const changed = Object.entries(values).filter(([name]) => name in edits);
  return Object.fromEntries(changed.map(([name, value]) => [name.replace("Cap", ""), value]));
}

/** Returns "" for text that is not an amount; `checkCampaign` refuses such text. */
function writeAmount(amount: Amount): string {
  return isAmount(amount) ? amount : "";
}

function writeBudget({ daily, total }: CampaignValues): Campaign["budget"] {
  return { ...(daily && { daily: writeAmount(daily) }), ...(total && { total: writeAmount(total) }) };
}

function writeCaps({ dailyCap, totalCap }: CampaignValues): Campaign["caps"] {
  return { ...(dailyCap && { daily: Number(dailyCap) }), ...(totalCap && { total: Number(totalCap) }) };
}

function writeTargeting({ targeting, custom, times }: CampaignValues): Targeting {
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

/** Body of an estimate from the valid fields of the form. */
export function writeEstimate(values: CampaignValues, account: number | undefined): EstimateRequest {
  const problems = checkCampaign(values);
  const shown = values.creatives.filter(({ active }) => active);
  const custom = values.custom.filter((each) => each.key.trim() && each.values.length > 0);
  const valid = { ...values, custom };
  for (const name of ["daily", "total", "dailyCap", "totalCap"] as const)
    if (problems[name]) valid[name] = "";
  return {
    ...(account !== undefined && { account }),
    sizes: [...new Set(shown.map(({ size }) => size))].sort(),
    keywords: values.keywords,
    negativeKeywords: values.negativeKeywords,
    targeting: omitEmpty(writeTargeting(valid)),
    ...(!problems.price && { pricing: { model: values.model, price: writeAmount(values.price) } }),
    budget: writeBudget(valid),
    caps: writeCaps(valid),
  };
}
