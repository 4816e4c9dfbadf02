import { expect, test } from "vitest";
import { findStep } from "../../../src/dashboard/campaigns/campaignSteps.ts";

test.each([
  ["name", "basics"],
  ["account", "basics"],
  ["pricing.price", "basics"],
  ["from", "basics"],
  ["creatives", "creatives"],
  ["variations.0.url", "creatives"],
  ["negativeKeywords.1", "audience"],
  ["targeting.countries.0", "audience"],
  ["custom.0.key", "audience"],
  ["budget.daily", "budget"],
  ["weight", "budget"],
  ["whatever", "budget"],
])("a problem with %s opens the step %s", (field, step) => {
  expect(findStep(field)).toBe(step);
});
