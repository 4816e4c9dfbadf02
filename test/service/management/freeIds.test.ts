/** Ids that new entries get beside facts and people of entries that the catalogue does not have. */
import { expect, test } from "vitest";
import type { Dimension } from "../../../src/service/facts/factTable.ts";
import { FreeIds, type Numbered } from "../../../src/service/management/freeIds.ts";
import type { People } from "../../../src/service/people/people.ts";
import { hashToken } from "../../../src/service/signing/passwords.ts";
import { createFacts } from "../support/facts.ts";
import { testService } from "../support/service.ts";

const NOBODY = { users: new Map(), tokens: new Map() } as unknown as People;
const signal = new AbortController().signal;
const count = (column: Dimension, ids: readonly number[]) =>
  createFacts(ids.map((id) => ({ time: 0, values: { [column]: id }, counted: { ad_requests: 1 } })));
const entries = [{ id: 7 }, { id: 3 }];

test.each<[Numbered, Dimension]>([
  ["accounts", "advertiser_id"],
  ["accounts", "publisher_id"],
  ["sites", "site_id"],
  ["zones", "zone_id"],
  ["campaigns", "campaign_id"],
  ["creatives", "variation_id"],
])("new %s get no id of facts in %s, and do not jump to the highest", async (kind, column) => {
  const facts = await count(column, [5, 8, 9, 11, 2_147_483_647]);
  const giveId = await new FreeIds({ facts, people: () => NOBODY }).find(kind, entries, signal);
  expect(giveId(entries)).toBe(10);
  expect(giveId([...entries, { id: 10 }])).toBe(12);
});

test("a new account gets no id that a user is a member of", async () => {
  const users = new Map([[1, { id: 1, accounts: [{ account: 8, role: "owner" }] }]]);
  const people = () => ({ ...NOBODY, users }) as unknown as People;
  const giveId = await new FreeIds({ facts: await createFacts([]), people }).find(
    "accounts",
    entries,
    signal,
  );
  expect(giveId(entries)).toBe(9);
});

test("ids that imports took in a row are passed", async () => {
  const taken = Array.from({ length: 2500 }, (_, at) => 8 + at);
  const ids = new FreeIds({ facts: await count("site_id", taken), people: () => NOBODY });
  expect((await ids.find("sites", entries, signal))(entries)).toBe(2508);
});

test("lookups at the same time ask for the facts once", async () => {
  const { writeAnswer } = await createFacts([]);
  let asked = 0;
  const facts = {
    writeAnswer: (...job: Parameters<typeof writeAnswer>) => {
      asked += 1;
      return writeAnswer(...job);
    },
  };
  const ids = new FreeIds({ facts, people: () => NOBODY });
  await Promise.all(Array.from({ length: 20 }, () => ids.find("sites", entries, signal)));
  expect(asked).toBe(1);
});

test("a new account of a running service does not get the id of facts that were imported", async () => {
  const catalogue = {
    accounts: [{ id: 1, name: "Network", role: "network", apiTokens: [hashToken("token")] }],
    sites: [],
    zones: [],
    campaigns: [],
  };
  await using service = await testService(catalogue, { limitUser: 0 });
  await service.rows("INSERT INTO facts (time, publisher_id, impressions) VALUES ('2026-11-01', 2, 7)");
  const create = async () => {
    const response = await fetch(`${service.origin}/v2/accounts`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer token" },
      body: JSON.stringify({ name: "Publisher", role: "publisher" }),
    });
    return (await response.json()).result.id;
  };
  expect([await create(), await create()]).toEqual([3, 4]);
});
