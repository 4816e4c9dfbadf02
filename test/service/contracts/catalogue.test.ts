// @cluster Starts Redis.
/** The catalogue that several nodes share. */
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../../src/service/catalogue/catalogue.ts";
import { toDocument } from "../../../src/service/catalogue/document.ts";
import { LiveCatalogue } from "../../../src/service/catalogue/liveCatalogue.ts";
import type { LiveOptions } from "../../../src/service/catalogue/liveCollection.ts";
import { locateLiveCatalogue } from "../../../src/service/catalogue/logFiles.ts";
import type { LostChanges } from "../../../src/service/catalogue/synchronizeLog.ts";
import { createLiveData } from "../../../src/service/people/takeSignIns.ts";
import { makeFolder, useEmptyFolder } from "../../support/folder.ts";
import { aCampaign, aCatalogueObject, aVariation } from "../support/catalogue.ts";
import { anAuthor, putCampaign, writeLines } from "../support/changes.ts";
import { requireRedis } from "../support/requireRedis.ts";
import { Cluster, manage, type Node } from "./engines.ts";

let cluster: Cluster;
const folder = useEmptyFolder();
const file = join(folder, "catalogue.json");

const write = (campaigns: number[]) =>
  JSON.stringify(aCatalogueObject({ campaigns: campaigns.map((id) => aCampaign({ id })) }), null, 2);
const listCampaigns = ({ data }: Catalogue) => data.campaigns.map(({ id }) => id);

requireRedis();
beforeEach(async () => {
  cluster = await Cluster.startOwn();
  await writeFile(file, write([1]));
});

async function open(node: Node, options: Partial<LiveOptions> = {}): Promise<LiveCatalogue> {
  const { lines, catalogue } = await manage(node, file);
  if (Object.keys(options).length === 0) return catalogue;
  await catalogue.close();
  return LiveCatalogue.open({ data: node.folder, shared: lines, ...options });
}
const KEY = "zonetag:{catalogue}";
const ignore = async () => () => {};
const addCampaign = (id: number) => putCampaign({ id });

test("every node uses the catalogue in Redis", async () => {
  for (let node = 0; node < 2; node++)
    expect(listCampaigns(await (await open(await cluster.addNode())).load())).toEqual([1]);
});

/** Calls `change` while a node watches, and waits until that node has campaigns 1 and 2. */
async function expectHeard(change: () => Promise<unknown>): Promise<void> {
  const watcher = await open(await cluster.addNode());
  let heard: number[] = [];
  const watching = watcher.watch(async (catalogue) => () => {
    heard = listCampaigns(catalogue);
  });
  // Messages sent before the subscription would be lost.
  await expect.poll(() => cluster.redis.send("PUBSUB", "CHANNELS")).not.toEqual([]);
  await change();
  await expect.poll(() => heard).toEqual([1, 2]);
  await watching.close();
}

test("a change on one node is published to the others", async () => {
  const node = await open(await cluster.addNode());
  // Stops polling by the node. Fake timers are no alternative, since `expect.poll` advances them.
  vi.stubGlobal("setInterval", () => setTimeout(() => {}, 0));
  try {
    await expectHeard(() => node.change(addCampaign(2), anAuthor()));
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a change whose message was lost is found by polling", async () => {
  const { lines } = await manage(await cluster.addNode(), file);
  const [line] = writeLines(await lines.readHead(), [2]);
  await expectHeard(() => addByHand(line?.text ?? "", line?.digest ?? ""));
});

test("concurrent changes by three nodes are all applied", async () => {
  const nodes = await Promise.all([cluster.addNode(), cluster.addNode(), cluster.addNode()]);
  const sources = await Promise.all(nodes.map((node) => open(node)));
  await Promise.all(
    sources.flatMap((source, at) => [2, 5].map((id) => source.change(addCampaign(id + at), anAuthor()))),
  );
  const last = await open(await cluster.addNode());
  expect(listCampaigns(await last.load()).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("an invalid change is refused, and a damaged line in Redis is reported and ignored", async () => {
  const problems: unknown[] = [];
  const source = await open(await cluster.addNode(), { onProblem: (problem) => problems.push(problem) });
  const refusing = () => {
    throw new Error("not valid");
  };
  await expect(source.change(refusing, anAuthor())).rejects.toThrow("not valid");
  const watching = source.watch(ignore);
  await addByHand('0123456789abcdef {"format":1}', "0123456789abcdef");
  await watching.reload();
  expect(String(problems[0])).toContain("Change 1-0 in Redis: the line is damaged");
  expect(listCampaigns(await source.load())).toEqual([1]);
  await watching.close();
});

test("a change whose answer from Redis was lost is written once", async () => {
  const node = await cluster.addNode({ timeout: 100 });
  const source = await open(node);
  cluster.redis.freeze();
  const changing = source.change(addCampaign(2), anAuthor());
  await expect.poll(() => node.state.status.isAway, { interval: 5 }).toBe(true);
  cluster.redis.thaw();
  await changing;
  expect(await cluster.redis.send("XLEN", `${KEY}:lines`)).toBe(1);
  await source.change(addCampaign(3), anAuthor());
  expect(listCampaigns(await source.load())).toEqual([1, 2, 3]);
});

test("a change that Redis left unanswered fails, but is used if Redis turns out to have written it", async () => {
  const node = await cluster.addNode({ timeout: 100 });
  const source = await open(node);
  await source.change(addCampaign(2), anAuthor());
  cluster.redis.freeze();
  await expect(source.change(addCampaign(3), anAuthor())).rejects.toThrow("may or may not have been made");
  await expect(source.change(addCampaign(4), anAuthor())).rejects.toThrow("cannot be changed at the moment");
  cluster.redis.thaw();
  await expect.poll(() => node.state.status.isAway).toBe(false);
  await source.refresh();
  expect(listCampaigns(await source.load())).toEqual([1, 2, 3]);
});

test("a request repeated on another node with the same idempotency key changes nothing", async () => {
  const [one, two] = [await open(await cluster.addNode()), await open(await cluster.addNode())];
  const author = { ...anAuthor(), request: "key" };
  const made = await one.change(addCampaign(2), author);
  const again = await two.change(addCampaign(3), author);
  expect(again.put).toEqual(made.put.map(({ list, id, creative }) => ({ list, id, creative })));
  expect(listCampaigns(await two.load())).toEqual([1, 2]);
});

test("a node that reads a catalogue file is refused by a Redis with a live catalogue", async () => {
  const { lines } = await manage(await cluster.addNode(), file);
  const keys = [KEY, `${KEY}:lines`, `${KEY}:snapshot`];
  const refused = expect(lines.requireNone()).rejects;
  await refused.toThrow(`then delete the keys ${keys[0]}, ${keys[1]} and ${keys[2]}.`);
  await cluster.redis.send("DEL", ...keys);
  await lines.requireNone();
});

test("after Redis lost the catalogue, a node restores it with its changes", async () => {
  const source = await open(await cluster.addNode());
  await source.change(addCampaign(2), anAuthor());
  await cluster.redis.send("FLUSHALL");
  const watching = source.watch(ignore);
  await watching.reload();
  expect(await cluster.redis.send("HGET", KEY, "sequence")).toBe("1");
  expect(listCampaigns(await (await open(await cluster.addNode())).load())).toEqual([1, 2]);
  await watching.close();
});

test("the next change after Redis lost recent ones restores those first", async () => {
  const source = await open(await cluster.addNode());
  for (const id of [2, 3]) await source.change(addCampaign(id), anAuthor());
  await loseLast();
  await source.change(addCampaign(4), anAuthor());
  expect(listCampaigns(await (await open(await cluster.addNode())).load())).toEqual([1, 2, 3, 4]);
});

test("changes that Redis lost before another node wrote new ones are discarded, reported and set aside", async () => {
  const lost: LostChanges[] = [];
  const node = await cluster.addNode();
  const source = await open(node, { onLost: (changes) => lost.push(changes) });
  for (const id of [2, 3]) await source.change(addCampaign(id), anAuthor());
  await loseLast();
  const late = await open(await cluster.addNode());
  expect(listCampaigns(await late.load())).toEqual([1, 2]);
  await late.change(addCampaign(4), anAuthor());
  const used: number[][] = [];
  source.watch(async (catalogue) => () => used.push(listCampaigns(catalogue)));
  await source.refresh();
  expect(used).toEqual([[1, 2, 4]]);
  expect(lost.map(({ changes }) => changes.map(({ sequence, put }) => [sequence, put[0]?.id]))).toEqual([
    [[2, 3]],
  ]);
  expect(await readdir(lost[0]?.folder ?? "")).toContain("changes-000000000001.log");
  expect(await readdir(join(node.folder, "set-aside"))).toHaveLength(1);
  await source.close();
});

test("a node that returns after its next changes were trimmed loads the snapshot", async () => {
  const [node, other] = [await cluster.addNode(), await cluster.addNode()];
  const source = await open(node);
  await source.change(addCampaign(2), anAuthor());
  await source.close();
  const writer = await open(other, { segmentBytes: 1 });
  const ids = [3, 4, 5, 6, 7, 8, 9];
  for (const id of ids) await writer.change(putCampaign({ id, name: "x".repeat(500) }), anAuthor());
  await writer.close();
  await expect.poll(() => cluster.redis.send("HGET", `${KEY}:snapshot`, "sequence")).not.toBe("0");
  await cluster.redis.send("XTRIM", `${KEY}:lines`, "MINID", "3");
  const lost: LostChanges[] = [];
  const again = await open(node, { onLost: (changes) => lost.push(changes) });
  expect(listCampaigns(await again.load())).toEqual([1, 2, ...ids]);
  expect([again.sequence, lost]).toEqual([8, []]);
  await again.change(addCampaign(10), anAuthor());
  await again.close();
});

test("a node that joins an empty Redis shares its own live catalogue and changes", async () => {
  const alone = makeFolder();
  await cluster.redis.send("FLUSHALL");
  await createLiveData(alone, toDocument(aCatalogueObject({ campaigns: [] })));
  const before = await LiveCatalogue.open({ data: alone });
  await before.change(addCampaign(1), anAuthor());
  await before.close();
  const { catalogue } = await manage(await cluster.addNode({ folder: alone }));
  await catalogue.change(addCampaign(2), anAuthor());
  const { catalogue: other, changes } = await manage(await cluster.addNode());
  expect(listCampaigns(await other.load())).toEqual([1, 2]);
  expect(await changes.list({ isVisible: () => true, limit: 9, offset: 0 })).toMatchObject({ count: 2 });
  await catalogue.close();
});

test("the highest ids survive the loss of the catalogue in Redis or in a node's folder", async () => {
  const [one, two] = [await cluster.addNode(), await cluster.addNode()];
  const [writer, follower] = [await open(one), await open(two)];
  const creatives = [aVariation(20)];
  await writer.change(putCampaign({ id: 7, variations: creatives }), anAuthor());
  await follower.refresh();
  for (const live of [writer, follower]) await live.close();
  await cluster.redis.send("DEL", KEY, `${KEY}:lines`, `${KEY}:snapshot`);
  const readHighest = async (node: Node) => {
    const { catalogue } = await manage(node);
    await catalogue.close();
    expect(catalogue.document.campaigns).toEqual([]);
    return [catalogue.getHighestId("campaigns"), catalogue.getHighestId("creatives")];
  };
  // A new node reads the highest ids from Redis, an old one also from its folder.
  expect(await readHighest(await cluster.addNode())).toEqual([7, 20]);
  await cluster.redis.send("FLUSHALL");
  await rm(locateLiveCatalogue(two.folder), { recursive: true });
  expect(await readHighest(two)).toEqual([7, 20]);
  expect(await readHighest(await cluster.addNode())).toEqual([7, 20]);
});

/** Adds line 1 without notifying the nodes. */
async function addByHand(text: string, digest: string): Promise<void> {
  await cluster.redis.send("XADD", `${KEY}:lines`, "1-0", "line", text);
  await cluster.redis.send("HSET", KEY, "sequence", "1", "digest", digest);
}

/** Deletes all changes but the first from Redis, as a crash that loses the last second does. */
async function loseLast(): Promise<void> {
  const [line] = await (await manage(await cluster.addNode())).lines.read(1);
  await cluster.redis.send("DEL", `${KEY}:lines`);
  await addByHand(line?.text ?? "", line?.digest ?? "");
}

test.each(["before Redis stores it", "before its folder stores it", "before it answers the caller"])(
  "a change repeated on another node is applied once after its node ended %s and Redis restarted",
  async (step) => {
    await restartDurably();
    const [node, other] = [await cluster.addNode(), await cluster.addNode()];
    for (const id of [2, 3, 4]) {
      const author = { ...anAuthor(), request: `key ${id}` };
      const { catalogue, lines } = await manage(node, file);
      const append = lines.append.bind(lines);
      vi.spyOn(lines, "append").mockImplementation(async (after, added) => {
        if (step !== "before Redis stores it") await append(after, added);
        if (step === "before it answers the caller") return true;
        throw new Error("ended");
      });
      await catalogue.change(addCampaign(id), author).catch(() => {});
      await catalogue.close();
      await cluster.redis.kill();
      await cluster.redis.restart();
      await expect.poll(() => other.state.status.isAway || node.state.status.isAway).toBe(false);
      const repeating = await open(other);
      await repeating.change(addCampaign(id), author);
      await repeating.close();
    }
    const { catalogue, changes } = await manage(node);
    expect(listCampaigns(await catalogue.load())).toEqual([1, 2, 3, 4]);
    const { entries } = await changes.list({ isVisible: () => true, limit: 9, offset: 0 });
    expect(entries.map(({ request }) => request)).toEqual(["key 4", "key 3", "key 2"]);
  },
);

/** Restarts Redis with a folder in which it stores every write before acknowledging it. */
async function restartDurably(): Promise<void> {
  await cluster.stop();
  cluster = await Cluster.start({ folder });
}

test("nodes follow changed fields after the whole entries of an earlier version in Redis", async () => {
  const { lines, catalogue: first, changes } = await manage(await cluster.addNode(), file);
  const head = await lines.readHead();
  expect(await lines.append(head, writeLines(head, [2, 3]))).toBe(true);
  await first.change(putCampaign({ id: 2, name: "Two" }), anAuthor());
  const second = await open(await cluster.addNode());
  await second.change(putCampaign({ id: 3, name: "Three" }), anAuthor());
  await second.change(putCampaign({ id: 2, name: "Second" }), anAuthor());
  await first.refresh();
  expect(first.document).toEqual(second.document);
  expect(first.document.campaigns.map(({ id, name }) => [id, name])).toMatchObject([
    [1, expect.anything()],
    [2, "Second"],
    [3, "Three"],
  ]);
  const { entries } = await changes.list({ isVisible: () => true, limit: 9, offset: 0 });
  expect(entries).toMatchObject([
    { id: 2, before: { name: "Two" }, after: { name: "Second" } },
    { id: 3, before: { name: "Campaign" }, after: { name: "Three" } },
    { id: 2, before: { name: "Campaign" }, after: { name: "Two" } },
    { action: "create", id: 3, after: { name: "Campaign" } },
    { action: "create", id: 2, after: { name: "Campaign" } },
  ]);
});
