import { pino } from "pino";
import { expect, test } from "vitest";
import { ClickLimitWarning } from "../../../src/service/tracking/clickLimitWarning.ts";

const HOUR = 3_600_000;

test("clicks beyond the limit are logged at most hourly and cause a warning until an hour after the last", () => {
  const lines: string[] = [];
  let time = 0;
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const warning = new ClickLimitWarning(log, () => time);
  expect(warning.text).toBe(undefined);
  warning.add();
  warning.add();
  expect(lines).toEqual([expect.stringContaining("not paid: 1.")]);
  time = HOUR - 1;
  expect(warning.text).toContain("not paid: 2.");
  warning.add();
  time = HOUR;
  warning.add();
  expect(lines).toEqual([expect.anything(), expect.stringContaining("not paid: 4.")]);
  time = 2 * HOUR;
  expect(warning.text).toBe(undefined);
  warning.add();
  expect(warning.text).toContain("not paid: 1. If many visitors share an address");
  warning.add("198.41.0.4");
  warning.add();
  expect(warning.text).toContain("not paid: 3. If 198.41.0.4, which sends X-Forwarded-For, is your proxy");
  time = 3 * HOUR;
  warning.add();
  expect(warning.text).toContain("not paid: 1. If many visitors share an address");
});
