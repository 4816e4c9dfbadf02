import { expect, test } from "vitest";
import { findProposal } from "../../src/protocol/proposals.ts";

const VERSION = { image: "/creatives/a.png", size: "300x250", url: "https://shop.example/" };

test("an approved creative has no proposal", () => {
  expect(findProposal({ ...VERSION, review: "approved" })).toBeUndefined();
});

test("the proposal of a creative without an approved version is the creative itself", () => {
  expect(findProposal({ ...VERSION, review: "waiting" })).toMatchObject({ ...VERSION, review: "waiting" });
});

test("the proposal of an approved creative is its pending change", () => {
  const pending = {
    ...VERSION,
    url: "https://shop.example/sale",
    review: "rejected" as const,
    reason: "Broken.",
  };
  expect(findProposal({ ...VERSION, review: "approved", pending })).toEqual(pending);
});
