import { expect, test } from "vitest";
import {
  changeCampaign,
  type Progress,
  type Seen,
} from "../../../src/dashboard/campaigns/campaignRequests.ts";
import { type CampaignValues, toCampaignValues } from "../../../src/dashboard/campaigns/campaignValues.ts";
import type { Management } from "../../../src/statistics/index.ts";
import { StatisticsError } from "../../../src/statistics/statistics.ts";

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
  weight: 1,
  active: true,
};
const SEEN = { campaign: CAMPAIGN, creatives: [CREATIVE] } as unknown as Seen;

/** Creates a client that records changes. `refuse`: throws for a change. */
function createManagement(refuse: (what: string, patch: object) => void = () => {}, current = CAMPAIGN) {
  const calls: [what: string, sent: object][] = [];
  const record = (what: string) => async (entry: object, patch?: object) => {
    refuse(what, patch ?? entry);
    calls.push([what, patch ?? entry]);
    return { ...CREATIVE, ...(patch ? { ...entry, ...patch, version: "2" } : { ...entry, id: 4 }) };
  };
  const management = {
    campaigns: { get: async () => current, change: record("campaign") },
    creatives: () => ({
      list: async () => ({ entries: [CREATIVE] }),
      change: record("creative"),
      create: record("new creative"),
    }),
  } as unknown as Management;
  return { management, calls };
}

const values = toCampaignValues(SEEN.campaign, SEEN.creatives, "network");
const [creative] = values.creatives;
const added = {
  name: "",
  image: "/b.png",
  size: "300x250",
  url: "https://shop.example/b",
  weight: "1",
  active: true,
} as const;

const start = (): Progress => ({ creatives: new Map(), campaign: SEEN.campaign });

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
  await changeCampaign(management, SEEN, { ...values, ...(edits as object) }, "network", start());
  expect(calls).toEqual(expected);
});

const sale = { ...creative, url: "https://shop.example/sale" } as CampaignValues["creatives"][number];

test("creatives are saved before the campaign, and it stays unchanged when one is refused", async () => {
  const edited = { ...values, name: "Summer", creatives: [sale, added] };
  const { management, calls } = createManagement();
  await changeCampaign(management, SEEN, edited, "network", start());
  expect(calls.map(([what]) => what)).toEqual(["creative", "new creative", "campaign"]);

  const problems = [{ path: "[url]", keys: ["url"], message: "No." }];
  const refusing = createManagement((what) => {
    if (what === "new creative") throw new StatisticsError("validation", "No.", { status: 400, problems });
  });
  const progress = start();
  const change = changeCampaign(refusing.management, SEEN, edited, "network", progress);
  await expect(change).rejects.toMatchObject({
    code: "validation",
    status: 400,
    problems: [{ keys: ["variations", "1", "url"], message: "No." }],
  });
  expect(refusing.calls.map(([what]) => what)).toEqual(["creative"]);
  expect([...progress.creatives.keys()]).toEqual([0]);
});

test.each([
  ["current", "only its creatives differ", { variations: [] }, "2"],
  ["seen", "another user changed its name", { name: "Theirs" }, "1"],
])("the campaign is sent with its %s version when %s", async (_which, _when, changes, version) => {
  const current = { ...CAMPAIGN, ...changes, version: "2" };
  const versions: unknown[] = [];
  const { management } = createManagement(() => {}, current);
  const { change } = management.campaigns;
  management.campaigns.change = (seen, patch) => {
    versions.push(seen.version);
    return change(seen, patch);
  };
  const progress = start();
  await changeCampaign(management, SEEN, { ...values, name: "Summer" }, "network", progress);
  expect(versions).toEqual([version]);
  // Another try, after a lost answer, must name the same version.
  expect(progress.campaign.version).toBe(version);
});
