import { expect, test } from "vitest";
import {
  findCapProblems,
  toFrequencyFields,
  writeFrequency,
} from "../../../src/dashboard/campaigns/frequency.ts";

test.each([
  [90, { length: "90", unit: "second" }],
  [5_400, { length: "90", unit: "minute" }],
  [7_200, { length: "2", unit: "hour" }],
  [604_800, { length: "7", unit: "day" }],
])("a frequency period of %i seconds is shown as %j and saved unchanged", (seconds, shown) => {
  const caps = [{ impressions: 3, seconds }];
  expect(toFrequencyFields(caps)).toEqual([{ impressions: "3", ...shown }]);
  expect(writeFrequency(toFrequencyFields(caps))).toEqual(caps);
});

test.each([
  [{ impressions: "" }, { "1.impressions": "range:1:1000" }],
  [{ impressions: "1001" }, { "1.impressions": "range:1:1000" }],
  [{ length: "0" }, { "1.seconds": "range:1:366" }],
  [{ length: "367" }, { "1.seconds": "range:1:366" }],
  [{ length: "367", unit: "hour" }, {}],
] as const)("a frequency cap with %j has the problems %j", (changes, problems) => {
  const cap = { impressions: "3", length: "1", unit: "day" } as const;
  expect(findCapProblems([cap, { ...cap, ...changes }])).toEqual(problems);
});

test("the eleventh frequency cap is refused", () => {
  const caps = Array.from(
    { length: 11 },
    (_, at) => ({ impressions: `${at + 1}`, length: "1", unit: "day" }) as const,
  );
  expect(findCapProblems(caps)).toEqual({ "10.impressions": "many:10" });
});

test.each([
  [
    "the same numbers",
    [
      ["3", "1", "day"],
      ["3", "1", "day"],
    ],
    { "1.impressions": "same" },
  ],
  [
    "the same period in another unit",
    [
      ["3", "24", "hour"],
      [" 3", "1", "day"],
    ],
    { "1.impressions": "same" },
  ],
  [
    "the third like the first",
    [
      ["3", "1", "day"],
      ["4", "1", "day"],
      ["3", "1", "day"],
    ],
    { "2.impressions": "same" },
  ],
  [
    "another number",
    [
      ["3", "1", "day"],
      ["4", "1", "day"],
    ],
    {},
  ],
  [
    "another period",
    [
      ["3", "1", "day"],
      ["3", "1", "hour"],
    ],
    {},
  ],
  [
    "empty ones",
    [
      ["", "1", "day"],
      ["", "1", "day"],
    ],
    { "0.impressions": "range:1:1000", "1.impressions": "range:1:1000" },
  ],
] as const)(
  "of two frequency caps with %s, the service takes no repetition, so the form refuses it",
  (_, given, problems) => {
    const caps = given.map(([impressions, length, unit]) => ({ impressions, length, unit }));
    expect(findCapProblems(caps)).toEqual(problems);
  },
);
