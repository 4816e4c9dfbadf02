/** Which zones, campaigns and creatives need somebody, and in which account. */
import { expect, test } from "vitest";
import type { Activity, CampaignActivity, ZoneActivity } from "../../../src/protocol/management.ts";
import { findProblems } from "../../../src/service/alerts/findProblems.ts";
import { type Catalogue, parseCatalogue } from "../../../src/service/catalogue/catalogue.ts";
import { listApprovals } from "../../../src/service/management/approvals.ts";
import { runAtOnce } from "../../../src/service/runtime/slices.ts";
import { aNetwork, aNetworkCampaign, CREATIVE, NETWORK } from "../support/catalogue.ts";

const NOW = Date.parse("2026-11-30T07:12:00Z");
const SILENT: ZoneActivity = { id: 1, requests: 0, filled: 0, last_request: "2026-11-28T00:00:00.000Z" };

function find(
  { zones = [], campaigns = [] }: Partial<Activity>,
  { catalogue = parseCatalogue(aNetwork()), viewer = 1 }: { catalogue?: Catalogue; viewer?: number } = {},
) {
  const account = catalogue.accounts.get(viewer);
  if (!account) throw new Error(`There is no account ${viewer}.`);
  const { entries: approvals } = runAtOnce(listApprovals(account, catalogue, { limit: 100, offset: 0 }));
  return findProblems(account, {
    activity: { zones, campaigns, sizes: [] },
    approvals,
    catalogue,
    now: NOW,
  });
}

test("a network's silent zone names its site and the publisher", () => {
  expect(find({ zones: [SILENT] }).silent).toEqual([
    { key: "1", id: 1, name: "Top", parent: "News", owner: "Publisher" },
  ]);
});

test("a publisher's silent zone names no owner", () => {
  expect(find({ zones: [SILENT] }, { viewer: 2 }).silent).toEqual([
    { key: "1", id: 1, name: "Top", parent: "News", owner: undefined },
  ]);
});

test.each<[string, Partial<ZoneActivity>, object?]>([
  ["that had a request in the last 24 hours", { requests: 1, last_request: "2026-11-30T07:00:00.000Z" }],
  ["that never had a request", { last_request: null }],
  ["whose last request was more than a week before that day", { last_request: "2026-11-21T00:00:00.000Z" }],
  ["that is archived", {}, { zones: [{ id: 1, site: 1, name: "Top", size: "1x1", deleted: true }] }],
  [
    "on an archived site",
    {},
    { sites: [{ id: 1, account: 2, name: "News", hostname: "a.example", deleted: true }] },
  ],
  ["of a suspended publisher", {}, { accounts: NETWORK.map((one) => ({ ...one, suspended: one.id === 2 })) }],
  ["that the catalogue no longer has", { id: 7 }],
])("a zone %s is not silent", (_, activity, entries) => {
  const catalogue = parseCatalogue(aNetwork(entries));
  expect(find({ zones: [{ ...SILENT, ...activity }] }, { catalogue }).silent).toEqual([]);
});

test("a zone whose last request was at the beginning of the week before is silent", () => {
  expect(find({ zones: [{ ...SILENT, last_request: "2026-11-22T00:00:00.000Z" }] }).silent).toHaveLength(1);
});

const RUNNING: CampaignActivity = {
  id: 5,
  state: "running",
  impressions_today: 10,
  impressions_total: 100,
  cost_today: "0.02",
  cost_total: "0.2",
  elapsed_today: 0.3,
};

function findCampaign(fields: object, activity: Partial<CampaignActivity>) {
  const catalogue = parseCatalogue(aNetwork({ campaigns: [aNetworkCampaign(5, fields)] }));
  const { silent, waiting, ...found } = find({ campaigns: [{ ...RUNNING, ...activity }] }, { catalogue });
  expect([silent, waiting]).toEqual([[], []]);
  return found;
}

const forecast = (share: number) => ({
  progress: { of: "cap", expected: 0.5, delivered: 0.4, forecast: share } as const,
});
const PROBLEM = { key: "5", id: 5, name: "Campaign 5", owner: "Advertiser" };

test.each([
  [0.5, { isMinor: false }],
  [0.899, { isMinor: false }],
  [0.9, { isMinor: true }],
  [0.989, { isMinor: true }],
])("a campaign with the forecast %s will miss its total", (share, more) => {
  const late = { ...PROBLEM, forecast: share, to: "2026-12-24", ...more };
  expect(findCampaign({ to: "2026-12-24", caps: { total: 250 } }, forecast(share))).toEqual({
    late: [late],
    finished: [],
  });
});

test.each<[string, object, Partial<CampaignActivity>, object?]>([
  ["that will reach its total", { to: "2026-12-24", caps: { total: 250 } }, forecast(1)],
  ["without a forecast", {}, {}],
  ["that has used up its daily cap only", { caps: { daily: 10, total: 250 } }, { state: "spent" }],
  ["that has used up its daily budget only", { budget: { daily: "0.02", total: "9" } }, { state: "spent" }],
  ["whose daily budget pays no impression", { budget: { daily: "0.001", total: "9" } }, { state: "spent" }],
  ["whose daily cap is 0", { caps: { daily: 0, total: 250 } }, { state: "spent" }],
  ["that ended more than a week ago", { to: "2026-11-22" }, { state: "ended" }],
  ["that is paused after its end", { to: "2026-11-29", active: false }, { state: "paused" }],
  ["of a suspended account", { to: "2026-11-29" }, { state: "suspended" }],
  ["that is archived", { to: "2026-11-29", deleted: true }, { state: "archived" }],
])("a campaign %s is no problem", (_, fields, activity) => {
  expect(findCampaign(fields, activity)).toEqual({ late: [], finished: [] });
});

test.each<[string, object, Partial<CampaignActivity>, object]>([
  ["that ended yesterday", { to: "2026-11-29" }, { state: "ended" }, { ended: "2026-11-29" }],
  ["that ended a week ago", { to: "2026-11-23" }, { state: "ended" }, { ended: "2026-11-23" }],
  ["that has reached its total cap", { caps: { total: 100 } }, { state: "spent" }, {}],
  ["that has used up its total budget", { budget: { total: "0.2" } }, { state: "spent" }, {}],
  [
    "that ended with its total budget used up",
    { to: "2026-11-29", budget: { total: "0.201" } },
    { state: "ended" },
    {},
  ],
  [
    "that has used up its total and would be late otherwise",
    { to: "2026-12-24", caps: { total: 100 } },
    { state: "spent", ...forecast(0.5) },
    {},
  ],
])("a campaign %s has finished, once", (_, fields, activity, more) => {
  expect(findCampaign(fields, activity)).toEqual({ late: [], finished: [{ ...PROBLEM, ...more }] });
});

test("a waiting creative names its campaign and owner, and a version sent later is another problem", () => {
  const waiting = (id: number, more: object = {}) => ({
    id,
    ...CREATIVE,
    review: "waiting",
    sentAt: "2026-11-29T10:00:00.000Z",
    ...more,
  });
  const pending = { ...CREATIVE, review: "waiting", sentAt: "2026-11-29T11:00:00.000Z" };
  const variations = [
    waiting(1, { name: "Autumn" }),
    waiting(2),
    { id: 3, name: "Winter", ...CREATIVE, pending },
    { id: 4, ...CREATIVE },
  ];
  const catalogue = parseCatalogue(aNetwork({ campaigns: [aNetworkCampaign(5, { variations })] }));
  const parts = { parent: "Campaign 5", owner: "Advertiser" };
  expect(find({}, { catalogue }).waiting).toEqual([
    { key: "1 2026-11-29T10:00:00.000Z", id: 1, name: "Autumn", ...parts },
    { key: "2 2026-11-29T10:00:00.000Z", id: 2, name: "300x250", ...parts },
    { key: "3 2026-11-29T11:00:00.000Z", id: 3, name: "Winter", ...parts },
  ]);
});
