// @vitest-environment happy-dom
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test } from "vitest";
import { Budget } from "../../../src/dashboard/campaigns/Budget.tsx";
import { checkDraft, type Draft, NEW_DRAFT } from "../../../src/dashboard/campaigns/draft.ts";
import { createLocale, ENGLISH, LocaleContext } from "../../../src/dashboard/texts/locale.ts";

const root = document.createElement("div");
afterEach(() => act(() => render(null, root)));

/** Renders the step, and returns its field for the daily impression cap. */
function show(draft: Draft, tag: string, set: (changes: Partial<Draft>) => void = () => {}) {
  const problems = { dailyCap: checkDraft(draft).dailyCap ?? "" };
  const step = h(Budget, { draft, set, problems, may: () => true, currency: "EUR", campaign: undefined });
  const value = createLocale(ENGLISH, "EUR", [tag]);
  act(() => render(h(LocaleContext.Provider, { value }, step), root));
  const labels = [...root.querySelectorAll("label")];
  const field = labels.find(({ textContent }) => textContent?.startsWith("Daily impression cap"));
  return field?.querySelector("input") ?? document.createElement("input");
}

function type(text: string, tag: string): Draft {
  const state = { draft: NEW_DRAFT };
  const field = show(state.draft, tag, (changes) => {
    state.draft = { ...state.draft, ...changes };
  });
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  return state.draft;
}

test.each([
  ["en-US", "100,000", "100000"],
  ["en-IN", "1,00,000", "100000"],
  ["en-US", "१००", "100"],
  ["en-US", "", ""],
])("in %s an impression cap of %j is %s", (tag, text, cap) => {
  const draft = type(text, tag);
  expect(draft.dailyCap).toBe(cap);
  expect(checkDraft(draft).dailyCap).toBeUndefined();
});

test.each(["2.5", "1,00", "many"])(
  "an impression cap of %j is refused, and stays as it was typed",
  (text) => {
    const draft = type(text, "en-US");
    expect(checkDraft(draft).dailyCap).toBe("count");
    expect(show(draft, "en-US").value).toBe(text);
  },
);

test("a saved impression cap is written as the language groups it", () => {
  expect(show({ ...NEW_DRAFT, dailyCap: "12345" }, "en-US").value).toBe("12,345");
});
