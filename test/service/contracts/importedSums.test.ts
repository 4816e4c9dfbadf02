/** Contract of imported deliveries, which count towards budgets and caps kept in this process or leased from Redis. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Budgets } from "../../../src/service/delivery/budgets.ts";
import type { ImportedChange } from "../../../src/service/delivery/importedDeliveries.ts";
import { LocalBudgets } from "../../../src/service/delivery/localBudgets.ts";
import { toDayNumber } from "../../../src/service/values/day.ts";
import { setCampaigns } from "../support/budgets.ts";
import { aCampaign, aCatalogue, type CampaignOptions } from "../support/catalogue.ts";
import { startLossyProxy } from "../support/lossyProxy.ts";
import { Cluster, RESERVATION_LIFE } from "./engines.ts";
import { testEach, testWithRedis } from "./tests.ts";

const clock = { time: Date.parse("2026-11-20T12:00:00Z") };
const now = () => clock.time;
const TODAY = toDayNumber(clock.time);

const cluster = await Cluster.use();
/** Each test uses a new campaign. */
let campaign = 0;
let number = 0;

interface Engine {
  budgets: Budgets;
  epoch: number;
}

type Make = () => Promise<Engine>;
const SHARED: Make = async () => (await cluster.addNode({ now })).state;
const BUDGETS = [
  ["local budgets", async () => ({ budgets: new LocalBudgets(RESERVATION_LIFE), epoch: 1 }), false],
  ["shared budgets", SHARED, true],
] as const satisfies readonly (readonly [string, Make, boolean])[];

function setCampaign({ budgets }: Engine, options: Partial<CampaignOptions>): void {
  const { data } = aCatalogue({ campaigns: [aCampaign({ id: campaign, ...options })] });
  setCampaigns(budgets, data.campaigns, clock.time);
}

/** Makes decisions until the budgets allow no more. Resolves with their number. */
async function decideAll({ budgets, epoch }: Engine, maximum = Number.POSITIVE_INFINITY): Promise<number> {
  let decided = 0;
  // Leases are returned and requested once a second.
  const waits = budgets instanceof LocalBudgets ? 1 : 200;
  for (let empty = 0; empty < waits && decided < maximum; empty++) {
    while ((budgets.remaining(clock.time)[0] ?? 0) > 0 && decided < maximum) {
      number += 1;
      budgets.reserve({ campaign, epoch, number, decidedAt: clock.time }, clock.time);
      decided += 1;
      empty = 0;
    }
    if (waits > 1) await new Promise((done) => setTimeout(done, 10));
    clock.time += 20;
  }
  return decided;
}

const change = (shown: number, { day = TODAY, cost = 0n } = {}): ImportedChange => ({
  id: randomUUID(),
  sums: [{ campaign, day, shown, cost }],
});

testEach(BUDGETS, "%s count imported sums of the day and in total, until they are removed", async (make) => {
  campaign += 1;
  const engine = await make();
  const { budgets } = engine;
  setCampaign(engine, { caps: { total: 1000, daily: 500 } });
  expect(await decideAll(engine, 1)).toBe(1);
  await budgets.addImported(change(490), clock.time);
  await budgets.addImported(change(300, { day: TODAY - 1 }), clock.time);
  expect(await decideAll(engine)).toBe(9);
  await budgets.addImported(change(-490), clock.time);
  // 10 are decided and 300 imported, of 1000 in total and 500 today.
  expect(await decideAll(engine)).toBe(490);
});

testEach(BUDGETS, "%s count imported costs towards budgets", async (make) => {
  campaign += 1;
  const engine = await make();
  setCampaign(engine, { budget: { total: "0.10" } });
  await engine.budgets.addImported(change(5, { cost: 90_000_000n }), clock.time);
  expect(await decideAll(engine)).toBe(5);
  await engine.budgets.addImported(change(-5, { cost: -90_000_000n }), clock.time);
  expect(await decideAll(engine)).toBe(45);
});

testEach(BUDGETS, "%s count sums of a campaign that has no limit yet", async (make) => {
  campaign += 1;
  const engine = await make();
  setCampaign(engine, {});
  await engine.budgets.addImported(change(95), clock.time);
  setCampaign(engine, { caps: { total: 100 } });
  expect(await decideAll(engine)).toBe(5);
});

testWithRedis("an import at one node counts for all nodes, once even when it is repeated", async () => {
  campaign += 1;
  const [first, second] = [await SHARED(), await SHARED()];
  for (const node of [first, second]) setCampaign(node, { caps: { total: 1000 } });
  const added = change(900);
  for (let times = 0; times < 3; times++) await first.budgets.addImported(added, clock.time);
  expect((await decideAll(first, 60)) + (await decideAll(second)) + (await decideAll(first))).toBe(100);
});

testWithRedis(
  "an import whose answer is lost is counted once when it is repeated, also after a restart",
  async () => {
    campaign += 1;
    let losing = true;
    await using proxy = await startLossyProxy(
      cluster.redis.url,
      (request) => losing && request.includes("once:"),
    );
    const node = await cluster.addNode({ now, url: proxy.url });
    const added = change(900);
    await expect(node.state.budgets.addImported(added)).rejects.toThrow();
    losing = false;
    expect(proxy.lost).toBeGreaterThan(0);
    await node.state.close();
    const again = (await cluster.addNode({ now, folder: node.folder })).state;
    await again.budgets.addImported(added);
    setCampaign(again, { caps: { total: 1000 } });
    expect(await decideAll(again)).toBe(100);
  },
);
