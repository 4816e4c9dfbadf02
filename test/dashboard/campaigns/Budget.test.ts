// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { Budget } from "../../../src/dashboard/campaigns/Budget.tsx";
import {
  type CampaignValues,
  checkCampaign,
  NEW_CAMPAIGN,
} from "../../../src/dashboard/campaigns/campaignValues.ts";
import { createLocale, ENGLISH } from "../../../src/dashboard/texts/locale.ts";
import { useRoot } from "../useRoot.ts";

const { root, show: showContent } = useRoot();

/** Renders the step, and returns its field for the daily impression cap. */
function show(
  values: CampaignValues,
  tag: string,
  set: (changes: Partial<CampaignValues>) => void = () => {},
) {
  const problems = { dailyCap: checkCampaign(values).dailyCap ?? "" };
  const step = h(Budget, { values, set, problems, may: () => true, currency: "EUR", campaign: undefined });
  showContent(step, createLocale(ENGLISH, "EUR", [tag]));
  const labels = [...root.querySelectorAll("label")];
  const field = labels.find(({ textContent }) => textContent?.startsWith("Daily impression cap"));
  return field?.querySelector("input") ?? document.createElement("input");
}

function type(text: string, tag: string): CampaignValues {
  const state = { values: NEW_CAMPAIGN };
  const field = show(state.values, tag, (changes) => {
    state.values = { ...state.values, ...changes };
  });
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  return state.values;
}

test.each([
  ["en-US", "100,000", "100000"],
  ["en-IN", "1,00,000", "100000"],
  ["en-US", "१००", "100"],
  ["en-US", "", ""],
])("in %s, an impression cap typed as %j is read as %s", (tag, text, cap) => {
  const values = type(text, tag);
  expect(values.dailyCap).toBe(cap);
  expect(checkCampaign(values).dailyCap).toBeUndefined();
});

test.each(["2.5", "1,00", "many"])("the invalid impression cap %j is refused and shown as typed", (text) => {
  const values = type(text, "en-US");
  expect(checkCampaign(values).dailyCap).toBe("count");
  expect(show(values, "en-US").value).toBe(text);
});

test("a saved impression cap is shown with the locale's digit grouping", () => {
  expect(show({ ...NEW_CAMPAIGN, dailyCap: "12345" }, "en-US").value).toBe("12,345");
});
