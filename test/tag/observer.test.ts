// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Entries = { target: Element; contentRect?: { width: number; height: number } }[];

type Observer = typeof import("../../src/tag/observer.ts");
let observe: Observer["observe"];
let canBeSeen: Observer["canBeSeen"];
/** Options of each observer of the viewport, and what it watches. */
let observers: { options: IntersectionObserverInit; targets: Set<Element>; report(entries: Entries): void }[];
let reportSizes: (entries: Entries) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  observers = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
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
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(report: (entries: Entries) => void) {
        reportSizes = report;
      }
      observe() {}
      unobserve() {}
    },
  );
  vi.resetModules();
  ({ canBeSeen, observe } = await import("../../src/tag/observer.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const create = (isVisible?: boolean) => {
  const element = document.createElement("ins");
  const checkVisibility = isVisible === undefined ? undefined : () => isVisible;
  return Object.assign(element, { checkVisibility });
};
const hear = (target: Element, box = target) => {
  const heard: boolean[] = [];
  const stop = observe(target, box, 0, () => heard.push(canBeSeen(box)));
  return { heard, stop };
};

test("targets at one distance share an observer, also for parts that scroll", () => {
  for (const distance of [0, 200, 0]) observe(create(), create(), distance, () => {});
  expect(observers.map(({ options, targets }) => [options, targets.size])).toEqual([
    [{ rootMargin: "0px", scrollMargin: "0px", threshold: [0, 0.3, 0.5] }, 2],
    [{ rootMargin: "200px", scrollMargin: "200px", threshold: [0, 0.3, 0.5] }, 1],
  ]);
});

test("many reports of one moment are heard ten in a task", async () => {
  const targets = Array.from({ length: 25 }, () => create());
  const all = targets.map((target) => hear(target));
  const count = () => all.filter(({ heard }) => heard.length).length;
  observers[0]?.report(targets.map((target) => ({ target })));
  const counts = [count()];
  for (let task = 0; task < 2; task++) {
    vi.advanceTimersToNextTimer();
    // Microtasks alone belong to the same task.
    for (let turn = 0; turn < 50; turn++) await null;
    counts.push(count());
  }
  expect(counts).toEqual([10, 20, 25]);
});

test("after its end nothing is heard, also of what was on its way", () => {
  const target = create();
  const { heard, stop } = hear(target);
  stop();
  observers[0]?.report([{ target }]);
  expect([heard, observers[0]?.targets.size]).toEqual([[], 0]);
});

const SIZE = { width: 300, height: 250 };
test.each([
  ["of which nothing is known", undefined, undefined, true],
  ["that can be seen", SIZE, true, true],
  ["in a browser that cannot tell", SIZE, undefined, true],
  ["that can be seen through", SIZE, false, false],
  ["without a height", { width: 300, height: 0 }, true, false],
  ["that is inline, or has no box", { width: 0, height: 0 }, false, true],
])("a target %s", (_, contentRect, isVisible, expected) => {
  const target = create(isVisible);
  const box = create();
  const own = hear(target);
  const inside = hear(create(), box);
  if (contentRect) reportSizes([{ target, contentRect }]);
  observers[0]?.report([{ target }]);
  expect([own.heard, inside.heard]).toEqual([[expected], []]);
});

test("what stands in a box that cannot be seen cannot be seen", () => {
  const [target, box] = [create(true), create(true)];
  const { heard } = hear(target, box);
  reportSizes([{ target: box, contentRect: { width: 300, height: 0 } }]);
  observers[0]?.report([{ target }]);
  reportSizes([{ target: box, contentRect: SIZE }]);
  observers[0]?.report([{ target }]);
  expect(heard).toEqual([false, true]);
});
