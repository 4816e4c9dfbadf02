import { expect, test } from "vitest";
import { mayRequest } from "../../src/tag/schedule.ts";

test.each([
  ["a visible, complete page", { readyState: "complete", hidden: false }, false, true],
  ["a hidden page", { readyState: "complete", hidden: true }, false, false],
  ["a hidden page that is complete by data-zones", { readyState: "loading", hidden: true }, true, false],
  ["a loading page", { readyState: "loading", hidden: false }, false, false],
  ["a loading page that is complete by data-zones", { readyState: "loading", hidden: false }, true, true],
  ["a page with an element called hidden", { readyState: "complete", hidden: {} }, false, true],
])("%s: %j, complete %s, may request: %s", (_, { hidden, readyState }, isComplete, expected) =>
  expect(mayRequest(hidden, readyState, isComplete)).toBe(expected),
);
