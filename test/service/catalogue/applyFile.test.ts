import { expect, onTestFinished, test } from "vitest";
import { type ApplyOptions, applyFile } from "../../../src/service/catalogue/applyFile.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { findToken } from "../../../src/service/people/people.ts";
import { createLiveData, createTaker } from "../../../src/service/people/takeSignIns.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { makeFolder } from "../../support/folder.ts";
import { anAuthor } from "../support/changes.ts";
import { findIds } from "../support/facts.ts";

const TOKENS = [hashToken("token")];
const PASSWORD = await hashPassword("twelve chars");
const CREATIVE = { size: "300x250", image: "https://img.example/a.png", url: "https://shop.example/" };
const CAMPAIGN = { account: 2, name: "Shoes", pricing: { model: "cpm", price: "2" } };
const START = {
  accounts: [
    { id: 1, name: "Publisher", role: "publisher" },
    { id: 2, name: "Advertiser", role: "advertiser" },
  ],
  categories: [{ id: 1, name: "News" }],
  sites: [{ id: 1, account: 1, name: "Site", hostname: "site.example" }],
  zones: [
    { id: 1, site: 1, name: "Top", size: "300x250" },
    { id: 2, site: 1, name: "Side", size: "160x600" },
  ],
  campaigns: [
    {
      id: 7,
      ...CAMPAIGN,
      variations: [
        { id: 3, ...CREATIVE },
        { id: 5, ...CREATIVE },
      ],
    },
  ],
};

async function start(catalogue: object = START) {
  const data = makeFolder();
  await createLiveData(data, toDocument(catalogue));
  const live = await LiveCatalogue.open({ data });
  const people = await LivePeople.open({ data });
  onTestFinished(() => live.close());
  onTestFinished(() => people.close());
  const apply = (value: unknown, options: Partial<ApplyOptions> = {}) =>
    applyFile(live, value, { author: anAuthor(), signIns: createTaker(people), findIds, ...options });
  return { live, people, apply };
}

test("campaigns and zones missing in a file are archived, accounts and categories are kept", async () => {
  const { live, apply } = await start();
  const zones = [{ id: 1, site: 1, name: "Leaderboard", size: "728x90" }];
  const sites = [...START.sites, { id: 9, account: 1, name: "New", hostname: "new.example" }];
  const value = { accounts: START.accounts, sites, zones, campaigns: [] };
  expect(await apply(value)).toEqual([
    'archive campaigns 7 "Shoes"',
    'archive zones 2 "Side"',
    'add sites 9 "New"',
    'change zones 1 "Leaderboard": name, size',
  ]);
  expect(live.sequence).toBe(1);
  expect(live.document.categories).toEqual(START.categories);
  expect(live.document.zones).toEqual([...zones, { ...START.zones[1], deleted: true }]);
  expect(live.document.campaigns).toEqual([{ ...START.campaigns[0], deleted: true }]);
  expect(await apply(value)).toEqual([]);
  expect(live.sequence).toBe(1);
  // Restored, and archived with another change.
  const changed = { ...value, zones: [{ ...zones[0], name: "Top", deleted: true }, START.zones[1]] };
  expect(await apply(changed)).toEqual([
    'change zones 1 "Top": name, deleted',
    'change zones 2 "Side": deleted',
  ]);
});

test("new entries without ids get the next free ids, creatives across all campaigns", async () => {
  const { live, apply } = await start();
  const [top, side] = START.zones;
  const zones = [side, top, { site: 1, name: "A", size: "1x1" }, { site: 1, name: "B", size: "1x1" }];
  const campaigns = [...START.campaigns, { ...CAMPAIGN, name: "Hats", variations: [CREATIVE, CREATIVE] }];
  expect(await apply({ ...START, zones, campaigns })).toEqual([
    ...['add zones 3 "A"', 'add zones 4 "B"', 'add campaigns 8 "Hats"'],
  ]);
  expect(live.document.campaigns[1]?.variations).toMatchObject([{ id: 6 }, { id: 7 }]);
});

const [PUBLISHER, ADVERTISER] = START.accounts;
const SIGNING_IN = [{ ...PUBLISHER, username: "pub", password: PASSWORD, apiTokens: TOKENS }, ADVERTISER];

test("sign-ins in a file become users and tokens once; a removed token is not created again", async () => {
  const { live, people, apply } = await start();
  const file = { ...START, accounts: SIGNING_IN };
  const added = ['add users 1 "pub"', 'add tokens 1 "Catalogue token 1"'];
  expect(await apply(file, { isDryRun: true })).toEqual(added);
  expect(people.value.users.size).toBe(0);
  expect(await apply(file)).toEqual(added);
  expect(live.document.accounts).toEqual(START.accounts);
  expect(people.value.users.get(1)).toMatchObject({ username: "pub", password: PASSWORD, name: "Publisher" });
  expect(findToken(people.value, String(TOKENS[0]), 0)).toMatchObject({ account: 1, role: "editor" });
  await people.change(() => [{ list: "tokens", entry: { id: 1, deleted: true } }], anAuthor());
  expect(await apply(file)).toEqual([]);
  expect(people.value.tokens.size).toBe(0);
});

test("a file with a user name that is already taken is refused and changes nothing", async () => {
  const { live, people, apply } = await start();
  await apply({ ...START, accounts: SIGNING_IN });
  const accounts = [PUBLISHER, { ...ADVERTISER, name: "Renamed", username: "pub", password: PASSWORD }];
  await expect(apply({ ...START, accounts })).rejects.toMatchObject({
    problems: ['accounts 2: another user signs in as "pub"'],
  });
  expect([live.document.accounts, people.value.users.size]).toEqual([START.accounts, 1]);
});

test("a creative missing in a file is kept but no longer served", async () => {
  const { live, apply } = await start();
  const campaigns = [{ ...START.campaigns[0], variations: [{ id: 5, ...CREATIVE }] }];
  expect(await apply({ ...START, campaigns })).toEqual(['change campaigns 7 "Shoes": variations']);
  expect(live.document.campaigns[0]?.variations).toEqual([
    { id: 5, ...CREATIVE },
    { id: 3, ...CREATIVE, active: false },
  ]);
});

const SENT = { review: "waiting", sentAt: "2026-11-20T12:00:00.000Z" };
const PENDING = { ...CREATIVE, url: "https://shop.example/sale", ...SENT };
test.each<[string, object, object, object]>([
  ["without approval fields keeps a waiting change", { pending: PENDING }, {}, { pending: PENDING }],
  [
    "with another waiting change replaces it",
    { pending: PENDING },
    { pending: { ...PENDING, size: "1x1" } },
    { pending: { ...PENDING, size: "1x1" } },
  ],
  ["without approval fields keeps a creative waiting", SENT, {}, SENT],
  [
    "without approval fields keeps a rejection and its reason",
    { review: "rejected", reason: "No." },
    {},
    { review: "rejected", reason: "No." },
  ],
  ["with a review replaces the waiting state", SENT, { review: "approved" }, { review: "approved" }],
])("a file %s", async (_what, before, named, after) => {
  const write = (fields: object) => {
    const variations = [{ id: 3, ...CREATIVE, ...fields }];
    return { ...START, campaigns: [{ id: 7, ...CAMPAIGN, variations }] };
  };
  const { live, apply } = await start(write(before));
  await apply(write({ name: "Renamed", ...named }));
  expect(live.document).toEqual(toDocument(write({ name: "Renamed", ...after })));
});

test("a file with an error is refused with the path of the error and changes nothing", async () => {
  const { live, apply } = await start();
  const zones = [{ id: 1, site: 9, name: "Top", size: "300x250" }];
  await expect(apply({ ...START, zones })).rejects.toMatchObject({
    problems: ["zones[0].site: no site has the id 9"],
  });
  await expect(apply([])).rejects.toMatchObject({ problems: [expect.stringContaining("(root)")] });
  const zone = { site: 1, name: "A", size: "1x1" };
  const wrong = {
    zones: [null, { ...zone, id: 2 ** 60 }, zone],
    campaigns: [null, { ...CAMPAIGN, variations: 1 }],
  };
  const paths = ["zones[0]: ", "zones[1].id: ", "campaigns[0]: ", "campaigns[1].variations: "];
  await expect(apply({ ...START, ...wrong })).rejects.toMatchObject({
    problems: paths.map((path) => expect.stringContaining(path)),
  });
  expect([live.sequence, live.document]).toEqual([0, toDocument(START)]);
});

test("a dry run lists the changes and makes none", async () => {
  const { live, apply } = await start();
  expect(await apply({ ...START, zones: [] }, { isDryRun: true })).toEqual([
    ...['archive zones 1 "Top"', 'archive zones 2 "Side"'],
  ]);
  await expect(apply({ ...START, zones: [{}] }, { isDryRun: true })).rejects.toThrow("zones[0]");
  expect(live.sequence).toBe(0);
});

test("a file is refused if the catalogue was changed since its export", async () => {
  const { apply } = await start();
  await apply({ ...START, zones: START.zones.slice(1) }, { sequence: 0 });
  await expect(apply(START, { sequence: 0 })).rejects.toThrow("was changed meanwhile");
});
