/** Dates of reports do not depend on the time zone of the browser. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** Formats the same days in a process whose clock is in the given time zone. */
async function writeDates(timezone: string): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: resolve("src/dashboard"), loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
  });
  const program = outputFiles[0]?.text ?? "";
  const args = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, args, { env: { TZ: timezone }, encoding: "utf8" }));
}

const PROGRAM = `
  import { createDateFormats } from "./texts/dateFormats.ts";
  import { addDays, findSpan, findToday, listHours } from "./reports/period.ts";

  const formats = createDateFormats("en-US");
  const span = { from: "2026-11-01", to: "2026-12-31" };
  console.log(JSON.stringify({
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    date: formats.formatDate("2026-11-01"),
    weekday: formats.formatWeekday("2026-11-01"),
    weekdayOnly: formats.formatWeekdayOnly("2026-11-01"),
    month: formats.formatMonth("2026-11"),
    span: formats.formatSpan(span),
    shortSpan: formats.formatShortSpan(span),
    point: formats.formatPoint({ step: "hour", day: "2026-11-01", hour: 9 }),
    today: findToday(Date.UTC(2026, 10, 1, 3), "America/New_York"),
    // Clocks go back in Los Angeles on this day.
    next: addDays("2026-11-01", 1),
    lastMonth: findSpan("last-month", "2026-03-01"),
    week: findSpan("week", "2026-11-01"),
    hours: listHours("2026-11-01", "UTC").length,
  }));
`;

test.each(["America/Los_Angeles", "Asia/Tokyo"])(
  "dates are the same for a browser in %s",
  async (timezone) => {
    expect(await writeDates(timezone)).toEqual({
      timezone,
      date: "Nov 1, 2026",
      weekday: "Sun, Nov 1",
      weekdayOnly: "Sun",
      month: "Nov 2026",
      span: "Nov 1\u2009–\u2009Dec 31, 2026",
      shortSpan: "Nov 1\u2009–\u2009Dec 31",
      point: { short: "09:00", long: "Sun, Nov 1, 09:00" },
      today: "2026-10-31",
      next: "2026-11-02",
      lastMonth: { from: "2026-02-01", to: "2026-02-28" },
      week: { from: "2026-10-26", to: "2026-11-01" },
      hours: 24,
    });
  },
);
