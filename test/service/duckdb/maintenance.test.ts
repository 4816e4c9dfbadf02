import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startMaintenance } from "../../../src/service/duckdb/maintenance.ts";

const LOOK_EVERY_MS = 1000;

let runs: string[];
let end: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  runs = [];
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

/** Starts two tasks, due every second and every three seconds, on a clock that starts at `from` milliseconds. */
function start(from: number): void {
  const startedAt = performance.now();
  end = startMaintenance(
    [
      { everyMs: 0, run: async () => void runs.push("always") },
      {
        everyMs: 3000,
        run: async () => {
          runs.push("rarely");
          throw new Error("A task failed.");
        },
      },
    ],
    { lookEveryMs: LOOK_EVERY_MS, now: () => from + performance.now() - startedAt },
  );
}

test("a maintenance task runs periodically, even after a failure, until maintenance ends", () => {
  start(0);
  vi.advanceTimersByTime(6 * LOOK_EVERY_MS);
  const expected = ["always", "always", "always", "rarely", "always", "always", "always", "rarely"];
  expect(runs).toEqual(expected);
  end();
  vi.advanceTimersByTime(6 * LOOK_EVERY_MS);
  expect(runs).toEqual(expected);
});

test("a maintenance task runs at once if it became due during earlier starts", () => {
  start(10_000);
  vi.advanceTimersByTime(LOOK_EVERY_MS);
  expect(runs).toEqual(["always", "rarely"]);
});
