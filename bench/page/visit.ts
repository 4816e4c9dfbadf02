/** Measures one visit of a page from outside. */
import { setTimeout as wait } from "node:timers/promises";
import { type PageTrace, readTrace, TRACE_CATEGORIES, type TraceEvent } from "../../e2e/support/trace.ts";
import type { Chromium } from "./chromium.ts";
import { type Contender, publishPage, toScriptPath } from "./contenders.ts";
import { DIALECTS } from "./dialects.ts";
import type { Mock, Traffic } from "./mockServers.ts";

export interface Visit extends Traffic, Omit<PageTrace, "sent" | "longTasks" | "burst"> {
  /** Number of tasks over 50 ms that ran the script. */
  longTasks: number;
  /** Milliseconds from navigation to the request for ads; NaN when there was none. */
  adRequest: number;
  /** Milliseconds from navigation to the last impression; NaN when there was none. */
  lastImpression: number;
  /** Nodes of all documents in the page's process after garbage collection. */
  nodes: number;
  /** Bytes of script and DOM heap after garbage collection. */
  heap: number;
}

export interface VisitOptions {
  zones: number;
  /** Factor by which the processor is slowed down. */
  slowdown: number;
  /** Milliseconds to watch a page that will show no impressions. */
  watch?: number;
}

const GIVE_UP = 60_000;

/** Visits a page; undefined when it has not shown its banners after a minute. */
export async function visit(
  browser: Chromium,
  mock: Mock,
  contender: Contender,
  { zones, slowdown, watch }: VisitOptions,
): Promise<Visit | undefined> {
  const path = publishPage(mock, contender, zones);
  const page = await openBlank(browser, mock);
  await page.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  mock.reset();
  let isShown = true;
  const events = await recordTrace(browser, async () => {
    await page.send("Page.navigate", { url: mock.site + path });
    // The previous document may remove the slowdown when it shared the process.
    await page.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    if (watch) await wait(watch);
    else isShown = await waitUntil(() => isFinished(mock.traffic(), contender.script ? zones : 0));
    await wait(200 + 40 * slowdown);
  });
  const traffic = mock.traffic();
  await page.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const kept = await page.measureKept();
  await page.close();
  if (!isShown) return undefined;
  const script = contender.script && mock.site + toScriptPath(contender);
  const { sent, longTasks, burst, ...trace } = readTrace(events, mock.site + path, script);
  const listTimes = (part: string) => sent.filter(({ url }) => url.includes(part)).map(({ at }) => at);
  const [adRequest = Number.NaN] = listTimes(DIALECTS[contender.dialect].path);
  const lastImpression = Math.max(...listTimes("/impression/"));
  return {
    ...traffic,
    ...trace,
    longTasks: longTasks.length,
    ...kept,
    adRequest,
    lastImpression: Number.isFinite(lastImpression) ? lastImpression : Number.NaN,
  };
}

function isFinished({ pictures, images, impressions }: Traffic, zones: number): boolean {
  return pictures > 0 && images >= zones && impressions >= zones;
}

async function waitUntil(isDone: () => boolean): Promise<boolean> {
  const end = performance.now() + GIVE_UP;
  while (!isDone() && performance.now() < end) await wait(10);
  return isDone();
}

/** Opens a page of the same site in its own context and process, so that the visit starts cold. */
async function openBlank(browser: Chromium, mock: Mock) {
  mock.pages.set("/blank", { type: "text/html", body: Buffer.from("<!doctype html><title>blank</title>") });
  const { browserContextId } = await browser.send<{ browserContextId: string }>(
    "Target.createBrowserContext",
  );
  const { targetId } = await browser.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
    browserContextId,
  });
  const { sessionId } = await browser.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const send = <Result>(method: string, params = {}) => browser.send<Result>(method, params, sessionId);
  await send("Page.enable");
  const loaded = browser.next("Page.loadEventFired", sessionId);
  await send("Page.navigate", { url: `${mock.site}/blank` });
  await loaded;
  await send("Page.disable");
  return {
    send,
    measureKept: async () => {
      await send("HeapProfiler.collectGarbage");
      const { nodes } = await send<{ nodes: number }>("Memory.getDOMCounters");
      const heap = await send<{ usedSize: number; embedderHeapUsedSize?: number }>("Runtime.getHeapUsage");
      return { nodes, heap: heap.usedSize + (heap.embedderHeapUsedSize ?? 0) };
    },
    close: () => browser.send("Target.disposeBrowserContext", { browserContextId }),
  };
}

async function recordTrace(browser: Chromium, action: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const unsubscribe = browser.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value as TraceEvent[]) events.push(event);
  });
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: TRACE_CATEGORIES, excludedCategories: ["*"] },
  });
  await action();
  const complete = browser.next("Tracing.tracingComplete");
  await browser.send("Tracing.end");
  await complete;
  unsubscribe();
  return events;
}
