/** Steps of the campaign form, and the fields of each. Pure. */

import type { Changes } from "../ui/useDraft.ts";
import type { Problems } from "../ui/useSaving.ts";
import type { CampaignValues } from "./campaignValues.ts";

export const STEPS = ["basics", "creatives", "audience", "budget"] as const;
export type Step = (typeof STEPS)[number];

const FIELDS: Partial<Record<Step, readonly string[]>> = {
  basics: ["name", "account", "currency", "price", "pricing", "from", "to"],
  creatives: ["creatives", "variations", "size", "image", "url"],
  audience: ["keywords", "negativeKeywords", "targeting", "custom"],
};

/** Finds the step of a field: `audience` for `targeting.countries.0`. */
export function findStep(field: string): Step {
  const [name = ""] = field.split(".");
  return STEPS.find((step) => FIELDS[step]?.includes(name)) ?? "budget";
}

/** Properties of every step. */
export interface StepProps {
  values: CampaignValues;
  set(changes: Changes<CampaignValues>): void;
  problems: Problems;
  /** Whether the account may set a field. */
  may(field: string): boolean;
  /** ISO 4217 code of the campaign's amounts. */
  currency: string;
}
