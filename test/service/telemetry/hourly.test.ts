import { expect, test } from "vitest";
import { createHourly } from "../../../src/service/telemetry/hourly.ts";

test("a condition is reported at once, and again after an hour", () => {
  let now = 5;
  const report = createHourly(() => now);
  const reported: number[] = [];
  for (const at of [5, 6, 3_600_004, 3_600_005, 3_600_006, 7_200_005]) {
    now = at;
    report(() => reported.push(at));
  }
  expect(reported).toEqual([5, 3_600_005, 7_200_005]);
});
