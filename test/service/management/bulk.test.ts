/** Bulk changes: all entries change or none does, with a reason for each refused entry. */
import { expect, test } from "vitest";
import { CatalogueError } from "../../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { explainEach, patchEntries } from "../../../src/service/management/bulk.ts";
import { BusyError } from "../../../src/service/runtime/gate.ts";
import { aNetwork, aNetworkCampaign, getAccount, NETWORK } from "../support/catalogue.ts";
import { type Managed, manage } from "./support.ts";

const START = aNetwork({
  accounts: [...NETWORK, { id: 4, name: "Other advertiser", role: "advertiser", network: 1 }],
  zones: [1, 2].map((id) => ({ id, site: 1, name: `Zone ${id}`, size: "300x250" })),
  campaigns: [
    aNetworkCampaign(5, { budget: { daily: "5" }, from: "2026-11-10" }),
    aNetworkCampaign(6),
    aNetworkCampaign(7, { account: 4, budget: { daily: "9" } }),
  ],
});

const CAMPAIGNS = "/v2/campaigns/bulk";

async function readVersions(managed: Managed, kind: string): Promise<Map<number, string>> {
  const { json } = await managed.send(1, "GET", `/v2/${kind}`);
  return new Map(json.result.map(({ id, version }: { id: number; version: string }) => [id, version]));
}

const any = (ids: readonly number[], patch: object) => ({ ids, versions: ids.map(() => "*"), patch });

test.each([
  ["sites", [1], { deleted: true }],
  ["zones", [2, 1], { deleted: true }],
  ["campaigns", [5, 6, 7], { active: false, budget: { daily: "10" } }],
])(
  "a bulk change of %s applies the patch to each entry and returns the new versions",
  async (kind, ids, patch) => {
    const managed = await manage(START);
    const seen = await readVersions(managed, kind);
    const body = { ids, versions: ids.map((id) => seen.get(id)), patch };
    const { status, json } = await managed.send(1, "POST", `/v2/${kind}/bulk`, body);
    expect(status).toBe(200);
    for (const { id, version } of json.result) {
      const one = await managed.send(1, "GET", `/v2/${kind}/${id}`);
      expect(one.json.result).toMatchObject({ ...patch, version });
    }
    expect(json.result.map(({ id }: { id: number }) => id)).toEqual(ids);
  },
);

test("a bulk change with refused entries changes nothing and returns a reason for each of them", async () => {
  const managed = await manage(START);
  const seen = await readVersions(managed, "campaigns");
  await managed.send(1, "PATCH", "/v2/campaigns/6", { name: "Renamed" }, { "If-Match": "*" });
  const ids = [5, 6, 99];
  const body = { ids, versions: ids.map((id) => seen.get(id) ?? "*"), patch: { active: false } };
  const { status, json } = await managed.send(1, "POST", CAMPAIGNS, body);
  expect([status, json]).toEqual([
    409,
    {
      message: "Nothing was changed.",
      errors: [
        {
          "[ids][1]":
            "Someone else changed this after you loaded it. Load it again, then repeat your change.",
        },
        { "[ids][2]": "There is no campaign 99." },
      ],
    },
  ]);
  expect((await managed.saved()).campaigns.map(({ active }: { active?: boolean }) => active)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a refusal by the catalogue names the affected entries", async () => {
  const managed = await manage(START);
  const before = await managed.send(1, "POST", CAMPAIGNS, any([5, 6], { to: "2026-11-09" }));
  expect([before.status, before.json.errors]).toEqual([
    409,
    [{ "[ids][0]": "[to] The last day is before the first." }],
  ]);
  const wrong = await managed.send(1, "POST", CAMPAIGNS, any([6, 7], { weight: -1 }));
  expect(wrong.json.errors.map(Object.keys)).toEqual([["[ids][0]"], ["[ids][1]"]]);
  expect(await managed.saved()).toMatchObject(START);
});

test("a refusal because of a missing image names no folder of the server", () => {
  const problem = { code: "image-missing-in", name: "a.png", folders: ["/srv/ads"] } as const;
  const change = { ids: [5], versions: ["*"], patch: {} };
  const error = new CatalogueError([{ keys: ["campaigns", 0, "variations", 0, "image"], problem }]);
  const { entries } = explainEach(error, "campaigns", change, toDocument(START));
  expect(entries).toEqual([
    { path: "[ids][0]", problem: { code: "image-missing", name: "a.png", field: "[variations][0][image]" } },
  ]);
});

test("an advertiser's bulk change is limited to its own campaigns and cannot raise budgets", async () => {
  const managed = await manage(START);
  const own = await managed.send(3, "POST", CAMPAIGNS, any([5, 6], { active: false }));
  expect(own.status).toBe(200);
  const raised = await managed.send(3, "POST", CAMPAIGNS, any([5, 7], { budget: { daily: "6" } }));
  expect(raised.json.errors).toEqual([
    { "[ids][0]": "Only your network may raise or remove this." },
    { "[ids][1]": "There is no campaign 7." },
  ]);
  const forbidden = await managed.send(3, "POST", CAMPAIGNS, any([5], { weight: 3 }));
  expect([forbidden.status, forbidden.json.errors]).toEqual([
    403,
    [{ "[weight]": "Your account may not set this field." }],
  ]);
});

const IDS = "Expected 1 to 1000 different ids.";
const VERSIONS = "Expected the version of each entry, in the order of the ids.";
const many = Array.from({ length: 1001 }, (_, at) => at + 1);
test.each<[string, unknown, object]>([
  ["a body that is no object", [], { "[body]": "Expected an object." }],
  ["no ids", any([], {}), { "[ids]": IDS }],
  ["a repeated id", any([5, 5], {}), { "[ids]": IDS }],
  ["more than 1,000 ids", any(many, {}), { "[ids]": IDS }],
  ["an id that is no number", { ids: ["5"], versions: ["*"], patch: {} }, { "[ids][0]": IDS }],
  ["fewer versions than ids", { ids: [5, 6], versions: ["*"], patch: {} }, { "[versions]": VERSIONS }],
  [
    "a version of 513 characters",
    { ids: [5], versions: ["x".repeat(513)], patch: {} },
    { "[versions][0]": VERSIONS },
  ],
  ["no patch", { ids: [5], versions: ["*"] }, { "[patch]": "This field is missing." }],
  ["a patch that is no object", any([5], []), { "[body]": "Expected an object." }],
])("a bulk change with %s is refused", async (_what, body, problem) => {
  const managed = await manage(START);
  const { status, json } = await managed.send(1, "POST", CAMPAIGNS, body);
  expect([status, json.errors[0]]).toEqual([400, problem]);
});

test("a bulk change of 1,000 campaigns is one entry of the change log", async () => {
  const ids = Array.from({ length: 1_000 }, (_, at) => at + 1);
  const managed = await manage({
    ...START,
    campaigns: ids.map((id) => aNetworkCampaign(id, { account: id % 2 ? 3 : 4 })),
  });
  const seen = await readVersions(managed, "campaigns?limit=500");
  const body = { ids, versions: ids.map((id) => seen.get(id) ?? "*"), patch: { active: false } };
  expect((await managed.send(1, "POST", CAMPAIGNS, body)).status).toBe(200);
  const { json } = await managed.send(1, "GET", "/v2/changes");
  expect(json.request_metadata.count).toBe(1);
  expect(json.result[0]).toMatchObject({ kind: "campaigns", id: 1, ids, after: { active: false } });
  const own = await managed.send(1, "GET", "/v2/changes?kind=campaigns&id=8");
  expect(own.json.result).toMatchObject([{ id: 8, before: { id: 8 }, after: { id: 8, active: false } }]);
});

test("a bulk change repeated with the same Idempotency-Key is applied once", async () => {
  const managed = await manage(START);
  const send = () =>
    managed.send(1, "POST", CAMPAIGNS, any([5, 6], { active: false }), { "Idempotency-Key": "pause" });
  const first = await send();
  await managed.send(1, "PATCH", "/v2/campaigns/5", { active: true }, { "If-Match": "*" });
  expect((await send()).status).toBe(200);
  expect(first.json.result).toHaveLength(2);
  expect(managed.catalogue().campaigns.get(5)?.active).toBe(true);
});

test("a bulk change whose patch is too large for all of its entries is refused in words", async () => {
  const managed = await manage(START);
  const ids = Array.from({ length: 1000 }, (_, at) => at + 1);
  const keywords = Array.from({ length: 900 }, (_, at) => `keyword ${at}`);
  const { status, json } = await managed.send(1, "POST", CAMPAIGNS, any(ids, { keywords }));
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain("The change is too large for 1000 entries at once.");
});

test.each([
  ["keywords", { keywords: ["a", "b", "a"] }],
  ["targeting][custom][key", { targeting: { custom: { key: ["a", "a"] } } }],
  ["frequency", { frequency: Array(2).fill({ impressions: 1, seconds: 60 }) }],
])("a change with repeated values in %s is refused", async (path, patch) => {
  const managed = await manage(START);
  const { status, json } = await managed.send(1, "POST", CAMPAIGNS, any([5, 6], patch));
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain(`[${path}]`);
  expect(JSON.stringify(json)).toContain("Expected different values.");
});

test.each([
  ["accepted", "*"],
  ["refused", "wrong"],
])(
  "a bulk change whose entries are %s is built in a step for each, between which other work runs",
  async (_what, version) => {
    const campaigns = Array.from({ length: 100 }, (_, at) => aNetworkCampaign(at + 1));
    const { catalogue } = await manage({ ...START, campaigns });
    const ids = campaigns.map(({ id }) => id);
    const viewer = getAccount(catalogue());
    const change = { ids, versions: ids.map(() => version), patch: { name: "Renamed" } };
    const state = { document: toDocument({ campaigns }), catalogue: catalogue() };
    let steps = 0;
    const build = () => {
      for (const _ of patchEntries(viewer, "campaigns", change, state)) steps += 1;
    };
    if (version === "*") build();
    else expect(build).toThrow("Nothing was changed.");
    expect(steps).toBeGreaterThanOrEqual(100);
  },
);

test("bulk changes are made one at a time, accounts in turn, and single changes between them", async () => {
  const other = [
    { id: 9, name: "Other network", role: "network" },
    { id: 10, name: "Its advertiser", role: "advertiser", network: 9 },
  ];
  const accounts = [...START.accounts, ...other];
  const { management, catalogue } = await manage({
    ...START,
    accounts,
    campaigns: [...START.campaigns, aNetworkCampaign(20, { account: 10 })],
  });
  const order: string[] = [];
  const change = async (name: string, account: number, id: number) => {
    await management.changeMany(getAccount(catalogue(), account), "campaigns", any([id], { name }));
    order.push(name);
  };
  const first = Array.from({ length: 65 }, (_, at) => change(`a${at}`, 1, 5));
  await expect(change("late", 1, 5)).rejects.toThrow(new BusyError("bulk-changes"));
  const others = [
    change("b", 9, 20),
    management
      .change(getAccount(catalogue()), "campaigns", 6, "*", { name: "c" })
      .then(() => order.push("c")),
  ];
  await Promise.all([...first, ...others]);
  expect(order.indexOf("b")).toBeLessThan(4);
  expect(order.indexOf("c")).toBeLessThan(4);
});
