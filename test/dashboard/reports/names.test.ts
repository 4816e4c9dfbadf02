import { expect, test } from "vitest";
import { Names } from "../../../src/dashboard/reports/names.ts";
import { createLocale, ENGLISH } from "../../../src/dashboard/texts/locale.ts";

const LOCALE = createLocale(ENGLISH, "USD", ["en"]);
const METADATA = { count: 1, limit: 1, offset: 0, date_timezone: "UTC" };

test("names of entries are learned from reports, those of days and weeks are not", () => {
  const names = new Names();
  const group_by = { site_id: { id: "7", name: "Almanac" }, week: { week: "2026-W10" } };
  names.learn({ request_metadata: METADATA, result: [{ group_by }] });
  expect([names.has("site_id", 7), names.has("site_id", 8), names.has("week", "2026-W10")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(names.get("site_id", 7, LOCALE)).toBe("Almanac");
  expect(names.get("site_id", 8, LOCALE)).toContain("8");
});
