import { expect, test } from "vitest";
import { listWrongCaps, readFrequency, writeFrequency } from "../../../src/dashboard/campaigns/frequency.ts";

test.each([
  [90, { length: "90", unit: "second" }],
  [5_400, { length: "90", unit: "minute" }],
  [7_200, { length: "2", unit: "hour" }],
  [604_800, { length: "7", unit: "day" }],
])("a frequency period of %i seconds is shown as %j and saved unchanged", (seconds, shown) => {
  const caps = [{ impressions: 3, seconds }];
  expect(readFrequency(caps)).toEqual([{ impressions: "3", ...shown }]);
  expect(writeFrequency(readFrequency(caps))).toEqual(caps);
});

test("frequency cap fields that are not positive whole numbers are reported by the service's field names", () => {
  const cap = { impressions: "3", length: "1", unit: "day" } as const;
  expect(listWrongCaps([cap, { ...cap, impressions: "" }, { ...cap, length: "0" }])).toEqual([
    "1.impressions",
    "2.seconds",
  ]);
});
