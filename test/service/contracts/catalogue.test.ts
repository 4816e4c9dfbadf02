/** The catalogue that several nodes share. */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { aCampaign, aCatalogueObject } from "../support/catalogue.ts";
import { describeEdit } from "../support/changes.ts";
import { findRedisServer, NO_REDIS } from "../support/redis.ts";
import { Cluster, manage, type Node } from "./engines.ts";

const hasRedis = findRedisServer() !== undefined;
let cluster: Cluster;
let folder: string;
let file: string;

const write = (campaigns: number[]) =>
  JSON.stringify(aCatalogueObject({ campaigns: campaigns.map((id) => aCampaign({ id })) }), null, 2);
const listCampaigns = ({ campaigns }: Catalogue) => [...campaigns.keys()];

beforeEach(async (context) => {
  context.skip(!hasRedis, NO_REDIS);
  cluster = await Cluster.start();
  folder = await mkdtemp(join(tmpdir(), "zonetag-catalogue-"));
  file = join(folder, "catalogue.json");
  await writeFile(file, write([1]));
});
afterEach(async () => {
  if (!hasRedis) return;
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = async (node: Node) => (await manage(node, file)).catalogue;
/** Adds a campaign to the text. */
const addCampaign = (id: number) => (text: string) => {
  const catalogue = JSON.parse(text);
  catalogue.campaigns.push(aCampaign({ id }));
  return { text: JSON.stringify(catalogue) };
};

test("the first node publishes its file, and others take that, whatever file they have", async () => {
  const first = await open(await cluster.addNode());
  expect(listCampaigns(await first.load())).toEqual([1]);
  await writeFile(file, write([2]));
  const second = await open(await cluster.addNode());
  expect(listCampaigns(await second.load())).toEqual([1]);
});

/** Calls `change` while a node watches, and waits until that has campaigns 1 and 2. */
async function expectHeard(change: () => Promise<unknown>): Promise<void> {
  const watcher = await open(await cluster.addNode());
  await watcher.load();
  let heard: number[] = [];
  const watching = watcher.watch(({ catalogue }) => {
    if (catalogue) heard = listCampaigns(catalogue);
  });
  // Only from now on, so that the subscription is there.
  await expect.poll(() => cluster.redis.send("PUBSUB", "CHANNELS")).not.toEqual([]);
  await change();
  await expect.poll(() => heard).toEqual([1, 2]);
  await watching.close();
}

test("a change on one node is told to the others, which need not look for it", async () => {
  const node = await open(await cluster.addNode());
  await node.load();
  // What looks every few seconds does not; fake timers would be moved on by `expect.poll`.
  vi.stubGlobal("setInterval", () => setTimeout(() => {}, 0));
  try {
    await expectHeard(() => node.change(addCampaign(2), describeEdit));
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a change that nobody told of is found, for nodes look as well", async () => {
  await (await open(await cluster.addNode())).load();
  const { text } = addCampaign(2)(await readFile(file, "utf8"));
  const checksum = createHash("sha256").update(text).digest("hex");
  const fields = ["version", "2", "text", text, "checksum", checksum];
  await expectHeard(() => cluster.redis.send("HSET", "zonetag:{catalogue}", ...fields));
});

test("changes of many nodes at once are all made, one after the other", async () => {
  const nodes = await Promise.all([cluster.addNode(), cluster.addNode(), cluster.addNode()]);
  const sources = await Promise.all(nodes.map(open));
  for (const source of sources) await source.load();
  await Promise.all(
    sources.flatMap((source, at) => [2, 5].map((id) => source.change(addCampaign(id + at), describeEdit))),
  );
  const last = await open(await cluster.addNode());
  expect(listCampaigns(await last.load()).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("a change that is not valid is refused, and one that is made outside is not used", async () => {
  const source = await open(await cluster.addNode());
  await source.load();
  const refusing = () => {
    throw new Error("not valid");
  };
  await expect(source.change(refusing, describeEdit)).rejects.toThrow("not valid");
  const problems: string[] = [];
  const watching = source.watch(({ error }) => problems.push(...(error?.problems ?? [])));
  await cluster.redis.send("HSET", "zonetag:{catalogue}", "version", "9", "text", "{}");
  await watching.reload();
  expect(problems.join()).toContain("its checksum differs");
  await watching.close();
});

test("a Redis that lost the catalogue gets the last good copy back", async () => {
  const source = await open(await cluster.addNode());
  await source.load();
  await source.change(addCampaign(2), describeEdit);
  await cluster.redis.send("FLUSHALL");
  const watching = source.watch(() => {});
  await watching.reload();
  expect(await cluster.redis.send("HGET", "zonetag:{catalogue}", "version")).toBe("2");
  expect(listCampaigns(await (await open(await cluster.addNode())).load())).toEqual([1, 2]);
  await watching.close();
});

test("each node keeps the last good copy on its disk", async () => {
  const node = await cluster.addNode();
  await (await open(node)).load();
  expect(await readFile(join(node.folder, "catalogue.json"), "utf8")).toBe(await readFile(file, "utf8"));
});
