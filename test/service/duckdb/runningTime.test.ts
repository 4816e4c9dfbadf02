import { expect, test } from "vitest";
import { RunningTime } from "../../../src/service/duckdb/runningTime.ts";

test("running time continues from earlier starts, in whole milliseconds", () => {
  let elapsed = 500.25;
  const time = new RunningTime(10_000, () => elapsed);
  expect(time.now()).toBe(10_000);
  elapsed += 250.5;
  expect(time.now()).toBe(10_250);
  expect(new RunningTime(time.now(), () => elapsed).now()).toBe(10_250);
});
