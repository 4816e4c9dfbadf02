import { expect, test } from "vitest";
import { findMetricHint } from "../../../src/dashboard/texts/metricHints.ts";
import { BLOCKS } from "../../../src/protocol/metrics.ts";

const KEYS = [
  ...Object.entries(BLOCKS).flatMap(([block, { metrics }]) =>
    Object.keys(metrics).map((name) => `${block}.${name}`),
  ),
  ...["rtb.adv_wins", "rtb.pub_win_ratio", "goals.total", "goals.g1", "goals.ecpa12"],
];

test.each(["en", "de"])("every metric is explained in %s", (language) => {
  for (const key of KEYS) expect(findMetricHint(key, language), key).toMatch(/^\p{Lu}.+[.]$/u);
});

test("columns that are no metrics have no explanation, and other languages the English one", () => {
  expect(["name", "zone_id", "goals.", "rtb.name"].map((key) => findMetricHint(key, "en"))).toEqual(
    Array(4).fill(undefined),
  );
  expect(findMetricHint("base.ctr", "fr")).toBe(findMetricHint("base.ctr", "en"));
});
