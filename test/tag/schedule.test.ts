import { expect, test } from "vitest";
import { computeDue } from "../../src/tag/schedule.ts";

const page = { readyState: "complete", hidden: false };
const slot = { stage: "waiting", _isNear: true } as const;

test("a slot that waits on a page that is there and seen is due", () =>
  expect(computeDue(page, false, slot, true)).toBe("due"));

test.each([
  ["requested", page, { ...slot, stage: "requested" }, true],
  [undefined, page, { ...slot, stage: undefined }, true],
  ["media", page, slot, false],
  ["far", page, { ...slot, _isNear: false }, true],
  ["unknown", page, { ...slot, _isNear: undefined }, true],
  ["hidden", { ...page, hidden: true }, slot, true],
  ["hidden", { ...page, prerendering: true }, slot, true],
  ["loading", { ...page, readyState: "loading" }, slot, true],
] as const)("%s: it is not", (due, page, slot, matches) =>
  expect(computeDue(page, false, slot, matches)).toBe(due),
);

test("what does not depend on the page is said first", () => {
  const hidden = { readyState: "loading", hidden: true };
  expect(computeDue(hidden, false, { ...slot, _isNear: undefined }, false)).toBe("media");
  expect(computeDue(hidden, false, { ...slot, _isNear: undefined }, true)).toBe("unknown");
});

test("a document that is still loading does not matter where all placeholders are known", () =>
  expect(computeDue({ ...page, readyState: "loading" }, true, slot, true)).toBe("due"));

test("elements by the names of the document's properties say nothing", () =>
  expect(computeDue({ readyState: "complete", hidden: {}, prerendering: {} }, false, slot, true)).toBe(
    "due",
  ));
