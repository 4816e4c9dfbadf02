/** Sign-ins that earlier versions kept in a live catalogue become people once, with a folder and through Redis. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { locateLiveCatalogue, replay } from "../../../src/service/catalogue/changeFiles.ts";
import type { SharedLines } from "../../../src/service/catalogue/changeLines.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { createLiveCatalogue, LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { findByName, findToken } from "../../../src/service/people/people.ts";
import { moveSignIns } from "../../../src/service/people/takeSignIns.ts";
import { hashPassword, hashToken } from "../../../src/service/signing/passwords.ts";
import { aSnapshot, Cluster, manage } from "../contracts/engines.ts";
import { testWithRedis } from "../contracts/tests.ts";
import { anAuthor } from "../support/changes.ts";

const password = await hashPassword("twelve chars");
const DIGEST = hashToken("token");
const CATALOGUE = {
  accounts: [
    { id: 1, name: "Net", role: "network", username: "Net@site.example", password, apiTokens: [DIGEST] },
    { id: 2, name: "Ann", role: "publisher", network: 1, username: "ann", password, timezone: "Asia/Tokyo" },
    { id: 3, name: "Ben", role: "advertiser", network: 1 },
  ],
  sites: [],
  zones: [],
  campaigns: [],
};
const MOVED = [
  { id: 1, name: "Net", role: "network" },
  { id: 2, name: "Ann", role: "publisher", network: 1, timezone: "Asia/Tokyo" },
  { id: 3, name: "Ben", role: "advertiser", network: 1 },
];

async function createFolder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), "zonetag-sign-ins-"));
  onTestFinished(() => rm(data, { recursive: true }));
  await createLiveCatalogue(data, toDocument(CATALOGUE));
  return data;
}

interface Shared {
  lines: SharedLines;
  peopleLines: SharedLines;
}

async function openNode(data: string, shared?: Shared) {
  const live = await LiveCatalogue.open({ data, shared: shared?.lines });
  const people = await LivePeople.open({ data, shared: shared?.peopleLines });
  onTestFinished(() => live.close());
  onTestFinished(() => people.close());
  return { live, people, move: () => moveSignIns(live, people, anAuthor()) };
}

function expectMoved({ live, people }: { live: LiveCatalogue; people: LivePeople }): void {
  expect(live.document.accounts).toEqual(MOVED);
  expect(findByName(people.value, "net@site.example")).toEqual({
    id: 1,
    email: "net@site.example",
    name: "Net",
    password,
    accounts: [{ account: 1, role: "owner" }],
  });
  expect(findByName(people.value, "ann")).toMatchObject({ id: 2, username: "ann", name: "Ann", password });
  expect(findToken(people.value, DIGEST, 0)).toEqual({
    id: 1,
    account: 1,
    name: "Catalogue token 1",
    role: "editor",
    digest: DIGEST,
  });
  expect(people.value.users.size).toBe(2);
}

test("user names, passwords and API tokens leave the catalogue of a folder, and its files", async () => {
  const data = await createFolder();
  const node = await openNode(data);
  expect(await node.move()).toEqual([]);
  expectMoved(node);
  expect((await replay(locateLiveCatalogue(data))).document.accounts).toEqual(MOVED);
  const { sequence } = node.people;
  await node.move();
  expect([node.live.sequence, node.people.sequence]).toEqual([1, sequence]);
});

test("a start that ended between both changes is completed by the next one", async () => {
  const data = await createFolder();
  const { live, people } = await openNode(data);
  const change = () => Promise.reject(new Error("The disk is full."));
  await expect(moveSignIns({ document: live.document, change }, people, anAuthor())).rejects.toThrow("disk");
  expect(await moveSignIns(live, people, anAuthor())).toEqual([]);
  expectMoved({ live, people });
});

test("a user name that another user has is reported, and does not sign in", async () => {
  const data = await createFolder();
  const { live, people, move } = await openNode(data);
  const ann = { id: 9, email: "net@site.example", name: "Other", accounts: [{ account: 3, role: "viewer" }] };
  await people.change(() => [{ list: "users", entry: ann }], anAuthor());
  expect((await move()).map(({ id }) => id)).toEqual([1]);
  expect(findByName(people.value, "net@site.example")?.id).toBe(9);
  expect(live.document.accounts).toEqual(MOVED);
});

let cluster: Cluster | undefined;
beforeEach(() => {
  cluster = undefined;
});
afterEach(() => cluster?.stop());

async function openNodes(count: number) {
  cluster = await Cluster.start();
  const nodes = [];
  for (let at = 0; at < count; at++) {
    const node = await cluster.addNode();
    const shared = await manage(node);
    if (at === 0) await shared.lines.fill(aSnapshot(CATALOGUE), []);
    nodes.push({ folder: node.folder, shared });
  }
  return Promise.all(nodes.map(({ folder, shared }) => openNode(`${folder}/own`, shared)));
}

testWithRedis("two nodes that start at once move the sign-ins once", async () => {
  const nodes = await openNodes(2);
  await Promise.all(nodes.map(({ move }) => move()));
  for (const node of nodes) {
    await node.live.refresh();
    await node.people.refresh();
    expectMoved(node);
  }
});

testWithRedis("sign-ins of an older catalogue bring back nobody who was removed since", async () => {
  const [one, two] = await openNodes(2);
  if (!one || !two) throw new Error("There are two nodes.");
  await one.move();
  await one.people.change(
    () => [
      { list: "users", entry: { id: 2, deleted: true } },
      { list: "tokens", entry: { id: 1, deleted: true } },
    ],
    anAuthor(),
  );
  await two.people.refresh();
  await two.live.refresh();
  // As a Redis that was restored would: the accounts have their sign-ins again.
  const put = toDocument(CATALOGUE).accounts.map((entry) => ({ list: "accounts" as const, entry }));
  await two.live.change(() => put, anAuthor());
  await two.move();
  expect(two.live.document.accounts).toEqual(MOVED);
  expect([...two.people.value.users.keys()]).toEqual([1]);
  expect(two.people.value.tokens.size).toBe(0);
});
