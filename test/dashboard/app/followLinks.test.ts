import { expect, test } from "vitest";
import { isOtherPage } from "../../../src/dashboard/app/followLinks.ts";

const PAGE = "https://ads.example/dashboard/?place=campaigns";

test.each([
  ["an address is confirmed", "", "#confirm=token", true],
  ["a password is set", "", "#password=token", true],
  ["the first account is created", "#content", "#setup=token", true],
  ["a shared view is opened", "", "#share=token", true],
  ["another shared view is opened", "#share=token", "#share=other", true],
  ["Back leaves a shared view", "#share=token", "", true],
  ["the main content of a shared view is focused", "#share=token", "#numbers", false],
  ["the main content is focused", "", "#content", false],
  ["Back leaves the main content", "#content", "", false],
])("in a tab that shows the dashboard, when %s, a page is loaded: %s to %s", (_, before, after, isLoaded) => {
  expect(isOtherPage({ oldURL: PAGE + before, newURL: PAGE + after })).toBe(isLoaded);
});
