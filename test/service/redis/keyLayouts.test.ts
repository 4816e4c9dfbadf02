import { expect, test } from "vitest";
import type { KeyKind } from "../../../src/service/facts/eventStore.ts";
import { GoalDeduplication } from "../../../src/service/journal/goalDeduplication.ts";
import { layOutGoals } from "../../../src/service/redis/keyLayouts.ts";

const DAY_MS = 24 * 3600_000;
const PAGE = 2 ** 20;

function listOwn(keys: readonly [epoch: number, number: number, kind: KeyKind][]) {
  const own = new GoalDeduplication(() => 0);
  for (const [at, [epoch, number, kind]] of keys.entries())
    own.add({ epoch, number, kind, decidedAt: at * DAY_MS });
  return [...layOutGoals(own).listOwn()].map(({ names, values }) => [...names, ...values]);
}

test("counted goals are shared by start, page and goal, as numbers within the page", () => {
  expect(
    listOwn([
      [1, 0, "goal_1"],
      [1, PAGE - 1, "goal_10"],
      [1, PAGE, "goal_1"],
      [2, 5 * PAGE + 7, "goal_2"],
      [2, 2 ** 44, "goal_1"],
    ]),
  ).toEqual([
    ["zonetag:goals:{1.0}:goal_1", 0],
    ["zonetag:goals:{1.0}:goal_10", PAGE - 1],
    ["zonetag:goals:{1.1}:goal_1", 0],
    ["zonetag:goals:{2.5}:goal_2", 7],
    [`zonetag:goals:{2.${2 ** 24}}:goal_1`, 0],
  ]);
});

test("a day with more goals than one script call takes is shared in several calls", () => {
  const own = new GoalDeduplication(() => 0);
  for (let number = 0; number < 2500; number++) own.add({ epoch: 1, number, kind: "goal_1", decidedAt: 0 });
  const calls = [...layOutGoals(own).listOwn()].map(({ values }) => values);
  expect(calls.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(new Set(calls.flat()).size).toBe(2500);
});
