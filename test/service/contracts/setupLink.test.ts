// @cluster Starts Redis.
/** Nodes on one Redis share a single set-up link, which can be used once. */
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { SETUP_LINK_LIFE, SetupLink } from "../../../src/service/management/setupLink.ts";
import { Users } from "../../../src/service/management/users.ts";
import { LivePeople } from "../../../src/service/people/livePeople.ts";
import { findIds } from "../support/facts.ts";
import { requireRedis } from "../support/requireRedis.ts";
import { Cluster, manage } from "./engines.ts";

const FIELDS = { name: "Net", username: "net", password: "twelve chars" };
const VOID = "no longer valid";
const START = Date.parse("2026-11-23T12:00:00Z");

let cluster: Cluster;
let now = START;
requireRedis();
beforeEach(async () => {
  cluster = await Cluster.startOwn();
  now = START;
});

/** Adds a node whose catalogue follows the shared one. */
async function aNode() {
  const node = await cluster.addNode();
  const { catalogue: live, peopleLines, setupStore } = await manage(node);
  const people = await LivePeople.open({ data: node.folder, shared: peopleLines });
  onTestFinished(() => people.close());
  let catalogue = await live.load();
  live.watch(async (next) => () => {
    catalogue = next;
  });
  const parts = { catalogue: () => catalogue, now: () => now };
  const users = new Users({
    ...parts,
    editor: people,
    people: () => people.value,
    writeLink: String,
    uses: { read: () => new Map() },
  });
  const setup = new SetupLink({ ...parts, store: setupStore, editor: live, users, findIds });
  const use = (token: string | undefined, fields: object = FIELDS) =>
    setup.use({ token, ...fields }, async () => {});
  return { setup, use, live, countAccounts: () => catalogue.data.accounts.length };
}

test("a set-up link issued by one node is accepted by another", async () => {
  const [one, two] = [await aNode(), await aNode()];
  const token = await one.setup.issueFirst();
  expect(token).toBeDefined();
  expect(await two.setup.issueFirst()).toBeUndefined();
  await two.use(token);
  await one.live.refresh();
  expect([one.setup.isNeeded, two.setup.isNeeded]).toEqual([false, false]);
  await expect(one.use(token, { ...FIELDS, username: "other" })).rejects.toThrow(VOID);
});

test("a set-up link used on two nodes concurrently creates one account", async () => {
  const nodes = [await aNode(), await aNode()];
  const token = await nodes[0]?.setup.issueFirst();
  const uses = nodes.map(({ use }, at) => use(token, { ...FIELDS, username: `net-${at}` }));
  const outcomes = await Promise.allSettled(uses);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  for (const { live, countAccounts } of nodes) {
    await live.refresh();
    expect(countAccounts()).toBe(1);
  }
});

test("a new set-up link issued by one node invalidates the earlier one of another", async () => {
  const [one, two] = [await aNode(), await aNode()];
  const first = await one.setup.issueFirst();
  const second = await two.setup.issue();
  await expect(two.use(first)).rejects.toThrow(VOID);
  await one.use(second);
});

test("a set-up link expires after 24 hours, and Redis stores only its digest", async () => {
  const node = await aNode();
  const token = await node.setup.issueFirst();
  const [key = ""] = (await cluster.redis.send("KEYS", "*setup*")) as string[];
  expect(await cluster.redis.send("GET", key)).not.toContain(token);
  const left = Number(await cluster.redis.send("PTTL", key));
  expect(left).toBeGreaterThan(SETUP_LINK_LIFE / 2);
  expect(left).toBeLessThanOrEqual(SETUP_LINK_LIFE);
  now += SETUP_LINK_LIFE;
  await expect(node.use(token)).rejects.toThrow(VOID);
});
