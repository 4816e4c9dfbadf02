import { pino } from "pino";
import { expect, test } from "vitest";
import { LimitedClicks } from "../../../src/service/tracking/limitedClicks.ts";

const HOUR = 3_600_000;

test("clicks beyond the limit are logged at most hourly and cause a warning until an hour after the last", () => {
  const lines: string[] = [];
  let time = 0;
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const limited = new LimitedClicks(log, () => time);
  expect(limited.warning).toBe(undefined);
  limited.add();
  limited.add();
  expect(lines).toEqual([expect.stringContaining("not paid: 1.")]);
  time = HOUR - 1;
  expect(limited.warning).toContain("not paid: 2.");
  limited.add();
  time = HOUR;
  limited.add();
  expect(lines).toEqual([expect.anything(), expect.stringContaining("not paid: 4.")]);
  time = 2 * HOUR;
  expect(limited.warning).toBe(undefined);
  limited.add();
  expect(limited.warning).toContain("not paid: 1. If many visitors share an address");
  limited.add("198.41.0.4");
  limited.add();
  expect(limited.warning).toContain("not paid: 3. If 198.41.0.4, which sends X-Forwarded-For, is your proxy");
  time = 3 * HOUR;
  limited.add();
  expect(limited.warning).toContain("not paid: 1. If many visitors share an address");
});
