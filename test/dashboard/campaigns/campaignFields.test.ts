import { expect, test } from "vitest";
import { explainProblems, findStep } from "../../../src/dashboard/campaigns/campaignFields.ts";
import { en } from "../../../src/dashboard/texts/managementEn.ts";

test.each([
  ["name", "name", "basics"],
  ["account", "account", "basics"],
  ["pricing.price", "price", "basics"],
  ["pricing", "model", "basics"],
  ["from", "from", "basics"],
  ["variations", "creatives", "creatives"],
  ["variations.0.url", "creatives.0.url", "creatives"],
  ["negativeKeywords.1", "negativeKeywords.1", "audience"],
  ["targeting.countries.0", "targeting.countries.0", "audience"],
  ["targeting.custom.color.0", "custom.color.0", "audience"],
  ["budget.daily", "daily", "budget"],
  ["caps.total", "totalCap", "budget"],
  ["weight", "weight", "budget"],
  ["whatever", "whatever", "budget"],
])("the service's problem with %s is shown at the field %s, in the step %s", (path, field, step) => {
  expect(explainProblems({ [path]: "No." }, en)).toEqual({ [field]: "No." });
  expect(findStep(field)).toBe(step);
});
