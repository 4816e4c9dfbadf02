import { expect, test } from "vitest";
import { LocalFailedSignIns } from "../../../src/service/statistics/failedSignIns.ts";

const MINUTE = 60_000;

/** Delays after 1, 2, 3 … failures with the keys, in seconds. */
function listDelays(failures: LocalFailedSignIns, keys: string[], count: number): number[] {
  return Array.from({ length: count }, () => {
    failures.add(keys);
    return failures.delay(keys) / 1000;
  });
}

test("five failed sign-ins pass without delay, then the delay doubles with each, up to 15 minutes", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 10 });
  expect(listDelays(failures, ["a"], 8)).toEqual([0, 0, 0, 0, 1, 2, 4, 8]);
  expect(listDelays(failures, ["a"], 10).at(-1)).toBe(15 * 60);
  expect(failures.delay(["b"])).toBe(0);
  expect(failures.delay(["b", "a"])).toBe(15 * MINUTE);
});

test("the delay after failed sign-ins runs down, and is forgotten after an hour without a failure", () => {
  let time = 0;
  const failures = new LocalFailedSignIns({ elapsed: () => time, maxKeys: 10 });
  listDelays(failures, ["a"], 6);
  time = 1500;
  expect(failures.delay(["a"])).toBe(500);
  time = 3000;
  expect(failures.delay(["a"])).toBe(0);
  time = 60 * MINUTE - 1;
  expect(listDelays(failures, ["a"], 1)).toEqual([4]);
  time += 60 * MINUTE;
  expect(listDelays(failures, ["a"], 5)).toEqual([0, 0, 0, 0, 1]);
});

test("failed sign-ins are remembered for a bounded number of keys, the last that failed", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 2 });
  for (const key of ["a", "b", "a", "c"]) listDelays(failures, [key], 5);
  expect(["a", "b", "c"].map((key) => failures.delay([key]) > 0)).toEqual([true, false, true]);
});

test("a failure that is taken back takes no place from those that are remembered", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 2 });
  listDelays(failures, ["a"], 5);
  failures.add(["succeeded"]);
  failures.withdraw(["succeeded"]);
  listDelays(failures, ["b"], 5);
  expect(["a", "b"].map((key) => failures.delay([key]))).toEqual([1000, 1000]);
});

test("a failure that is taken back delays no more", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 10 });
  listDelays(failures, ["a"], 6);
  for (const left of [1000, 0]) {
    failures.withdraw(["a", "never failed"]);
    expect(failures.delay(["a"])).toBe(left);
  }
});

test("an attempt counts as failed from its beginning, and one that has to wait counts for nothing", () => {
  const failures = new LocalFailedSignIns({ elapsed: () => 0, maxKeys: 10 });
  expect(Array.from({ length: 7 }, () => failures.begin(["a", "b"]))).toEqual([0, 0, 0, 0, 0, 1000, 1000]);
  expect(failures.delay(["b"])).toBe(1000);
});
