// @vitest-environment happy-dom
import { h } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import { Budget } from "../../../src/dashboard/campaigns/Budget.tsx";
import { checkCampaign } from "../../../src/dashboard/campaigns/campaignFields.ts";
import { type CampaignValues, NEW_CAMPAIGN } from "../../../src/dashboard/campaigns/campaignValues.ts";
import { createLocale, ENGLISH } from "../../../src/dashboard/texts/locale.ts";
import { createData, Page } from "../createData.ts";
import { useRoot } from "../useRoot.ts";

const { root, show: showContent } = useRoot();
let { data } = createData();

/** Renders the step, and returns its field for the daily impression cap. */
function show(
  values: CampaignValues,
  tag: string,
  set: (changes: Partial<CampaignValues>) => void = () => {},
  saved = NEW_CAMPAIGN,
) {
  const { dailyCap } = checkCampaign(values);
  const problems = dailyCap ? { dailyCap } : {};
  const fields = { values, saved, set, problems, may: () => true, currency: "EUR" };
  const step = h(Budget, { ...fields, campaign: undefined });
  showContent(h(Page, { data }, step), createLocale(ENGLISH, "EUR", [tag]));
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

test("where the account's days are not UTC days, the daily budget and the daily cap say that theirs are", () => {
  const hints = () => {
    show(NEW_CAMPAIGN, "en-US");
    const labels = [...root.querySelectorAll("label")];
    const marked = labels.filter(({ textContent }) => textContent?.includes("midnight UTC"));
    return marked.map((label) => label.querySelector("span")?.textContent);
  };
  expect(hints()).toEqual([]);
  ({ data } = createData({ details: { timezone: "America/New_York" } }));
  expect(hints()).toEqual(["Daily budget (EUR)", "Daily impression cap"]);
});

test("an advertiser reads beside each limit that it can be lowered", () => {
  ({ data } = createData({ details: { kind: "advertiser" } }));
  show(NEW_CAMPAIGN, "en-US", undefined, { ...NEW_CAMPAIGN, daily: "10", totalCap: "500" });
  const labels = [...root.querySelectorAll("label")];
  const marked = labels.filter(({ textContent }) => textContent?.includes("You can lower it."));
  expect(marked.map((label) => label.querySelector("span")?.textContent)).toEqual([
    "Daily budget (EUR)",
    "Total impression cap",
  ]);
});

test("only a saved campaign has a forecast of its daily budget", () => {
  const fields = { values: NEW_CAMPAIGN, saved: NEW_CAMPAIGN, set: () => {}, problems: {}, may: () => true };
  const draw = (campaign: number | undefined) =>
    showContent(h(Page, { data }, h(Budget, { ...fields, currency: "USD", campaign })));
  draw(undefined);
  expect(root.querySelector(".forecast")).toBeNull();
  draw(3);
  expect(root.querySelector(".forecast")).not.toBeNull();
});
