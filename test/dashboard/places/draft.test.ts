import { expect, test } from "vitest";
import {
  checkDraft,
  type Draft,
  type DraftCreative,
  isAddress,
  NEW_DRAFT,
  NO_TARGETING,
  readCampaign,
  writeCreative,
  writeEstimate,
  writeNew,
  writePatch,
} from "../../../src/dashboard/places/draft.ts";
import type { Campaign, Creative, Targeting } from "../../../src/protocol/management.ts";

const BANNER: DraftCreative = {
  ...{ name: "", image: "/creatives/a.png", size: "300x250", url: "https://shop.example/" },
  ...{ active: true, review: "approved" },
};
/** The least that a campaign needs. */
const LEAST: Draft = { ...NEW_DRAFT, name: "Autumn", price: "2.50", creatives: [BANNER] };
const TARGETING: Targeting = { ...NO_TARGETING, countries: ["DEU"], custom: { topic: ["cars"] } };
const TIMES = { timezone: "UTC", weekdays: ["monday" as const], hours: [9] };
const FULL: Draft = {
  ...LEAST,
  ...{ from: "2026-10-01", to: "2026-10-31", keywords: ["shoes"], negativeKeywords: ["boots"] },
  ...{ targeting: TARGETING, daily: "5", total: "100,5", dailyCap: "10", totalCap: "1000" },
  ...{ spread: "even", priority: "-2", weight: "30" },
};

const CREATIVE: Creative = {
  ...{ id: 7, image: "/creatives/a.png", size: "300x250", url: "https://shop.example/" },
  ...{ weight: 1, active: false, review: "waiting" },
};
const CAMPAIGN: Campaign = {
  ...{ id: 1, account: 2, name: "Autumn", active: true, deleted: false },
  ...{ pricing: { model: "cpc", price: "0.10" }, priority: -2, keywords: ["shoes"], negativeKeywords: [] },
  ...{ targeting: TARGETING, budget: { total: "9" }, caps: { daily: 0 }, frequency: [] },
  ...{ weight: 30, spread: "even", from: "2026-10-01", variations: [] },
};

test("a new draft wants a name, a price and a banner, and nothing else", () => {
  expect(checkDraft(NEW_DRAFT)).toEqual({ name: "required", price: "amount", creatives: "banner" });
  expect(checkDraft(LEAST)).toEqual({});
  expect(checkDraft(FULL)).toEqual({});
});

test.each(["2", "2.5", "2,5", " 2.50 ", "123456789.123456789", "0"])("%j is an amount", (amount) => {
  expect(checkDraft({ ...LEAST, price: amount, daily: amount, total: amount })).toEqual({});
});

test.each(["x", "-1", "1.", ".5", "1.2.3", "1,2,3", "1234567890", "1.1234567890", "1x", "x1"])(
  "%j is no amount, in whatever field",
  (amount) => {
    const problems = checkDraft({ ...LEAST, price: amount, daily: amount, total: amount });
    expect(problems).toEqual({ price: "amount", daily: "amount", total: "amount" });
  },
);

test.each(["x", "-1", "1.5", "1x", "x1", "1234567890123"])("%j is no number of impressions", (count) => {
  const problems = checkDraft({ ...LEAST, dailyCap: count, totalCap: count });
  expect(problems).toEqual({ dailyCap: "count", totalCap: "count" });
});

test("numbers of impressions may have blanks around them, and none is no cap", () => {
  expect(checkDraft({ ...LEAST, dailyCap: " 1 ", totalCap: "123456789012" })).toEqual({});
});

test.each(["", "x", "1.5", "12345", "1x", "x1", "--1"])("%j is no priority", (priority) => {
  expect(checkDraft({ ...LEAST, priority })).toEqual({ priority: "count" });
});

test.each(["0", "-9999", "9999", " 7 "])("%j is a priority", (priority) => {
  expect(checkDraft({ ...LEAST, priority })).toEqual({});
});

test.each(["", "x", "0", "-1", "01", "12345678", "1x", "x1"])("%j is no weight", (weight) => {
  expect(checkDraft({ ...LEAST, weight })).toEqual({ weight: "count" });
});

test.each(["1", "1000000", " 7 "])("%j is a weight", (weight) => {
  expect(checkDraft({ ...LEAST, weight })).toEqual({});
});

test("a name of blanks is none, and a problem of a banner says which one has it", () => {
  expect(checkDraft({ ...LEAST, name: "  " })).toEqual({ name: "required" });
  const creatives = [BANNER, { ...BANNER, url: "shop.example" }];
  expect(checkDraft({ ...LEAST, creatives })).toEqual({ "variations.1.url": "address" });
});

test.each([
  ["https://shop.example", true],
  ["HTTP://shop.example/a?b", true],
  ["shop.example", false],
  ["ftp://shop.example", false],
  ["javascript:alert(1)//https://x.example", false],
  ["https://", false],
  ["", false],
])("%j is an address that a click may lead to: %s", (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});

test("a new campaign says what was entered, and leaves out what it would have anyway", () => {
  const variations = [{ image: "/creatives/a.png", size: "300x250", url: "https://shop.example/" }];
  const least = { account: 3, name: "Autumn", pricing: { model: "cpm", price: "2.50" }, variations };
  expect(writeNew(LEAST, 3, true)).toEqual(least);
  expect(writeNew({ ...LEAST, name: " Autumn ", price: " 2,50" }, 3, true)).toEqual(least);
  expect(writeNew(LEAST, 3, false)).toEqual({ ...least, active: false });
  expect(writeNew(FULL, 3, true)).toEqual({
    ...least,
    ...{ from: "2026-10-01", to: "2026-10-31", keywords: ["shoes"], negativeKeywords: ["boots"] },
    targeting: { countries: ["DEU"], custom: { topic: ["cars"] } },
    ...{ budget: { daily: "5", total: "100.5" }, caps: { daily: 10, total: 1000 } },
    ...{ spread: "even", priority: -2, weight: 30 },
  });
});

test("a new campaign has the one amount or cap that was entered", () => {
  expect(writeNew({ ...LEAST, daily: "5", totalCap: "9" }, 3, true)).toMatchObject({
    budget: { daily: "5" },
    caps: { total: 9 },
  });
  const other = writeNew({ ...LEAST, total: "5", dailyCap: "9" }, 3, true);
  expect([other.budget, other.caps]).toEqual([{ total: "5" }, { daily: 9 }]);
});

test("times of the week are targeting as well", () => {
  const targeting = { ...NO_TARGETING, times: TIMES };
  expect(writeNew({ ...LEAST, targeting }, 3, true).targeting).toEqual({ times: TIMES });
});

test("a banner says its name when it has one, and not what its network decides", () => {
  const { image, size, url } = BANNER;
  expect(writeCreative(BANNER)).toEqual({ image, size, url });
  expect(writeCreative({ ...BANNER, name: "Blue" })).toEqual({ image, size, url, name: "Blue" });
});

test("a draft of a campaign has its values as texts, and nothing where it has none", () => {
  expect(readCampaign(CAMPAIGN, [])).toEqual({
    ...{ name: "Autumn", model: "cpc", price: "0.10", from: "2026-10-01", to: "" },
    ...{ keywords: ["shoes"], negativeKeywords: [], targeting: TARGETING },
    ...{ daily: "", total: "9", dailyCap: "0", totalCap: "", spread: "even", priority: "-2", weight: "30" },
    creatives: [],
  });
  const { from: _, ...other } = CAMPAIGN;
  const draft = readCampaign({ ...other, to: "2026-10-31", budget: { daily: "1" }, caps: { total: 5 } }, []);
  expect(draft).toMatchObject({
    from: "",
    to: "2026-10-31",
    daily: "1",
    total: "",
    dailyCap: "",
    totalCap: "5",
  });
});

test("a draft has the banners with their numbers and versions", () => {
  const { weight: _, ...shown } = CREATIVE;
  const { creatives } = readCampaign(CAMPAIGN, [CREATIVE, { ...CREATIVE, name: "Blue", version: "v1" }]);
  expect(creatives).toEqual([
    { ...shown, name: "" },
    { ...shown, name: "Blue", version: "v1" },
  ]);
});

test("a change says what was edited, and nothing of what was not", () => {
  expect(writePatch({}, FULL)).toEqual({});
  const patchOf = (name: keyof Draft) => writePatch({ [name]: FULL[name] }, FULL);
  expect(patchOf("name")).toEqual({ name: "Autumn" });
  expect(writePatch({ name: " x " }, { ...FULL, name: " x " })).toEqual({ name: "x" });
  const pricing = { model: "cpm", price: "2.50" };
  expect([patchOf("price"), patchOf("model")]).toEqual([{ pricing }, { pricing }]);
  expect(patchOf("from")).toEqual({ from: "2026-10-01" });
  expect(patchOf("to")).toEqual({ to: "2026-10-31" });
  expect(patchOf("keywords")).toEqual({ keywords: ["shoes"] });
  expect(patchOf("negativeKeywords")).toEqual({ negativeKeywords: ["boots"] });
  expect(patchOf("targeting")).toEqual({ targeting: TARGETING });
  expect(patchOf("daily")).toEqual({ budget: { daily: "5" } });
  expect(patchOf("total")).toEqual({ budget: { total: "100.5" } });
  expect(patchOf("dailyCap")).toEqual({ caps: { daily: 10 } });
  expect(patchOf("totalCap")).toEqual({ caps: { total: 1000 } });
  expect(patchOf("spread")).toEqual({ spread: "even" });
  expect(patchOf("priority")).toEqual({ priority: -2 });
  expect(patchOf("weight")).toEqual({ weight: 30 });
  expect(patchOf("creatives")).toEqual({});
});

test("a value that was emptied is taken out of the campaign", () => {
  const empty = { from: "", to: "", daily: "", total: "", dailyCap: "", totalCap: "" };
  expect(writePatch(empty, { ...FULL, ...empty })).toEqual({
    ...{ from: null, to: null },
    ...{ budget: { daily: null, total: null }, caps: { daily: null, total: null } },
  });
});

test("an estimate is made of what is valid already", () => {
  const empty = { sizes: [], targeting: {}, budget: {}, caps: {} };
  expect(writeEstimate(NEW_DRAFT, undefined)).toEqual(empty);
  const wrong = { daily: "x", total: "x", dailyCap: "x", totalCap: "x", price: "x" };
  expect(writeEstimate({ ...NEW_DRAFT, ...wrong }, 3)).toEqual({ ...empty, account: 3 });
  expect(writeEstimate(FULL, 3)).toEqual({
    ...{ account: 3, sizes: ["300x250"], targeting: { countries: ["DEU"], custom: { topic: ["cars"] } } },
    pricing: { model: "cpm", price: "2.50" },
    ...{ budget: { daily: "5", total: "100.5" }, caps: { daily: 10, total: 1000 } },
  });
});

test("an estimate asks for each size once, of the banners that are shown", () => {
  const sizes = ["728x90", "300x250", "728x90", "160x600"];
  const creatives = sizes.map((size) => ({ ...BANNER, size, active: size !== "160x600" }));
  expect(writeEstimate({ ...LEAST, creatives }, 3).sizes).toEqual(["300x250", "728x90"]);
});
