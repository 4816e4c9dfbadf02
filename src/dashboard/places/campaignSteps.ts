/** The steps in which a campaign is entered, and in which of them each field stands. Pure. */
import type { Draft } from "./draft.ts";
import type { Problems } from "./save.ts";

export const STEPS = ["basics", "creatives", "audience", "budget"] as const;
export type Step = (typeof STEPS)[number];

const FIELDS: Partial<Record<Step, readonly string[]>> = {
  basics: ["name", "account", "price", "pricing", "from", "to"],
  creatives: ["creatives", "variations", "size", "image", "url"],
  audience: ["keywords", "negativeKeywords", "targeting", "custom"],
};

/** `audience` of `targeting.countries.0`: a problem leads there. */
export function findStep(field: string): Step {
  const [name = ""] = field.split(".");
  return STEPS.find((step) => FIELDS[step]?.includes(name)) ?? "budget";
}

/** What every step works with. */
export interface StepProps {
  draft: Draft;
  set(changes: Partial<Draft>): void;
  problems: Problems;
  /** Whether the account may set a field. */
  may(field: string): boolean;
}
