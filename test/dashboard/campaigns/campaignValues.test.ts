import { expect, test } from "vitest";
import { checkCampaign } from "../../../src/dashboard/campaigns/campaignFields.ts";
import {
  type CampaignValues,
  NEW_CAMPAIGN,
  toCreativeValues,
  writeCreative,
  writeCreativePatch,
  writeEstimate,
  writeNew,
  writePatch,
} from "../../../src/dashboard/campaigns/campaignValues.ts";
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

const VALUES = toCreativeValues(BANNER, "network");

test.each([
  [{}, {}],
  [{ url: "https://shop.example/sale" }, { url: "https://shop.example/sale" }],
  [{ active: false }, { active: false }],
  [{ name: " Sale " }, { name: "Sale" }],
  [{ weight: "3" }, { weight: 3 }],
  [{ image: "/banners/b.png", animated: true }, { image: "/banners/b.png" }],
])("editing a creative by %j sends only the patch %j", (edited, patch) => {
  expect(writeCreativePatch({ ...VALUES, ...edited }, VALUES)).toEqual(patch);
});

test("an emptied name is removed, and a copy keeps weight and pause", () => {
  expect(writeCreativePatch(VALUES, { ...VALUES, name: "Sale" })).toEqual({ name: null });
  const { id: _id, version: _version, ...copied } = { ...VALUES, weight: "3", active: false };
  const { image, size, url } = BANNER;
  expect(writeCreative(copied)).toEqual({ image, size, url, weight: 3, active: false });
  expect(writeCreative(VALUES)).toEqual({ image, size, url });
});

const SENT = { image: "/banners/b.png", size: "300x250", url: "https://shop.example/sale" };

test.each<[AccountKind, Partial<Creative>, string]>([
  ["advertiser", { pending: { ...SENT, review: "waiting" } }, SENT.url],
  ["advertiser", { pending: { ...SENT, review: "rejected" } }, SENT.url],
  ["advertiser", { review: "waiting" }, BANNER.url],
  ["advertiser", {}, BANNER.url],
  ["network", { pending: { ...SENT, review: "waiting" } }, BANNER.url],
])("the %s's form of a creative with %j shows the URL %s", (kind, state, url) => {
  expect(toCreativeValues({ ...BANNER, ...state }, kind)).toMatchObject({ url });
});

const SAVED: CampaignValues = {
  ...NEW_CAMPAIGN,
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

test.each<[Partial<CampaignValues>, object]>([
  [{ from: "" }, { from: null }],
  [{ to: "" }, { to: null }],
  [{ from: "2026-04-01" }, { from: "2026-04-01" }],
  [{ daily: "" }, { budget: { daily: null } }],
  [{ total: "1.5" }, { budget: { total: "1.5" } }],
  [{ dailyCap: "" }, { caps: { daily: null } }],
  [{ totalCap: "60" }, { caps: { total: 60 } }],
  [{ price: "3.00" }, { pricing: { price: "3.00" } }],
  [{ times: undefined }, { targeting: { times: null } }],
  [{ custom: [] }, { targeting: { custom: { color: null } } }],
  [{ name: " Spring ", priority: " 0", custom: [...SAVED.custom] }, {}],
])("the edits %j send only the changes %j", (edits, patch) => {
  expect(writePatch({ ...SAVED, ...edits }, SAVED)).toEqual(patch);
});

test("saving or copying a campaign does not change amounts that were not edited", () => {
  const values = { ...SAVED, price: "1.234", creatives: [toCreativeValues(BANNER, "network")] };
  expect(writePatch({ ...values, name: "Summer" }, values)).toEqual({ name: "Summer" });
  expect(writePatch({ ...values, model: "cpc" }, values)).toEqual({ pricing: { model: "cpc" } });
  expect(writeNew(values, 3, true)).toMatchObject({ pricing: { price: "1.234" }, budget: { daily: "10" } });
});

test("invalid amounts are refused and left out of estimates", () => {
  const values = { ...SAVED, price: { typed: "1.000" }, daily: { typed: "ten" } };
  expect(checkCampaign(values)).toMatchObject({ price: "amount", daily: "amount" });
  const { pricing, budget } = writeEstimate(values, 3);
  expect([pricing, budget]).toEqual([undefined, { total: "100" }]);
});

test("a first or last day before 2000 is refused unless it is already saved", () => {
  const early = { ...SAVED, from: "0026-01-01", to: "1999-12-31" };
  expect(checkCampaign(early, SAVED)).toMatchObject({ from: "day", to: "day" });
  expect(checkCampaign(early)).toMatchObject({ from: "day", to: "day" });
  expect(checkCampaign({ ...early, from: "2000-01-01" }, early)).toEqual({ to: "order" });
});

test("a new campaign is sent without the fields that have their defaults", () => {
  const values = { ...NEW_CAMPAIGN, name: "Spring", price: "2", custom: [{ key: "color", values: ["red"] }] };
  expect(writeNew(values, 3, true)).toEqual({
    account: 3,
    name: "Spring",
    pricing: { model: "cpm", price: "2" },
    targeting: { custom: { color: ["red"] } },
    variations: [],
  });
  expect(writeNew(values, 3, false)).toMatchObject({ active: false });
});
