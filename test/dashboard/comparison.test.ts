import { expect, test } from "vitest";
import { describeComparison } from "../../src/dashboard/comparison.ts";
import { createLocale, ENGLISH } from "../../src/dashboard/locale.ts";
import type { Moment } from "../../src/dashboard/reports.ts";
import { createView } from "../../src/dashboard/view.ts";

const EN = createLocale(ENGLISH, "EUR", ["en-US"]);
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\u2009]/g, " ");
// A Sunday.
const MOMENT: Moment = {
  ...{ viewer: { kind: "publisher", role: "publisher", goals: 0 }, dayZone: "UTC" },
  now: Date.parse("2026-03-15T13:30:00Z"),
};
const describe = (from: string, to: string, isCut = false, timezone = "UTC", moment = MOMENT) =>
  plain(describeComparison({ from, to }, isCut, createView("publisher", "publisher", timezone), moment, EN));

test("a day of the last week is compared with by its name, an earlier one and several by their dates", () => {
  expect(describe("2026-03-14", "2026-03-14")).toBe("vs Sat");
  expect(describe("2026-03-09", "2026-03-09")).toBe("vs Mon");
  expect(describe("2026-03-08", "2026-03-08")).toBe("vs Mar 8");
  expect(describe("2026-03-13", "2026-03-14")).toBe("vs Mar 13 – 14");
});

test("a day that is not over is compared up to the end of the hour that has begun", () => {
  expect(describe("2026-03-14", "2026-03-14", true)).toBe(`vs Sat until ${plain(EN.formatHour(14))}`);
  expect(describe("2026-03-14", "2026-03-14", true, "Asia/Tokyo")).toBe(
    `vs Sat until ${plain(EN.formatHour(23))}`,
  );
  const late = { ...MOMENT, now: Date.parse("2026-03-15T23:59:00Z") };
  expect(describe("2026-03-14", "2026-03-14", true, "UTC", late)).toBe(
    `vs Sat until ${plain(EN.formatHour(0))}`,
  );
});
