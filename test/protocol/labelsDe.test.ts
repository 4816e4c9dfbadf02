import { expect, test } from "vitest";
import { GROUPING_LABELS_DE, METRIC_LABELS_DE } from "../../src/protocol/labelsDe.ts";
import { BLOCKS, GROUPINGS, listMetrics } from "../../src/protocol/statistics.ts";
import { listKeys } from "../../src/protocol/tables.ts";

test("each grouping has a German label, and each German label names a grouping or metric", () => {
  expect(Object.keys(GROUPING_LABELS_DE).sort()).toEqual(Object.keys(GROUPINGS).sort());
  const viewer = { kind: "network", role: "advertiser", goals: 1 } as const;
  const keys = listKeys(BLOCKS).flatMap((block) =>
    Object.keys(listMetrics(block, viewer)).map((name) => `${block}.${name}`),
  );
  expect(Object.keys(METRIC_LABELS_DE).filter((key) => !keys.includes(key))).toEqual([]);
  expect(METRIC_LABELS_DE["rtb.adv_wins"]).toBe("Gewonnen (Werbekunde)");
});
