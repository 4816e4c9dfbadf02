import { expect, test } from "vitest";
import { writeCreativePatch } from "../../../src/dashboard/places/draft.ts";
import type { Creative } from "../../../src/protocol/management.ts";

const BANNER = {
  ...{ id: 7, image: "/banners/a.png", size: "300x250", url: "https://shop.example/" },
  ...{ weight: 1, active: true, review: "waiting" as const },
} satisfies Creative;

test.each([
  [{}, {}],
  [{ url: "https://shop.example/sale" }, { url: "https://shop.example/sale" }],
  [{ active: false }, { active: false }],
  [{ review: "approved" }, { review: "approved" }],
  [{ name: "Another name", image: "/banners/b.png" }, {}],
] as const)("a banner edited by %j is changed by %j alone", (edited, patch) => {
  expect(writeCreativePatch({ name: "", ...BANNER, ...edited }, BANNER)).toEqual(patch);
});
