import { expect, test } from "vitest";
import {
  checkCampaign,
  checkLimits,
  findStep,
  nameField,
} from "../../../src/dashboard/campaigns/campaignFields.ts";
import { type CampaignValues, NEW_CAMPAIGN } from "../../../src/dashboard/campaigns/campaignValues.ts";

test.each([
  ["name", "name", "basics"],
  ["account", "account", "basics"],
  ["pricing.price", "price", "basics"],
  ["pricing", "model", "basics"],
  ["from", "from", "basics"],
  ["variations", "creatives", "creatives"],
  ["variations.0.url", "creatives.0.url", "creatives"],
  ["negativeKeywords.1", "negativeKeywords.1", "audience"],
  ["targeting.countries.0", "targeting.countries.0", "audience"],
  ["targeting.custom.color.0", "custom.color.0", "audience"],
  ["budget.daily", "daily", "budget"],
  ["caps.total", "totalCap", "budget"],
  ["weight", "weight", "budget"],
  ["whatever", "whatever", "budget"],
])("the service's problem with %s is shown at the field %s, in the step %s", (path, field, step) => {
  expect(nameField(path)).toBe(field);
  expect(findStep(field)).toBe(step);
});

const CREATIVE = {
  name: "",
  image: "/a.png",
  size: "300x250",
  url: "https://shop.example/",
  weight: "1",
  active: true,
};
const VALID: CampaignValues = { ...NEW_CAMPAIGN, name: "Spring", price: "2", creatives: [CREATIVE] };
const list = (length: number) => Array.from({ length }, (_, at) => `word ${at}`);
const custom = (key: string, values: string[]) => [{ key, values }];
const url = (address: string) => ({ creatives: [CREATIVE, { ...CREATIVE, url: address }] });

test.each<[Partial<CampaignValues>, object]>([
  [{}, {}],
  [{ name: " \u200b" }, { name: "required" }],
  [{ name: "a".repeat(501) }, { name: "long:500" }],
  [{ name: "a\u202eb" }, { name: "controls" }],
  [{ from: "2026-12-20", to: "2026-12-01" }, { to: "order" }],
  [{ from: "2026-12-20", to: "2026-12-20" }, {}],
  [{ to: "2026-12-20" }, {}],
  [{ to: "1999-12-31" }, { to: "day" }],
  [{ price: "1000000.01" }, { price: "many:1000000" }],
  [{ price: "0.0000001" }, { price: "decimals:6" }],
  [{ price: "0.0000001", model: "cpc" }, {}],
  [{ priority: "1001" }, { priority: "range:-1000:1000" }],
  [{ priority: "-1000" }, {}],
  [{ priority: "" }, { priority: "range:-1000:1000" }],
  [{ weight: "0" }, { weight: "range:1:1000000" }],
  [{ weight: "1000001" }, { weight: "range:1:1000000" }],
  [{ keywords: ["one two three four five six seven eight"] }, {}],
  [{ keywords: ["one two three four five six seven eight nine"] }, { keywords: "phrase:8" }],
  [{ negativeKeywords: ["!!!"] }, { negativeKeywords: "phrase:8" }],
  [{ keywords: ["a".repeat(501)] }, { keywords: "long:500" }],
  [{ keywords: list(1001) }, { keywords: "many:1000" }],
  [
    { targeting: { ...NEW_CAMPAIGN.targeting, countries: list(1001) } },
    { "targeting.countries": "many:1000" },
  ],
  [{ custom: custom("k".repeat(129), ["a"]) }, { "custom.0.key": "long:128" }],
  [{ custom: custom("k", ["a".repeat(1025)]) }, { "custom.0.values": "long:1024" }],
  [{ custom: custom("k", list(101)) }, { "custom.0.values": "many:100" }],
  [
    { custom: [...custom("k", ["a"]), ...custom(" k", [])] },
    { "custom.1.key": "twice", "custom.1.values": "values" },
  ],
  [{ creatives: [] }, { creatives: "banner" }],
  [{ creatives: list(101).map((name) => ({ ...CREATIVE, name })) }, { creatives: "many:100" }],
  [{ creatives: [{ ...CREATIVE, name: "a".repeat(501) }] }, { "creatives.0.name": "long:500" }],
  [{ creatives: [{ ...CREATIVE, name: "\u200b" }] }, { "creatives.0.name": "controls" }],
  [{ creatives: [{ ...CREATIVE, name: " a\n" }] }, {}],
  [{ creatives: [{ ...CREATIVE, weight: "0" }] }, { "creatives.0.weight": "range:1:1000000" }],
  [{ creatives: [{ ...CREATIVE, weight: "2.5" }] }, { "creatives.0.weight": "range:1:1000000" }],
  [url("shop.example"), { "creatives.1.url": "address" }],
  [url("https://user@shop.example/"), { "creatives.1.url": "unsafe" }],
  [url(`https://shop.example/${"ü".repeat(400)}`), { "creatives.1.url": "long:2048" }],
])("the values %j have the problems %j", (changes, problems) => {
  expect(checkCampaign({ ...VALID, ...changes })).toEqual(problems);
});

test("a problem that the saved campaign has does not prevent other changes", () => {
  const saved = { ...VALID, from: "1999-01-01", ...url("https://user@shop.example/") };
  expect(checkCampaign({ ...saved, name: "" }, saved)).toEqual({ name: "required" });
});

test.each<[Partial<CampaignValues>, object]>([
  [{ daily: "9.99" }, {}],
  [{ daily: "10.01" }, { daily: "raise" }],
  [{ daily: "" }, { daily: "raise" }],
  [{ total: "5" }, {}],
  [{ dailyCap: "1000" }, { dailyCap: "raise" }],
])(
  "an advertiser's edits %j of a daily budget of 10 and a daily cap of 999 have the problems %j",
  (edits, problems) => {
    const saved = { ...VALID, daily: "10", dailyCap: "999" };
    expect(checkLimits({ ...saved, ...edits }, saved)).toEqual(problems);
  },
);
