import { expect, test } from "vitest";
import { changeCampaign, type Seen } from "../../../src/dashboard/campaigns/campaignRequests.ts";
import { readCampaign } from "../../../src/dashboard/campaigns/campaignValues.ts";
import type { Management } from "../../../src/statistics/index.ts";

const CAMPAIGN = {
  id: 7,
  version: "1",
  name: "Spring",
  pricing: { model: "cpm", price: "2" },
  keywords: [],
  negativeKeywords: [],
  targeting: { custom: {} },
  budget: {},
  caps: {},
  frequency: [],
  spread: "asap",
  priority: 0,
  weight: 1,
};
const CREATIVE = {
  id: 3,
  version: "1",
  image: "/a.png",
  size: "300x250",
  url: "https://shop.example/",
  active: true,
};
const SEEN = { campaign: CAMPAIGN, creatives: [CREATIVE] } as unknown as Seen;

/** Creates a client that records changes. */
function createManagement() {
  const calls: unknown[] = [];
  const record = (what: string) => async (entry: object, patch?: object) => {
    calls.push([what, patch ?? entry]);
    return entry;
  };
  const management = {
    campaigns: { get: async () => CAMPAIGN, change: record("campaign") },
    creatives: () => ({
      list: async () => ({ entries: [CREATIVE] }),
      change: record("creative"),
      create: record("new creative"),
    }),
  } as unknown as Management;
  return { management, calls };
}

const values = readCampaign(SEEN.campaign, SEEN.creatives, "network");
const [creative] = values.creatives;
const added = {
  name: "",
  image: "/b.png",
  size: "300x250",
  url: "https://shop.example/b",
  active: true,
} as const;

test.each([
  ["no edits", {}, []],
  ["an edited name", { name: "Summer" }, [["campaign", { name: "Summer" }]]],
  [
    "an edited creative URL",
    { creatives: [{ ...creative, url: "https://shop.example/sale" }] },
    [["creative", { url: "https://shop.example/sale" }]],
  ],
  [
    "an added creative",
    { creatives: [creative, added] },
    [["new creative", { image: "/b.png", size: "300x250", url: "https://shop.example/b" }]],
  ],
])("saving a campaign with %s sends only the changed fields", async (_what, edits, expected) => {
  const { management, calls } = createManagement();
  await changeCampaign(management, SEEN, { ...values, ...(edits as object) }, "network");
  expect(calls).toEqual(expected);
});
