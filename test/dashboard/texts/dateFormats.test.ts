import { expect, test } from "vitest";
import type { Point } from "../../../src/dashboard/reports/chart/series.ts";
import { createDateFormats } from "../../../src/dashboard/texts/dateFormats.ts";

const EN = createDateFormats("en-US");
const DE = createDateFormats("de-DE");
/** Replaces no-break spaces with plain spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  ["2026-11-20", "2026-11-20", "Nov 20, 2026", "20. Nov. 2026", "Nov 20", "20. Nov."],
  ["2026-11-20", "2026-11-22", "Nov 20 – 22, 2026", "20.–22. Nov. 2026", "Nov 20 – 22", "20.–22. Nov."],
])(
  "the days from %s to %s read %s in English and %s in German; without the year, %s and %s",
  (from, to, ...expected) => {
    const written = [EN.formatSpan({ from, to }), DE.formatSpan({ from, to })];
    const short = [EN.formatShortSpan({ from, to }), DE.formatShortSpan({ from, to })];
    // `Intl` puts thin spaces around dashes.
    expect([...written, ...short].map((text) => plain(text.replaceAll("\u2009", " ")))).toEqual(expected);
  },
);

test.each<[Partial<Point>, string, string]>([
  [{ step: "month", day: "2026-11" }, "Nov 2026", "Nov 2026"],
  [{ step: "date", day: "2026-11-20" }, "Nov 20", "Fri, Nov 20"],
  [{ step: "hour", day: "2026-11-20", hour: 9 }, "09:00", "Fri, Nov 20, 09:00"],
  [{ step: "hour", day: "2026-11-20" }, "00:00", "Fri, Nov 20, 00:00"],
])("a chart point with %j is %s on the axis and %s in the tooltip", (point, short, long) => {
  const whole: Point = { step: "date", day: "", value: 1, isOpen: false, ...point };
  expect(EN.formatPoint(whole)).toEqual({ short, long });
});
