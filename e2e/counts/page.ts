/** Pages for counting costs, and the counters. */
import type { Browser, CDPSession, Page } from "playwright/test";
import type { Ads } from "../support/ads.ts";
import { expect } from "../support/test.ts";
import { type PageTrace, readTrace, TRACE_CATEGORIES } from "../support/trace.ts";

/** Boxes that the page's own style reserves. */
export const HEAD = `<style>body{margin:0}ins{display:block;width:300px;height:250px}</style>`;

/** Returns zones that are too far down to be in view. */
export function zonesBelow(count: number): string {
  return `<div style="height:3000px"></div>${zones(count)}`;
}

export function zones(count: number): string {
  return Array.from({ length: count }, (_, at) => `<ins data-zone-id="${at + 1}"></ins>`).join("");
}

/** Waits until every zone is filled and counted. */
export async function allShown(ads: Ads, page: Page, count: number): Promise<void> {
  await expect.poll(() => ads.impressions.length).toBe(count);
  await expect(page.locator('[data-zone-state="filled"]')).toHaveCount(count);
}

/** Constructors and functions with a lasting cost for the page. */
const WATCHED = [
  "IntersectionObserver",
  "MutationObserver",
  "ResizeObserver",
  "PerformanceObserver",
  "setTimeout",
  "setInterval",
  "requestAnimationFrame",
  "requestIdleCallback",
  "addEventListener",
] as const;

export type Uses = Record<(typeof WATCHED)[number], number>;

/** Counts the uses of these functions in every page from its start. The returned function reads the counts. */
export async function countUses(page: Page): Promise<() => Promise<Uses>> {
  await page.addInitScript((names) => {
    const uses: Record<string, number> = {};
    Object.defineProperty(globalThis, "__uses", { value: uses });
    for (const name of names) {
      uses[name] = 0;
      const owner = name === "addEventListener" ? EventTarget.prototype : globalThis;
      const count = () => {
        uses[name] = (uses[name] ?? 0) + 1;
      };
      const counted = new Proxy(Reflect.get(owner, name), {
        apply(target, self, args) {
          count();
          return Reflect.apply(target, self, args);
        },
        construct(target, args, made) {
          count();
          return Reflect.construct(target, args, made);
        },
      });
      Object.defineProperty(owner, name, { value: counted, writable: true, configurable: true });
    }
  }, WATCHED);
  return () => page.evaluate(() => (globalThis as unknown as { __uses: Uses }).__uses);
}

/** Counts the calls of each function of the tag, by its position in the file. */
export async function countCalls(cdp: CDPSession, show: () => Promise<void>): Promise<Map<string, number>> {
  await cdp.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await show();
  const { result } = await cdp.send("Profiler.takePreciseCoverage");
  await cdp.send("Profiler.stopPreciseCoverage");
  const tag = result.find(({ url }) => url.endsWith("/dist/zonetag.js"));
  const calls = (tag?.functions ?? []).map(({ functionName, ranges: [range] }) => {
    const place = `${functionName || "a function"} at ${range?.startOffset}–${range?.endOffset}`;
    return [place, range?.count ?? 0] as const;
  });
  return new Map(calls);
}

/** Returns the nodes and listeners in the page's process after garbage collection. */
export async function kept(cdp: CDPSession): Promise<{ nodes: number; listeners: number }> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners: listeners } = await cdp.send("Memory.getDOMCounters");
  return { nodes, listeners };
}

/** Records the browser's trace of the page that `show` opens. */
export async function recordTrace(
  browser: Browser,
  page: Page,
  show: () => Promise<void>,
): Promise<PageTrace> {
  await browser.startTracing(page, { categories: ["-*", ...TRACE_CATEGORIES] });
  await show();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  return readTrace(traceEvents, page.url(), new URL("/dist/zonetag.js", page.url()).href);
}
