// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Exchange } from "../../src/console/history.ts";
import { measurePage } from "../../src/console/measures.ts";

const EVIDENCE = { shifts: [], sandbox: undefined, diagnose: () => ({}), stop() {} };

const exchange = (attempts: number): Exchange => ({
  at: 0,
  body: "",
  request: { zones: [], user: {} } as Partial<Exchange["request"]> as Exchange["request"],
  timelines: [],
  attempts: Array.from({ length: attempts }, () => ({ at: 0 }) as Exchange["attempts"][number]),
});

test("each attempt of a request is counted, and one that has no reply yet as one", () => {
  const measures = measurePage([], [exchange(0), exchange(1), exchange(2)], EVIDENCE, [], "/zonetag.js");
  expect(measures[1]).toEqual(["Network requests", "5: tag 1, ads 4, images 0, impressions 0"]);
  expect(measurePage([], [], EVIDENCE, [])[1]?.[1]).toBe("0: tag 0, ads 0, images 0, impressions 0");
});
