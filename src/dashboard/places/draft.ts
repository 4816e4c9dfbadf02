/** A campaign as its form has it, made from the entry and back into what the service takes. Pure. */
import type {
  Campaign,
  Creative,
  EntryChange,
  EstimateRequest,
  NewEntry,
  Targeting,
} from "../../protocol/management.ts";

export interface DraftCreative {
  /** Absent until it is saved. */
  id?: number;
  version?: string;
  name: string;
  image: string;
  size: string;
  url: string;
  active: boolean;
  review: Creative["review"];
}

/** What a zone must say of itself: one of the values under the key. */
export interface CustomKey {
  key: string;
  values: string[];
}
type Times = NonNullable<Targeting["times"]>;

/** What is picked from lists. */
export type ListTargeting = Omit<Targeting, "custom" | "times">;

/** Numbers and amounts are texts while somebody types them. */
export interface Draft {
  name: string;
  model: "cpm" | "cpc";
  price: string;
  from: string;
  to: string;
  keywords: string[];
  negativeKeywords: string[];
  targeting: ListTargeting;
  custom: CustomKey[];
  /** Undefined: at any time. */
  times: Times | undefined;
  daily: string;
  total: string;
  dailyCap: string;
  totalCap: string;
  spread: Campaign["spread"];
  priority: string;
  weight: string;
  creatives: DraftCreative[];
}

const NO_TARGETING: ListTargeting = {
  ...{ countries: [], regions: [], languages: [], deviceTypes: [], operatingSystems: [], browsers: [] },
  ...{ sites: [], zones: [], categories: [] },
};

export const NEW_DRAFT: Draft = {
  ...{ name: "", model: "cpm", price: "", from: "", to: "", keywords: [], negativeKeywords: [] },
  ...{ targeting: NO_TARGETING, custom: [], times: undefined },
  ...{ daily: "", total: "", dailyCap: "", totalCap: "" },
  ...{ spread: "asap", priority: "0", weight: "1", creatives: [] },
};

export function readCampaign(
  campaign: Campaign,
  creatives: readonly (Creative & { version?: string })[],
): Draft {
  const { name, pricing, from, to, keywords, negativeKeywords, budget, caps } = campaign;
  const { custom, times, ...targeting } = campaign.targeting;
  const text = (value: number | undefined) => (value === undefined ? "" : String(value));
  return {
    ...{ name, model: pricing.model, price: pricing.price, from: from ?? "", to: to ?? "" },
    ...{ keywords, negativeKeywords, targeting, times },
    custom: Object.entries(custom).map(([key, values]) => ({ key, values })),
    ...{ daily: budget.daily ?? "", total: budget.total ?? "" },
    ...{ dailyCap: text(caps.daily), totalCap: text(caps.total), spread: campaign.spread },
    ...{ priority: String(campaign.priority), weight: String(campaign.weight) },
    creatives: creatives.map(({ id, version, name: label, image, size, url, active, review }) => ({
      ...{ id, name: label ?? "", image, size, url, active, review },
      ...(version !== undefined && { version }),
    })),
  };
}

/** Amounts may be typed with a comma. */
const clean = (amount: string) => amount.trim().replace(",", ".");
const AMOUNT = /^\d{1,9}(\.\d{1,9})?$/;
const COUNT = /^\d{1,12}$/;

export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

export type ProblemKind = "required" | "amount" | "count" | "banner" | "address" | "values" | "twice";

/** Fields that are wrong, with the kind of problem. */
export function checkDraft(draft: Draft): Record<string, ProblemKind> {
  const amounts = Object.entries({ daily: draft.daily, total: draft.total });
  const counts = Object.entries({ dailyCap: draft.dailyCap, totalCap: draft.totalCap });
  const problems: ReturnType<typeof checkDraft> = {};
  if (draft.name.trim() === "") problems.name = "required";
  if (!AMOUNT.test(clean(draft.price))) problems.price = "amount";
  for (const [name, text] of amounts) if (text && !AMOUNT.test(clean(text))) problems[name] = "amount";
  for (const [name, text] of counts) if (text && !COUNT.test(text.trim())) problems[name] = "count";
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

/** The body of a new campaign. */
export function writeNew(draft: Draft, account: number, active: boolean): NewEntry<"campaigns"> {
  const { name, model, keywords, negativeKeywords, from, to, spread } = draft;
  const targeting = omitEmpty(writeTargeting(draft));
  return {
    ...{ account, name: name.trim(), pricing: { model, price: clean(draft.price) } },
    ...(!active && { active }),
    ...(keywords.length > 0 && { keywords }),
    ...(negativeKeywords.length > 0 && { negativeKeywords }),
    ...(Object.keys(targeting).length > 0 && { targeting }),
    ...(from && { from }),
    ...(to && { to }),
    ...((draft.daily || draft.total) && { budget: writeBudget(draft) }),
    ...((draft.dailyCap || draft.totalCap) && { caps: writeCaps(draft) }),
    ...(spread === "even" && { spread }),
    ...(Number(draft.priority) !== 0 && { priority: Number(draft.priority) }),
    ...(Number(draft.weight) !== 1 && { weight: Number(draft.weight) }),
    variations: draft.creatives.map(writeCreative),
  };
}

export function writeCreative({ name, image, size, url }: DraftCreative): NewEntry<"creatives"> {
  return { image, size, url, ...(name && { name }) };
}

/** A merge patch of what differs from the banner that there is. */
export function writeCreativePatch(
  { url, active, review }: DraftCreative,
  before: Creative,
): EntryChange<"creatives"> {
  return {
    ...(url !== before.url && { url }),
    ...(active !== before.active && { active }),
    ...(review !== before.review && { review }),
  };
}

/** A merge patch of what was changed of `base`; what others changed is not in it. */
export function writePatch(edits: Partial<Draft>, draft: Draft, base: Draft): EntryChange<"campaigns"> {
  const isIn = (...names: (keyof Draft)[]) => names.some((name) => name in edits);
  const amount = (text: string) => (text ? clean(text) : null);
  const count = (text: string) => (text ? Number(text) : null);
  return {
    ...(isIn("name") && { name: draft.name.trim() }),
    ...(isIn("model", "price") && { pricing: { model: draft.model, price: clean(draft.price) } }),
    ...(isIn("from") && { from: draft.from || null }),
    ...(isIn("to") && { to: draft.to || null }),
    ...(isIn("keywords") && { keywords: draft.keywords }),
    ...(isIn("negativeKeywords") && { negativeKeywords: draft.negativeKeywords }),
    // Null takes a part out, as merge patches do: the types of whole entries do not know that.
    ...(isIn("targeting", "custom", "times") && { targeting: patchTargeting(draft, base) }),
    ...(isIn("daily", "total") && {
      budget: selectEdited(edits, { daily: amount(draft.daily), total: amount(draft.total) }),
    }),
    ...(isIn("dailyCap", "totalCap") && {
      caps: selectEdited(edits, { dailyCap: count(draft.dailyCap), totalCap: count(draft.totalCap) }),
    }),
    ...(isIn("spread") && { spread: draft.spread }),
    ...(isIn("priority") && { priority: Number(draft.priority) }),
    ...(isIn("weight") && { weight: Number(draft.weight) }),
  } as EntryChange<"campaigns">;
}

/** Keys that are no longer there are taken out by name: a merge patch leaves what it does not mention. */
function patchTargeting(draft: Draft, base: Draft): object {
  const gone = base.custom.map(({ key }) => [key, null] as const);
  const { custom, times = null, ...lists } = writeTargeting(draft);
  return { ...lists, times, custom: { ...Object.fromEntries(gone), ...custom } };
}

function selectEdited(edits: Partial<Draft>, values: Record<string, string | number | null>): object {
  const changed = Object.entries(values).filter(([name]) => name in edits);
  return Object.fromEntries(changed.map(([name, value]) => [name.replace("Cap", ""), value]));
}

function writeBudget({ daily, total }: Draft): Campaign["budget"] {
  return { ...(daily && { daily: clean(daily) }), ...(total && { total: clean(total) }) };
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

/** What can be estimated of a draft already; what is not valid yet is left out. */
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
    targeting: omitEmpty(writeTargeting(valid)),
    ...(!problems.price && { pricing: { model: draft.model, price: clean(draft.price) } }),
    budget: writeBudget(valid),
    caps: writeCaps(valid),
  };
}
