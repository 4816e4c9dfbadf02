import { expect, test } from "vitest";
import {
  checkDraft,
  type Draft,
  localizeAmounts,
  NEW_DRAFT,
  readCreative,
  writeCreativePatch,
  writeNew,
  writePatch,
} from "../../../src/dashboard/campaigns/draft.ts";
import type { Creative } from "../../../src/protocol/management.ts";
import type { AccountKind } from "../../../src/protocol/statistics.ts";

const BANNER = {
  id: 7,
  name: "",
  image: "/banners/a.png",
  size: "300x250",
  url: "https://shop.example/",
  weight: 1,
  active: true,
  review: "approved" as const,
} satisfies Creative;

test.each([
  [{}, {}],
  [{ url: "https://shop.example/sale" }, { url: "https://shop.example/sale" }],
  [{ active: false }, { active: false }],
  [{ name: "Another name", image: "/banners/b.png" }, {}],
] as const)("a banner edited by %j is changed by %j alone", (edited, patch) => {
  expect(writeCreativePatch({ ...BANNER, ...edited }, BANNER)).toEqual(patch);
});

const SENT = { image: "/banners/b.png", size: "300x250", url: "https://shop.example/sale" };

test.each<[AccountKind, Partial<Creative>, string]>([
  ["advertiser", { pending: { ...SENT, review: "waiting" } }, SENT.url],
  ["advertiser", { pending: { ...SENT, review: "rejected" } }, SENT.url],
  ["advertiser", { review: "waiting" }, BANNER.url],
  ["advertiser", {}, BANNER.url],
  ["network", { pending: { ...SENT, review: "waiting" } }, BANNER.url],
])("an account of the role %s edits the version that is its own: %j", (kind, state, url) => {
  expect(readCreative({ ...BANNER, ...state }, kind)).toMatchObject({ url });
});

const SAVED: Draft = {
  ...NEW_DRAFT,
  name: "Spring",
  price: "2.50",
  from: "2026-03-01",
  to: "2026-03-31",
  daily: "10",
  total: "100",
  dailyCap: "5",
  totalCap: "50",
  custom: [{ key: "color", values: ["red"] }],
  times: { timezone: "UTC", weekdays: ["monday"], hours: [8] },
};

test.each<[Partial<Draft>, object]>([
  [{ from: "" }, { from: null }],
  [{ to: "" }, { to: null }],
  [{ from: "2026-04-01" }, { from: "2026-04-01" }],
  [{ daily: "" }, { budget: { daily: null } }],
  [{ total: "1,5" }, { budget: { total: "1.5" } }],
  [{ dailyCap: "" }, { caps: { daily: null } }],
  [{ totalCap: "60" }, { caps: { total: 60 } }],
  [{ price: "3,00" }, { pricing: { model: "cpm", price: "3.00" } }],
  [{ times: undefined }, { targeting: expect.objectContaining({ times: null }) }],
  [{ custom: [] }, { targeting: expect.objectContaining({ custom: { color: null } }) }],
])("a campaign edited by %j is changed by %j alone", (edits, patch) => {
  expect(writePatch(edits, { ...SAVED, ...edits }, SAVED)).toEqual(patch);
});

test("amounts are written as the language does, and saved as the service expects", () => {
  const draft = { ...NEW_DRAFT, name: "New", price: "2.50", daily: "10", total: "99.90" };
  const german = localizeAmounts(draft, true);
  expect([german.price, german.daily, german.total]).toEqual(["2,50", "10", "99,90"]);
  expect(localizeAmounts(draft, false)).toEqual(draft);
  expect(checkDraft(german)).not.toHaveProperty("price");
  expect(writeNew(german, 3, true)).toMatchObject({
    pricing: { price: "2.50" },
    budget: { daily: "10", total: "99.90" },
  });
});
