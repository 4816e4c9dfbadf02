/** Costs of the tag for a page, as counts that do not depend on the machine. */
import { expect, test } from "../support/test.ts";
import {
  allShown,
  countCalls,
  countUses,
  HEAD,
  kept,
  recordTrace,
  type Uses,
  zones,
  zonesBelow,
} from "./page.ts";

/** Numbers of zones; three, to verify that costs are linear. */
const SIZES = [10, 20, 40] as const;
type Values = [number, number, number];

/** Computes the cost of each additional zone; NaN unless the values at the three sizes lie on one line. */
function perZone([few, more, most]: Values): number {
  const slope = (more - few) / (SIZES[1] - SIZES[0]);
  return slope === (most - more) / (SIZES[2] - SIZES[1]) ? slope : Number.NaN;
}

/** Runs `read` on a page of each size once all its zones are shown and counted. */
const atEachSize = test.extend<{ each: <T>(read: () => Promise<T>) => Promise<[T, T, T]> }>({
  each: async ({ ads, open, page }, use) => {
    const shown = async (size: number) => {
      ads.received.length = 0;
      await open(zonesBelow(size), { head: HEAD });
      await allShown(ads, page, size);
    };
    await use(async (read) => {
      const values = [];
      for (const size of SIZES) {
        await shown(size);
        values.push(await read());
      }
      return values as [never, never, never];
    });
  },
});

test("each zone costs one image and one impression, and all zones one request", async ({
  ads,
  open,
  page,
}) => {
  await open(zonesBelow(50), { head: HEAD });
  await allShown(ads, page, 50);
  const kinds = ads.received.map(({ method, path }) => `${method} ${path.split("/")[1]}`).sort();
  expect(kinds).toEqual([...Array(50).fill("GET image"), ...Array(50).fill("GET impression"), "POST v1"]);
});

atEachSize("each zone adds two nodes", async ({ each, page }) => {
  const nodes = await each(() => page.evaluate(() => document.querySelectorAll("ins *").length));
  expect(nodes).toEqual(SIZES.map((size) => 2 * size));
  const others = await page.evaluate(() => document.querySelectorAll(":not(ins, ins *)").length);
  // html, head, meta, title, style, script, body, the spacer, and the tag's preconnect link if the request waited.
  expect(others).toBeLessThanOrEqual(9);
});

atEachSize(
  "no zone adds an observer of the page, a frame callback or a page listener",
  async ({ each, page }) => {
    const uses = await each(await countUses(page));
    const grows = (name: keyof Uses) => perZone(uses.map((one) => one[name]) as Values);
    const once = [
      "MutationObserver",
      "ResizeObserver",
      "PerformanceObserver",
      "setInterval",
      "requestAnimationFrame",
      "requestIdleCallback",
      "addEventListener",
    ] as const;
    expect(uses[2].MutationObserver).toBe(1);
    for (const name of once) expect(grows(name), name).toBe(0);
  },
);

atEachSize("zones share their observers and timers", async ({ each, page }) => {
  const uses = await each(await countUses(page));
  for (const one of uses) expect([one.IntersectionObserver, one.ResizeObserver]).toEqual([1, 1]);
  // Loops over zones run one task per ten zones. There is a loop that starts zones, one that shows them, and one for
  // each batch of observer reports, whose size the browser chooses.
  const [few, , most] = uses;
  expect(most.setTimeout - few.setTimeout).toBeLessThan(SIZES[2] - SIZES[0]);
});

atEachSize("each zone keeps 3 nodes and 4 listeners in memory", async ({ context, each, page }) => {
  const cdp = await context.newCDPSession(page);
  const held = await each(() => kept(cdp));
  const listeners = perZone(held.map(({ listeners }) => listeners) as Values);
  const nodes = perZone(held.map(({ nodes }) => nodes) as Values);
  // Nodes: placeholder, link and image. Listeners: the handlers of image and link.
  expect({ nodes, listeners }).toEqual({ nodes: 3, listeners: 4 });
});

test("calls of each function grow no faster than the number of zones", async ({
  ads,
  context,
  open,
  page,
}) => {
  const cdp = await context.newCDPSession(page);
  await cdp.send("Profiler.enable");
  const runs: Map<string, number>[] = [];
  for (const size of SIZES) {
    ads.received.length = 0;
    const calls = await countCalls(cdp, async () => {
      await open(zonesBelow(size), { head: HEAD });
      await allShown(ads, page, size);
    });
    runs.push(calls);
  }
  const functions = [...(runs[2]?.keys() ?? [])];
  expect(functions.length).toBeGreaterThan(40);
  const uneven = functions.filter((name) => {
    const calls = runs.map((run) => run.get(name) ?? 0) as Values;
    const [, more, most] = calls;
    const isFew = most <= 10 * SIZES[2];
    const growth = most / more / (SIZES[2] / SIZES[1]);
    return !Number.isInteger(perZone(calls)) && !isFew && growth > 1.1;
  });
  // The browser chooses the batches of observer reports, so some calls are not exactly proportional.
  expect(uneven).toEqual([]);
});

test("the tag forces no layout or style calculation and shifts nothing", async ({
  ads,
  browser,
  open,
  page,
}) => {
  const trace = await recordTrace(browser, page, async () => {
    await open(zones(50), { head: HEAD });
    await allShown(ads, page, 50);
  });
  expect(trace).toMatchObject({ forcedLayouts: 0, forcedStyles: 0, shift: 0 });
});

test("many zones are shown and counted in several tasks", async ({ ads, browser, open, page }) => {
  const trace = await recordTrace(browser, page, async () => {
    await open(zonesBelow(60), { head: HEAD });
    await allShown(ads, page, 60);
  });
  expect(trace.burst).toBeLessThanOrEqual(11);
});
