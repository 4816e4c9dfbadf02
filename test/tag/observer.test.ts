// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../../src/tag/observer.ts";
import { endTask, holdTimers } from "./page.ts";

type Entries = { target: Element }[];

let observe: typeof import("../../src/tag/observer.ts").observe;
/** Created IntersectionObservers: options, targets and callback. */
let observers: { options: IntersectionObserverInit; targets: Set<Element>; report(entries: Entries): void }[];

beforeEach(async () => {
  vi.useFakeTimers();
  observers = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      thresholds = [];
      targets = new Set<Element>();
      constructor(report: (entries: Entries) => void, options: IntersectionObserverInit) {
        observers.push({ report, options, targets: this.targets });
      }
      observe(target: Element) {
        this.targets.add(target);
      }
      unobserve(target: Element) {
        this.targets.delete(target);
      }
    },
  );
  vi.resetModules();
  ({ observe } = await import("../../src/tag/observer.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const create = () => document.createElement("ins");
const hear = (target: Element) => {
  const heard: View[] = [];
  return { heard, stop: observe(target, 0, (view) => heard.push(view)) };
};

test("targets with the same distance share an observer that also covers scroll containers", () => {
  for (const distance of [0, 200, 0]) observe(create(), distance, () => {});
  expect(observers.map(({ options, targets }) => [options, targets.size])).toEqual([
    [{ rootMargin: "0px", scrollMargin: "0px", threshold: [0, 0.3, 0.5] }, 2],
    [{ rootMargin: "200px", scrollMargin: "200px", threshold: [0, 0.3, 0.5] }, 1],
  ]);
});

test("25 simultaneous reports are handled ten per task", async () => {
  const targets = Array.from({ length: 25 }, create);
  const all = targets.map((target) => hear(target));
  const count = () => all.filter(({ heard }) => heard.length).length;
  const runNextTimer = holdTimers();
  observers[0]?.report(targets.map((target) => ({ target })));
  const counts: number[] = [];
  for (let task = 0; task < 3; task++) {
    await endTask();
    counts.push(count());
    runNextTimer();
  }
  expect(counts).toEqual([10, 20, 25]);
});

test("a stopped listener gets no report, not even a pending one", () => {
  const target = create();
  const { heard, stop } = hear(target);
  stop();
  observers[0]?.report([{ target }]);
  expect([heard, observers[0]?.targets.size]).toEqual([[], 0]);
});

test.each([
  ["is missing", undefined],
  ["is not a constructor", {}],
  [
    "throws",
    class {
      constructor() {
        throw new Error("blocked");
      }
    },
  ],
  [
    "is a stub that never reports",
    class {
      observe() {}
      unobserve() {}
    },
  ],
])(
  "when the page's IntersectionObserver %s, a target is reported as intersecting with only its box",
  async (_, value) => {
    vi.stubGlobal("IntersectionObserver", value);
    const target = create();
    const { heard, stop } = hear(target);
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toEqual([
      { target, isIntersecting: true, boundingClientRect: target.getBoundingClientRect() },
    ]);
    stop();
  },
);

test("without an IntersectionObserver a stopped listener gets no report either", async () => {
  vi.stubGlobal("IntersectionObserver", undefined);
  const { heard, stop } = hear(create());
  stop();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([]);
});
