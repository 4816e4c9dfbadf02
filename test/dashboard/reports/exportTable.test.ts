import { expect, test } from "vitest";
import { roundMetric } from "../../../src/dashboard/reports/table/exportTable.ts";
import type { Viewer } from "../../../src/protocol/statistics.ts";

const VIEWER: Viewer = { kind: "network", role: "advertiser", goals: 0 };

test.each([
  ["base.cpc", 0.0123456, 0.012],
  ["base.cpc", -0.0123456, -0.012],
  ["base.cpc", 0.1234, 0.12],
  ["base.cpc", 12.3456, 12.35],
  ["base.ctr", 12.3456, 12.35],
  ["base.cost", 12.3456789, 12.3456789],
  ["base.cost", 0.0000123, 0.0000123],
  ["base.impressions", 1234567, 1234567],
  ["base.cpc", undefined, undefined],
] as const)("in a file, %s %j is %j", (key, value, rounded) => {
  expect(roundMetric(value, key, VIEWER)).toBe(rounded);
});
