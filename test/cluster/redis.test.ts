/** Several service processes on one Redis keep caps, limits and budgets together. */
import { expect, test, vi } from "vitest";
import { UNLIMITED } from "../../e2e/support/service.ts";
import { hashToken } from "../../src/service/signing/passwords.ts";
import { aCampaign, aCatalogueObject, SIZE } from "../service/support/catalogue.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { makeFolder } from "../support/folder.ts";
import { ServiceCluster, type Shown } from "./cluster.ts";
import { waitForMetric } from "./support/metrics.ts";

// The engines sync every write to disk, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

requireRedis();

const catalogue = (campaign: object = {}) =>
  aCatalogueObject({ campaigns: [aCampaign({ id: 1, ...campaign })] });
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Requests placements until 60 consecutive batches stay empty or `most` are filled. */
async function placeAll(cluster: ServiceCluster, most: number): Promise<Shown[]> {
  const all: Shown[] = [];
  for (let empty = 0; empty < 60 && all.length < most; ) {
    const placed = await Promise.all(Array.from({ length: 6 }, () => cluster.place()));
    const filled = placed.flatMap(({ shown }) => shown ?? []);
    all.push(...filled);
    empty = filled.length > 0 ? 0 : empty + 1;
    // Leaves nodes time to lease more.
    if (filled.length === 0) await new Promise((done) => setTimeout(done, 20));
  }
  return all;
}

test("two nodes share a limit of 40 requests per address", async () => {
  await using cluster = await ServiceCluster.start({
    nodes: 2,
    catalogue: catalogue(),
    args: ["--limit-ip", "40"],
  });
  const placed = await Promise.all(Array.from({ length: 160 }, () => cluster.place()));
  expect(placed.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(placed.filter(({ status }) => status === 429)).toHaveLength(120);
});

test("three nodes share a cap of 100 and count each impression once, whichever node gets it", async () => {
  const options = { nodes: 3, catalogue: catalogue({ caps: { total: 100 } }), args: UNLIMITED };
  await using cluster = await ServiceCluster.start(options);
  const all = await placeAll(cluster, 500);
  expect(all.length).toBeLessThanOrEqual(100);
  expect(all.length).toBeGreaterThanOrEqual(90);
  const first = await Promise.all(all.map(({ impression }) => cluster.fetch(impression)));
  expect(new Set(first)).toEqual(new Set(["counted"]));
  const replays = await Promise.all(
    all.flatMap(({ impression }) => [cluster.fetch(impression), cluster.fetch(impression)]),
  );
  expect(new Set(replays)).toEqual(new Set(["repeated"]));
  expect(await cluster.countStored()).toMatchObject({ impressions: all.length });
});

test("a click and its impression count once each when different nodes get them", async () => {
  await using cluster = await ServiceCluster.start({ nodes: 2, catalogue: catalogue(), args: UNLIMITED });
  const { shown } = await cluster.place();
  if (!shown) throw new Error("no banner");
  const outcomes = await Promise.all([
    cluster.fetch(shown.click, cluster.nodes[0]),
    cluster.fetch(shown.impression, cluster.nodes[1]),
    cluster.fetch(shown.click, cluster.nodes[1]),
  ]);
  expect(outcomes.filter((outcome) => outcome === "counted").length).toBeGreaterThanOrEqual(1);
  expect(await cluster.countStored()).toMatchObject({ impressions: 1, clicks: 1 });
});

test("a click that a script fetched from one node is paid when the user clicks at the other", async () => {
  const paid = catalogue({ pricing: { model: "cpc", price: "0.25" } });
  await using cluster = await ServiceCluster.start({ nodes: 2, catalogue: paid, args: UNLIMITED });
  const [one, two] = cluster.nodes;
  const { shown } = await cluster.place();
  const click = shown?.click ?? "";
  const script = { headers: { "sec-fetch-mode": "cors" } };
  const ahead = { headers: { "sec-purpose": "prefetch" } };
  for (const node of [one, two]) {
    expect(await cluster.fetch(click, node, ahead)).toBe("ignored");
    expect(await cluster.fetch(click, node, script)).toBe("invalid");
  }
  expect(await cluster.fetch(click, two)).toBe("counted");
  expect(await cluster.fetch(click, one)).toBe("repeated");
  expect(await cluster.fetch(click, one, script)).toBe("invalid");
  expect(await cluster.countStored()).toMatchObject({
    clicks: 1,
    invalidClicks: 1,
    impressions: 1,
    cost: 0.25,
  });
});

test("three nodes together keep a visitor's frequency cap", async () => {
  const frequency = [{ impressions: 2, seconds: 3600 }];
  await using cluster = await ServiceCluster.start({
    nodes: 3,
    catalogue: catalogue({ frequency }),
    args: UNLIMITED,
  });
  let filled = 0;
  for (let view = 0; view < 9; view++) {
    const { shown } = await cluster.place(cluster.next(), { id: "visitor" });
    if (!shown) continue;
    filled += 1;
    expect(await cluster.fetch(shown.impression)).toBe("counted");
  }
  expect(filled).toBe(2);
  const keys = (await cluster.redis.send("KEYS", "*")) as string[];
  expect(keys.filter((key) => /visitor:\{visitor|127\.0\.0/.test(key))).toEqual([]);
});

test("after a node is killed, acknowledged impressions are kept and the cap is not exceeded", async () => {
  const options = { nodes: 3, catalogue: catalogue({ caps: { total: 100 } }), args: UNLIMITED };
  await using cluster = await ServiceCluster.start(options);
  const before = await placeAll(cluster, 40);
  const counted = await Promise.all(before.map(({ impression }) => cluster.fetch(impression)));
  await cluster.kill(1);
  await cluster.restart(1);
  const replays = await Promise.all(before.map(({ impression }) => cluster.fetch(impression)));
  expect(new Set([...counted, ...replays])).toEqual(new Set(["counted", "repeated"]));
  expect(new Set(replays)).toEqual(new Set(["repeated"]));
  const after = await placeAll(cluster, 500);
  expect(before.length + after.length).toBeLessThanOrEqual(100);
  await Promise.all(after.map(({ impression }) => cluster.fetch(impression)));
  const { impressions, keys } = await cluster.countStored();
  expect(impressions).toBe(before.length + after.length);
  expect(new Set(keys).size).toBe(keys.length);
});

test("when a single node joins a cluster, its cap and the tracking URLs issued before stay valid", async () => {
  const options = {
    nodes: 1,
    catalogue: catalogue({ caps: { total: 100 } }),
    args: UNLIMITED,
    isAlone: true,
  };
  await using cluster = await ServiceCluster.start(options);
  const before = await placeAll(cluster, 60);
  await cluster.nodes[0]?.stop();
  await cluster.restart(0);
  cluster.nodes.push(await cluster.startNode(1));
  const outcomes = await Promise.all(before.map(({ impression }) => cluster.fetch(impression)));
  expect(new Set(outcomes)).toEqual(new Set(["counted"]));
  const after = await placeAll(cluster, 500);
  expect(after.length).toBeGreaterThan(0);
  expect(before.length + after.length).toBeLessThanOrEqual(100);
  await cluster.countStored();
});

test("every node uses an applied catalogue, and an invalid one is refused", async () => {
  const options = { nodes: 2, catalogue: catalogue(), isLive: true, args: UNLIMITED };
  await using cluster = await ServiceCluster.start(options);
  expect((await cluster.place()).shown).toBeDefined();
  const none = { ...catalogue(), campaigns: [] };
  expect(await cluster.apply(none)).toContain("archive campaigns 1");
  for (const node of cluster.nodes)
    await expect.poll(async () => (await cluster.place(node)).shown).toBe(undefined);
  await expect(cluster.apply({ ...none, zones: "all" })).rejects.toThrow("zones");
  expect(await cluster.apply(none)).toContain("nothing changes");
  await cluster.countStored();
});

test("two nodes together pay at most five clicks of one address", async () => {
  const pricing = { model: "cpc", price: "0.25" };
  const options = { nodes: 2, catalogue: catalogue({ pricing }), args: ["--limit-ip", "0"] };
  await using cluster = await ServiceCluster.start(options);
  const shown = await placeAll(cluster, 12);
  const results = await Promise.all(shown.map(({ click }) => cluster.fetch(click)));
  expect(results.filter((result) => result === "counted")).toHaveLength(5);
  expect(results.filter((result) => result === "limited")).toHaveLength(shown.length - 5);
  // The repeated clicks reach both nodes.
  const again = await Promise.all(shown.flatMap(({ click }) => [cluster.fetch(click), cluster.fetch(click)]));
  expect(new Set(again)).toEqual(new Set(["repeated"]));
  const { clicks, invalidClicks, impressions, cost } = await cluster.countStored();
  expect([clicks, invalidClicks, impressions, cost]).toEqual([5, shown.length - 5, 5, 1.25]);
});

test("while Redis refuses writes, a node serves requests and reports itself degraded", async () => {
  const options = { nodes: 1, catalogue: catalogue({ frequency: [{ impressions: 9, seconds: 60 }] }) };
  await using cluster = await ServiceCluster.start(options);
  const [node] = cluster.nodes;
  const askHealth = async () => (await fetch(`${node?.origin}/readyz`)).json();
  const { shown } = await cluster.place(node, { id: "visitor" });
  await cluster.redis.send("CONFIG", "SET", "maxmemory", "1");
  expect(await cluster.fetch(shown?.impression ?? "")).toBe("counted");
  expect(await cluster.fetch(shown?.click ?? "")).toBe("counted");
  expect((await cluster.place(node, { id: "visitor" })).status).toBe(200);
  expect(await askHealth()).toMatchObject({ ready: true, degraded: { redis: "OOM" } });
  const metrics = await (await fetch(`${node?.origin}/metrics`)).text();
  expect(metrics).toMatch(/zonetag_redis_refusals_total{code="OOM"} [1-9]/);
  await cluster.redis.send("CONFIG", "SET", "maxmemory", "0");
  await expect.poll(askHealth).not.toHaveProperty("degraded");
  expect(await cluster.fetch(shown?.impression ?? "")).toBe("repeated");
});

test("after Redis lost its data, campaigns without a cap are still served", async () => {
  const campaigns = [
    aCampaign({ id: 1, caps: { total: 100 } }),
    aCampaign({ id: 2, caps: {}, priority: -1 }),
  ];
  const options = { nodes: 2, catalogue: aCatalogueObject({ campaigns }), args: UNLIMITED };
  await using cluster = await ServiceCluster.start(options);
  const { shown } = await cluster.place();
  if (!shown) throw new Error("no banner");
  expect(await cluster.fetch(shown.impression, cluster.nodes[0])).toBe("counted");
  await cluster.redis.send("FLUSHALL");
  await waitForMetric(cluster, "zonetag_redis_data_lost 1");
  // The counted impression is recognized again, even by the node that did not count it.
  await expect.poll(() => cluster.fetch(shown.impression, cluster.nodes[1])).toBe("repeated");
  const placed = await Promise.all(Array.from({ length: 300 }, () => cluster.place()));
  expect(placed.filter((one) => one.shown)).toHaveLength(300);
  await cluster.countStored();
});

test("after the rebuild command, a Redis that lost its data grants leases within the cap again", async () => {
  const capped = catalogue({ caps: { total: 100 } });
  const options = { nodes: 2, catalogue: capped, args: UNLIMITED };
  await using cluster = await ServiceCluster.start(options);
  const before = await placeAll(cluster, 40);
  for (const { impression } of before) expect(await cluster.fetch(impression)).toBe("counted");
  await expect(cluster.rebuild("--nothing")).rejects.toThrow("Redis has not lost its data");
  await cluster.redis.send("FLUSHALL");
  await waitForMetric(cluster, "zonetag_redis_data_lost 1");
  const [one = "", two = ""] = await cluster.writeDelivered();
  await expect(cluster.rebuild()).rejects.toThrow("Name the files with the output of `delivered`");
  await expect(cluster.rebuild(one, one)).rejects.toThrow("from the same node");
  expect(await cluster.rebuild(one, two)).toContain("Restored 1 campaigns to Redis");
  await waitForMetric(cluster, "zonetag_redis_data_lost 0");
  const after = await placeAll(cluster, 500);
  expect(after.length).toBeGreaterThan(0);
  for (const { impression } of after) expect(await cluster.fetch(impression)).toBe("counted");
  const { impressions } = await cluster.countStored();
  expect(impressions).toBe(before.length + after.length);
  expect(impressions).toBeLessThanOrEqual(100);
});

test("an image uploaded to one node can be used in a creative and fetched on the other", async () => {
  const token = "of the network";
  const accounts = [
    { id: 1, name: "Publisher", role: "publisher", network: 3 },
    { id: 2, name: "Advertiser", role: "advertiser", network: 3 },
    { id: 3, name: "Network", role: "network", apiTokens: [hashToken(token)] },
  ];
  const variation = { id: 1, size: SIZE, image: "https://cdn.example/1.png", url: "https://shop.example/" };
  const campaigns = [aCampaign({ id: 1, variations: [variation] })];
  const options = {
    nodes: 2,
    catalogue: { ...aCatalogueObject({ campaigns }), accounts },
    isLive: true,
    args: [...UNLIMITED, "--creatives", makeFolder()],
  };
  await using cluster = await ServiceCluster.start(options);
  const [one, two] = cluster.nodes;
  if (!one || !two) return;
  const login = await fetch(`${one.origin}/v2/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ api_token: token }),
  });
  const headers = { Authorization: `Bearer ${((await login.json()) as { token: string }).token}` };
  const countChanges = async () => {
    const answer = await fetch(`${one.origin}/v2/changes`, { headers });
    return ((await answer.json()) as { result: unknown[] }).result.length;
  };
  const before = await countChanges();
  const stored = await fetch(`${one.origin}/v2/images`, { method: "POST", headers, body: PIXEL });
  const { image } = ((await stored.json()) as { result: { image: string } }).result;
  const made = await fetch(`${two.origin}/v2/campaigns/1/creatives`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "New", size: SIZE, image, url: "https://shop.example/" }),
  });
  expect(made.status).toBe(201);
  expect(Buffer.from(await (await fetch(two.origin + image)).arrayBuffer())).toEqual(PIXEL);
  await expect.poll(countChanges).toBe(before + 1);
  const listCreatives = async () =>
    (await fetch(`${one.origin}/v2/campaigns/1/creatives`, { headers })).text();
  await expect.poll(listCreatives).toContain(image);
});
