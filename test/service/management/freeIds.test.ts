/** New entries skip ids that facts, users or tokens of removed entries still use. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { IDS_FILE, RecordFile } from "../../../src/service/accounts/recordFile.ts";
import { applyFile } from "../../../src/service/catalogue/applyFile.ts";
import { createIdCounter, type Numbered } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { locateLiveCatalogue } from "../../../src/service/catalogue/logFiles.ts";
import { noteDays } from "../../../src/service/duckdb/dailySums.ts";
import { StoreError } from "../../../src/service/facts/eventStore.ts";
import type { Dimension } from "../../../src/service/facts/factTable.ts";
import type { Facts } from "../../../src/service/facts/sumFacts.ts";
import { FreeIds } from "../../../src/service/management/freeIds.ts";
import { SetupLink, SetupLinkFile } from "../../../src/service/management/setupLink.ts";
import { Users } from "../../../src/service/management/users.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import type { People } from "../../../src/service/people/people.ts";
import { createTaker } from "../../../src/service/people/takeSignIns.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { defer } from "../../support/defer.ts";
import { makeFolder } from "../../support/folder.ts";
import { aNetwork, CREATIVE } from "../support/catalogue.ts";
import { anAuthor } from "../support/changes.ts";
import { createFacts } from "../support/facts.ts";
import { testService } from "../support/service.ts";
import { manage } from "./support.ts";

const NOBODY = { users: new Map(), tokens: new Map(), taken: new Set() } as unknown as People;
const count = (column: Dimension, ids: readonly number[]) =>
  createFacts(ids.map((id) => ({ time: 0, values: { [column]: id }, counted: { ad_requests: 1 } })));
const entries = [{ id: 7 }, { id: 3 }];
/** Creates a finder for a catalogue whose highest id so far is 7. */
const aFinder = (facts: Facts, people = NOBODY) =>
  new FreeIds({ facts, people: () => people, getHighest: () => 7 }).find;

test.each<[Numbered, Dimension]>([
  ["accounts", "advertiser_id"],
  ["accounts", "publisher_id"],
  ["categories", "category_id"],
  ["carriers", "carrier_id"],
  ["regions", "region_id"],
  ["offers", "offer_id"],
  ["offerLandingPages", "offer_landing_page_id"],
  ["sites", "site_id"],
  ["zones", "zone_id"],
  ["campaigns", "campaign_id"],
  ["creatives", "variation_id"],
])("new %s skip only the ids that facts use in %s", async (kind, column) => {
  const ids = await aFinder(await count(column, [5, 8, 9, 11, 2_147_483_647]))(kind);
  const next = createIdCounter(entries, ids);
  expect([next(), next()]).toEqual([10, 12]);
  expect(createIdCounter([...entries, { id: 10 }], ids)()).toBe(12);
});

test.each([
  ["a user's membership", { users: new Map([[1, { id: 1, accounts: [{ account: 8, role: "owner" }] }]]) }],
  ["an API token", { tokens: new Map([[1, { id: 1, account: 8 }]]) }],
  ["a sign-in", { taken: new Set([8]) }],
])("a new account skips the id of an account that is still named by %s", async (_, known) => {
  const people = { ...NOBODY, ...known } as unknown as People;
  const ids = await aFinder(await createFacts([]), people)("accounts");
  expect(createIdCounter(entries, ids)()).toBe(9);
});

test("2,500 consecutive ids used by imports are skipped", async () => {
  const taken = Array.from({ length: 2500 }, (_, at) => 8 + at);
  const ids = await aFinder(await count("site_id", taken))("sites");
  expect(createIdCounter(entries, ids)()).toBe(2508);
});

test("a lookup covers as many ids as a file needs, above the ids in the file", async () => {
  const ids = await aFinder(await count("zone_id", [20, 4900]))("zones", { above: 19, count: 5000 });
  const next = createIdCounter([{ id: 19 }], ids);
  const given = Array.from({ length: 5000 }, next);
  expect([given[0], given.includes(4900), given.at(-1)]).toEqual([21, false, 5021]);
});

/** Wraps facts to count their queries. */
async function watchFacts(events: Parameters<typeof createFacts>[0] = []) {
  const { writeAnswer } = await createFacts(events);
  const asked = vi.fn(writeAnswer);
  return { facts: { writeAnswer: asked }, asked };
}

test("concurrent lookups query the facts once", async () => {
  const { facts, asked } = await watchFacts();
  const find = aFinder(facts);
  await Promise.all(Array.from({ length: 20 }, () => find("sites")));
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a new account of a running service skips the ids of imported facts", async () => {
  const accounts = [{ id: 1, name: "Network", role: "network", apiTokens: [hashToken("token")] }];
  await using service = await testService({ accounts }, { limitUser: 0 });
  await service.rows("INSERT INTO facts (time, publisher_id, impressions) VALUES ('2026-11-01', 2, 7)");
  await service.rows(noteDays("facts"));
  const create = async () => {
    const account = { name: "Publisher", role: "publisher" };
    return (await service.send("token", "POST", "/v2/accounts", account)).json.result.id;
  };
  expect([await create(), await create()]).toEqual([3, 4]);
});

const CAMPAIGN = { account: 3, name: "Shoes", pricing: { model: "cpm", price: "2" }, variations: [CREATIVE] };

test("an invalid body is refused without querying the facts", async () => {
  const { facts, asked } = await watchFacts();
  const { send } = await manage(aNetwork(), { facts });
  const wrong = { ...CAMPAIGN, weight: 0, variations: [{ ...CREATIVE, url: 7 }] };
  const { status, json } = await send(1, "POST", "/v2/campaigns", wrong);
  expect([status, json.errors.flatMap(Object.keys)]).toEqual([400, ["[weight]", "[variations][0][url]"]]);
  expect((await send(1, "POST", "/v2/zones", { site: 1, name: "", size: "1x1" })).status).toBe(400);
  expect(asked).not.toHaveBeenCalled();
  const made = await send(1, "POST", "/v2/campaigns", CAMPAIGN);
  const creatives = `/v2/campaigns/${made.json.result.id}/creatives`;
  asked.mockClear();
  expect((await send(1, "POST", creatives, { ...CREATIVE, url: "no" })).status).toBe(400);
  expect(asked).not.toHaveBeenCalled();
});

test("the ids of a campaign and of its creatives are looked up concurrently", async () => {
  const { facts, asked } = await watchFacts();
  const answer = asked.getMockImplementation();
  const both = defer();
  asked.mockImplementation(async (...job) => {
    if (asked.mock.calls.length === 2) both.resolve();
    await both.promise;
    return (answer as NonNullable<typeof answer>)(...job);
  });
  const { send } = await manage(aNetwork(), { facts });
  expect((await send(1, "POST", "/v2/campaigns", CAMPAIGN)).status).toBe(201);
});

test("creating a campaign returns 503 while the facts cannot be read", async () => {
  const writeAnswer = async () => {
    throw new StoreError("away", "ClickHouse does not answer.");
  };
  const { send } = await manage(aNetwork(), { facts: { writeAnswer } });
  const { status, json } = await send(1, "POST", "/v2/campaigns", CAMPAIGN);
  expect([status, json.message]).toEqual([503, expect.stringContaining("Try again.")]);
});

test("a repeated request returns the first result while the facts cannot be read", async () => {
  const { facts, asked } = await watchFacts();
  const { send } = await manage(aNetwork(), { facts });
  const create = () => send(1, "POST", "/v2/campaigns", CAMPAIGN, { "Idempotency-Key": "one" });
  const first = await create();
  asked.mockRejectedValue(new StoreError("away", "ClickHouse does not answer."));
  const second = await create();
  expect([second.status, second.json.result]).toEqual([201, first.json.result]);
});

/** Opens the live catalogue of a folder as the service does. */
async function openLive(data: string) {
  const live = await LiveCatalogue.open({ data, ids: [await RecordFile.open(data, IDS_FILE)] });
  const getHighest = (kind: string) => live.getHighestId(kind);
  const { find } = new FreeIds({ facts: await createFacts([]), people: () => NOBODY, getHighest });
  const people = await LivePeople.open({ data });
  const apply = (value: unknown) =>
    applyFile(live, value, { author: anAuthor(), findIds: find, signIns: createTaker(people) });
  return { live, people, find, apply, close: () => Promise.all([live.close(), people.close()]) };
}

test("ids are not reused after the catalogue was removed from the data folder", async () => {
  const data = makeFolder();
  const before = await openLive(data);
  await before.apply({
    ...aNetwork(),
    campaigns: [{ ...CAMPAIGN, id: 40, variations: [{ id: 50, ...CREATIVE }] }],
  });
  await before.close();
  await rm(locateLiveCatalogue(data), { recursive: true });

  const after = await openLive(data);
  const users = new Users({
    editor: after.people,
    people: () => after.people.value,
    catalogue: () => after.live.value,
    now: Date.now,
    writeLink: String,
    uses: { read: () => new Map() },
  });
  const setup = new SetupLink({
    users,
    store: new SetupLinkFile(join(data, "setup.json")),
    editor: after.live,
    catalogue: () => after.live.value,
    findIds: after.find,
    now: Date.now,
  });
  const fields = { name: "Net", username: "net", password: "twelve chars" };
  await setup.use({ token: await setup.issueFirst(), ...fields }, async () => {});
  expect(after.live.document.accounts).toMatchObject([{ id: 4, name: "Net" }]);
  const named = { ...aNetwork(), zones: [{ site: 1, name: "New", size: "300x250" }], campaigns: [CAMPAIGN] };
  await after.apply(named);
  expect(after.live.document.zones).toMatchObject([{ id: 2, name: "New" }]);
  expect(after.live.document.campaigns).toMatchObject([{ id: 41, variations: [{ id: 51 }] }]);
  await after.close();
});
