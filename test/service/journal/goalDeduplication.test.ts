import { expect, test } from "vitest";
import type { DeduplicationKey, Keys } from "../../../src/service/facts/eventStore.ts";
import { GoalDeduplication } from "../../../src/service/journal/goalDeduplication.ts";
import { defer } from "../../support/defer.ts";

const DAY_MS = 24 * 3600_000;
const CONVERTED = Date.parse("2026-11-20T12:00:00Z");

function makeKey(number: number, more: Partial<DeduplicationKey> = {}): DeduplicationKey {
  return { epoch: 1, number, kind: "goal_1", decidedAt: CONVERTED, ...more };
}

test("a goal is known only for its decision and epoch, whatever the time of the repetition", () => {
  const goals = new GoalDeduplication(() => 0);
  for (const number of [0, 1, 2 ** 44]) goals.add(makeKey(number));
  goals.add(makeKey(5, { kind: "goal_10" }));
  const known = [makeKey(0), makeKey(1, { decidedAt: CONVERTED + 29 * DAY_MS }), makeKey(2 ** 44)];
  expect(known.filter((key) => !goals.has(key))).toEqual([]);
  const others = [
    makeKey(2),
    makeKey(2 ** 44 + 1),
    makeKey(0, { kind: "goal_2" }),
    makeKey(0, { epoch: 2 }),
    makeKey(5),
  ];
  expect(others.filter((key) => goals.has(key))).toEqual([]);
});

test.each([
  ["counted and converted earlier", { countedAt: 101, decidedAt: CONVERTED + 1 }, false],
  ["counted at that moment", { countedAt: 100, decidedAt: CONVERTED + 1 }, true],
  ["converted at that moment", { countedAt: 101, decidedAt: CONVERTED }, true],
])("whether a day whose newest key was %s is kept: %j, %s", (_, before, isKept) => {
  let runningTime = 100;
  const goals = new GoalDeduplication(() => runningTime);
  goals.add(makeKey(1));
  runningTime = 50;
  goals.add(makeKey(2, { decidedAt: CONVERTED - 1 }));
  goals.dropBefore(before);
  expect([1, 2].map((number) => goals.has(makeKey(number)))).toEqual([isKept, isKept]);
});

test("an old day is dropped while a newer one of its epoch is kept", () => {
  const goals = new GoalDeduplication(() => 0);
  goals.add(makeKey(1));
  goals.add(makeKey(2, { decidedAt: CONVERTED + DAY_MS }));
  goals.dropBefore({ countedAt: 1, decidedAt: CONVERTED + 1 });
  expect([1, 2].map((number) => goals.has(makeKey(number)))).toEqual([false, true]);
});

test("conversions of the same click and goal wait for the first, and are written if it fails", async () => {
  const goals = new GoalDeduplication(() => 0);
  const writing = defer<Keys>();
  const first = goals.writeOnce([makeKey(1)], () => writing.promise);
  const second = goals.writeOnce([makeKey(1)], async (fresh) => fresh);
  const third = goals.writeOnce([makeKey(1)], async (fresh) => fresh);
  expect(goals.has(makeKey(1))).toBe(false);
  writing.reject(new Error("disk full"));
  await expect(first).rejects.toThrow("disk full");
  expect(await Promise.all([second, third])).toEqual([[makeKey(1)], []]);
});
