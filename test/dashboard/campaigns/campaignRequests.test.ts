import { expect, test, vi } from "vitest";
import {
  changeCampaign,
  type Progress,
  type Seen,
} from "../../../src/dashboard/campaigns/campaignRequests.ts";
import { type CampaignValues, toCampaignValues } from "../../../src/dashboard/campaigns/campaignValues.ts";
import type { Management } from "../../../src/statistics/index.ts";
import { StatisticsError } from "../../../src/statistics/statistics.ts";
import { CREATIVE, createCampaign } from "../createCampaign.ts";

const CAMPAIGN = createCampaign({ name: "Spring", variations: [] });
const SEEN: Seen = { campaign: CAMPAIGN, creatives: [CREATIVE] };

/** Creates a client that records changes. `refuse`: throws for a change. */
function createManagement(refuse: (what: string, patch: object) => void = () => {}, current = CAMPAIGN) {
  const calls: [what: string, sent: object][] = [];
  const record = (what: string) => async (entry: object, patch?: object) => {
    refuse(what, patch ?? entry);
    calls.push([what, patch ?? entry]);
    return { ...CREATIVE, ...(patch ? { ...entry, ...patch, version: "2" } : { ...entry, id: 4 }) };
  };
  const management = {} as Partial<Management> as Management;
  Object.assign(management, {
    campaigns: { get: async () => current, change: record("campaign") },
    creatives: () => ({
      list: async () => ({ entries: [CREATIVE] }),
      change: record("creative"),
      create: record("new creative"),
    }),
  });
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
  ["nobody changed anything", { version: "1" }, {}, ["1"], "1"],
  ["another user changed only creatives", { variations: [] }, {}, ["1", "2"], "2"],
  ["this save changed creatives", { variations: [] }, { creatives: [sale] }, ["2"], "2"],
  ["another user changed its name", { name: "Theirs" }, {}, ["1"], "conflict"],
  [
    "another user changed its name during this save",
    { name: "Theirs" },
    { creatives: [sale] },
    ["1"],
    "conflict",
  ],
])("when %s, a campaign is sent with the right version", async (_, changes, edits, sent, outcome) => {
  const current = { ...CAMPAIGN, version: "2", ...changes };
  const versions: unknown[] = [];
  const { management } = createManagement(() => {}, current);
  const { change } = management.campaigns;
  management.campaigns.change = async (seen, patch) => {
    versions.push(seen.version);
    if (seen.version !== current.version) throw new StatisticsError("conflict", "Changed.", { status: 412 });
    return change(seen, patch);
  };
  const get = vi.spyOn(management.campaigns, "get");
  const progress = start();
  const changed = changeCampaign(
    management,
    SEEN,
    { ...values, ...edits, name: "Summer" },
    "network",
    progress,
  );
  if (outcome === "conflict") await expect(changed).rejects.toMatchObject({ code: "conflict" });
  else await changed;
  expect(versions).toEqual(sent);
  // Another try, after a lost answer, must name the same version.
  expect(progress.campaign.version).toBe(sent.at(-1));
  // The answer of a save is loaded; the version before it only if it may be another one.
  expect(get).toHaveBeenCalledTimes(outcome === "1" || outcome === "conflict" ? 1 : 2);
});
