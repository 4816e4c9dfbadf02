/** Converts a campaign to the values of its form and back. Pure. */
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
import { NO_OWNER, type OwnerValues } from "../account/ownerValues.ts";
import { type Amount, isAmount } from "../texts/typedAmounts.ts";
import { createPatch } from "../ui/createPatch.ts";
import { type FrequencyCap, toFrequencyFields, writeFrequency } from "./frequency.ts";

export interface CreativeValues {
  /** Absent until it is saved. */
  id?: number;
  version?: string;
  name: string;
  image: string;
  size: string;
  url: string;
  weight: string;
  active: boolean;
  /** Whether the image is animated; only known for new creatives. */
  animated?: boolean | undefined;
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

export function toCampaignValues(
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
    frequency: toFrequencyFields(campaign.frequency),
    spread: campaign.spread,
    priority: String(campaign.priority),
    weight: String(campaign.weight),
    creatives: creatives.map((creative) => toCreativeValues(creative, kind)),
  };
}

type SavedCreative = Creative & { version?: string };

/** Advertisers edit the version that they sent last, networks the one in use. */
export function toCreativeValues(creative: SavedCreative, kind: AccountKind): CreativeValues {
  const { id, version, name = "", weight, active } = creative;
  const shown = (kind === "advertiser" && findProposal(creative)) || creative;
  const { image, size, url } = shown;
  return {
    id,
    name,
    image,
    size,
    url,
    weight: String(weight),
    active,
    ...(version !== undefined && { version }),
  };
}

export function isCount(text: string): boolean {
  return /^\s*\d{1,12}\s*$/.test(text);
}

/**
 * Fields of the entry that the form sets, without its creatives. Texts that are not valid are left out; `checkCampaign`
 * finds them before they are saved.
 */
function writeCampaign(values: CampaignValues) {
  const { name, model, price, from, to, targeting, times, frequency, spread } = values;
  const custom = values.custom.filter((each) => each.key.trim() && each.values.length > 0);
  const amount = (text: Amount) => (isAmount(text) ? text : undefined);
  const count = (text: string) => (isCount(text) ? Number(text) : undefined);
  return {
    name: name.trim(),
    pricing: isAmount(price) ? { model, price } : undefined,
    from: from || undefined,
    to: to || undefined,
    keywords: values.keywords,
    negativeKeywords: values.negativeKeywords,
    targeting: {
      ...targeting,
      custom: Object.fromEntries(custom.map((each) => [each.key.trim(), each.values])),
      times,
    },
    budget: { daily: amount(values.daily), total: amount(values.total) },
    caps: { daily: count(values.dailyCap), total: count(values.totalCap) },
    frequency: writeFrequency(frequency),
    spread,
    priority: Number(values.priority),
    weight: Number(values.weight),
  };
}

/** Body that creates a campaign, without the fields that have their defaults. */
export function writeNew(values: CampaignValues, account: number, active: boolean): NewEntry<"campaigns"> {
  const defaults = { ...writeCampaign(NEW_CAMPAIGN), active: true };
  const variations = values.creatives.map(writeCreative);
  return createPatch(defaults, { ...writeCampaign(values), active, account, variations });
}

/** Merge patch of the fields that differ from the saved ones. */
export function writePatch(values: CampaignValues, saved: CampaignValues): EntryChange<"campaigns"> {
  return createPatch(writeCampaign(saved), writeCampaign(values));
}

function writeFields({ name, image, size, url, weight, active }: CreativeValues) {
  return { name: name.trim() || undefined, image, size, url, weight: Number(weight), active };
}

/** Body that creates a creative, without the fields that have their defaults. */
export function writeCreative(creative: CreativeValues): NewEntry<"creatives"> {
  return createPatch({ weight: 1, active: true }, writeFields(creative));
}

/** Merge patch from a saved creative to the entered one. */
export function writeCreativePatch(
  creative: CreativeValues,
  saved: CreativeValues,
): EntryChange<"creatives"> {
  return createPatch(writeFields(saved), writeFields(creative));
}

/** Body of an estimate from the valid fields of the form. */
export function writeEstimate(values: CampaignValues, account: number | undefined): EstimateRequest {
  const { name, from, to, frequency, spread, priority, weight, pricing, ...estimated } =
    writeCampaign(values);
  const shown = values.creatives.filter(({ active }) => active);
  return {
    ...(account !== undefined && { account }),
    ...(pricing && { pricing }),
    sizes: [...new Set(shown.map(({ size }) => size))].sort(),
    ...estimated,
  };
}
