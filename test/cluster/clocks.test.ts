/** Nodes whose clock is wrong at the start or while they run. */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { aCampaign, aCatalogueObject } from "../service/support/catalogue.ts";
import { requireRedis } from "../service/support/requireRedis.ts";
import { makeFolder } from "../support/folder.ts";
import { ServiceCluster } from "./cluster.ts";

/** Cost of an impression of the sample campaign. */
const PRICE = 0.002;
const DAY_MS = 86_400_000;
const PRELOADED = resolve(import.meta.dirname, "support/wrongClock.mjs");
requireRedis();

/** Starts two nodes with a cap, the first of which reads from a file by how much its clock is ahead. */
const startNodes = (file: string) =>
  ServiceCluster.start({
    nodes: 2,
    catalogue: aCatalogueObject({ campaigns: [aCampaign({ id: 1, caps: { daily: 300 } })] }),
    args: ["--limit-ip", "0"],
    place: (node) => ({
      through: node === 0 ? ["env", `NODE_OPTIONS=--import=${PRELOADED}`, `ZONETAG_TEST_CLOCK=${file}`] : [],
    }),
  });

const place = async (cluster: ServiceCluster, node: number) =>
  (await cluster.place(cluster.nodes[node])).shown;
const readWarning = async (cluster: ServiceCluster, node = 0) =>
  (await (await fetch(`${cluster.nodes[node]?.origin}/readyz`)).json()).warning;

for (const [name, ahead] of [
  ["three days behind", -3 * DAY_MS],
  ["two days ahead", 2 * DAY_MS],
  ["seven hours behind", -7 * 3600_000],
] as const) {
  test(`a node that starts with its clock ${name} serves capped campaigns, before and after it is set right`, async () => {
    const file = join(makeFolder(), "clock");
    const set = (milliseconds: number) => writeFile(file, String(milliseconds));
    await set(ahead);
    await using cluster = await startNodes(file);
    await expect.poll(() => place(cluster, 0)).toBeDefined();
    await expect.poll(() => readWarning(cluster)).toContain("The clock of this node is");
    expect(await readWarning(cluster, 1)).toBe(undefined);
    await set(0);
    await expect.poll(() => readWarning(cluster)).toBe(undefined);
    for (const node of [0, 1]) await expect.poll(() => place(cluster, node)).toBeDefined();
  });

  test(`a running node whose clock is set ${name} for a while delivers its cap exactly`, async () => {
    const file = join(makeFolder(), "clock");
    const set = (milliseconds: number) => writeFile(file, String(milliseconds));
    await set(0);
    await using cluster = await startNodes(file);
    let counted = 0;
    const deliver = async (most: number) => {
      for (let empty = 0, placed = 0; placed < most && empty < 100; ) {
        const { shown } = await cluster.place();
        empty = shown ? 0 : empty + 1;
        placed += shown ? 1 : 0;
        if (shown && (await cluster.fetch(shown.impression)) === "counted") counted += 1;
      }
    };
    await deliver(50);
    await set(ahead);
    await expect.poll(() => readWarning(cluster)).toBeDefined();
    await set(0);
    await expect.poll(() => readWarning(cluster)).toBe(undefined);
    await deliver(300);
    const deliverMore = async () => {
      await deliver(10);
      return counted;
    };
    await expect.poll(deliverMore).toBe(300);
    expect((await cluster.countStored()).cost).toBeCloseTo(300 * PRICE, 9);
  });
}
