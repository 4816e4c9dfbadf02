import { expect, test } from "vitest";
import { readTrace, type TraceEvent } from "../../e2e/support/trace.ts";

const PAGE = "http://page/";
const SCRIPT = "http://page/tag.js";
const base = { cat: "devtools.timeline", ph: "X", pid: 1, tid: 1 };

/** Creates an event of the page's main thread; times are in milliseconds after navigation. */
function event(name: string, at: number, length = 0, data: Record<string, unknown> = {}): TraceEvent {
  return { ...base, name, ts: 1000 + at * 1000, dur: length * 1000, tdur: length * 1000, args: { data } };
}

const navigation = event("navigationStart", 0, 0, { documentLoaderURL: PAGE });
const read = (...events: TraceEvent[]) => readTrace([navigation, ...events], PAGE, SCRIPT);

test("script time is the sum of the outermost events without nested ones", () => {
  const { script } = read(
    event("EvaluateScript", 10, 6, { url: SCRIPT }),
    event("FunctionCall", 11, 2, { url: SCRIPT }),
    event("RunMicrotasks", 20, 3),
  );
  expect(script).toBe(9);
});

test("work of another script is an error", () => {
  const foreign = event("FunctionCall", 5, 1, { url: "http://page/other.js" });
  expect(() => read(foreign)).toThrow("http://page/other.js");
});

test("work in other threads or before the navigation does not count", () => {
  const elsewhere = { ...event("RunMicrotasks", 5, 7), tid: 2 };
  expect(read(elsewhere, event("RunMicrotasks", -1, 7)).script).toBe(0);
});

test("a task includes its final microtasks; tasks without script activity do not count", () => {
  const trace = read(
    event("ThreadControllerImpl::RunTask", 10, 20),
    event("BlinkScheduler_PerformMicrotaskCheckpoint", 30, 45),
    event("RunMicrotasks", 31, 44),
    event("ResourceSendRequest", 32, 0, { url: "http://ads/image" }),
    event("ThreadControllerImpl::RunTask", 100, 500),
  );
  expect(trace).toMatchObject({ longestTask: 65, longTasks: [65], burst: 1 });
});

test("a layout counts as forced only while the script runs", () => {
  const work = event("FunctionCall", 10, 5, { url: SCRIPT });
  expect(read(work, event("Layout", 12, 1)).forcedLayouts).toBe(1);
  expect(read(work, event("Layout", 16, 1)).forcedLayouts).toBe(0);
});

test("layout shifts are summed; the largest paint is the main frame's last candidate", () => {
  const paint = (at: number, isMainFrame: boolean) =>
    event("largestContentfulPaint::Candidate", at, 0, { isMainFrame });
  const trace = read(
    event("LayoutShift", 5, 0, { score: 0.1 }),
    event("LayoutShift", 6, 0, { score: 0.2 }),
    paint(40, true),
    paint(90, false),
  );
  expect(trace.shift).toBeCloseTo(0.3);
  expect(trace.largestPaint).toBe(40);
});

test("a trace without the page's navigation is an error", () => {
  expect(() => readTrace([], PAGE)).toThrow(PAGE);
});
