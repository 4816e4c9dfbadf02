import { expect, test } from "vitest";
import { createDateFormats } from "../../src/dashboard/texts/dateFormats.ts";
import { de } from "../../src/dashboard/texts/de.ts";
import { en } from "../../src/dashboard/texts/en.ts";
import { createGroupNames, getDetail } from "../../src/protocol/groupNames.ts";
import type { Grouping } from "../../src/protocol/statistics.ts";

const EN = createGroupNames("en-US", en, createDateFormats("en-US"));
const DE = createGroupNames("de-DE", de, createDateFormats("de-DE"));
/** Replaces no-break spaces with plain spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("countries are named in the page's language", () => {
  const germany = { country_iso: "DEU", iso2: "DE", country_long_name: "Germany" };
  expect(EN.nameGroup("country_iso", germany)).toBe("Germany");
  expect(DE.nameGroup("country_iso", germany)).toBe("Deutschland");
  expect(DE.nameGroup("country_iso", { ...germany, iso2: undefined })).toBe("Germany");
});

test("an entry without a name is shown by its id", () => {
  expect(EN.nameGroup("zone_id", { id: 7, name: "" })).toBe("#7");
  expect(EN.nameGroup("carrier_id", undefined)).toBeUndefined();
});

test.each<[Grouping, object, string, string]>([
  ["date", { date: "2026-11-20" }, "Fri, Nov 20", "Fr., 20. Nov."],
  ["hour", { hour: 7 }, "07:00", "07:00"],
  ["hour", { hour: "23" }, "23:00", "23:00"],
  ["week", { week: "2026-W47" }, "2026-W47", "2026-W47"],
  ["month", { month: "2026-11" }, "Nov 2026", "Nov. 2026"],
  ["quarter", { quarter: "2026-Q4" }, "2026-Q4", "2026-Q4"],
  ["year", { year: 2026 }, "2026", "2026"],
  ["sub", { sub: -7 }, "-7", "-7"],
  ["size", { size: "300x250" }, "300x250", "300x250"],
  ["zone_id", { id: 101, name: "Top" }, "Top", "Top"],
  ["adblock", { adblock: "adblock" }, "With ad blocker", "Mit Werbeblocker"],
  ["adblock", { adblock: "standard" }, "Without ad blocker", "Ohne Werbeblocker"],
  ["device_type_id", { id: 1, name: "mobile phone" }, "Mobile phone", "Mobile phone"],
  ["country_iso", { country_iso: "XYZ" }, "XYZ", "XYZ"],
])("the group %s of %j is called %s in English and %s in German", (grouping, detail, english, german) => {
  expect(plain(EN.nameGroup(grouping, detail) ?? "")).toBe(english);
  expect(plain(DE.nameGroup(grouping, detail) ?? "")).toBe(german);
});

test.each([
  ["DE", "Germany"],
  ["ZZ", "Unknown Region"],
  ["QX", undefined],
  ["de", undefined],
  ["DEU", undefined],
  ["1DE", undefined],
  ["", undefined],
  [undefined, undefined],
])("the country with the code %s is called %s", (code, name) => {
  expect(EN.nameCountry(code)).toBe(name);
});

test.each([
  ["adblock", "adblock", "Mit Werbeblocker"],
  ["adblock", "standard", "Ohne Werbeblocker"],
  ["hour", 5, "05:00"],
  ["zone_id", 5, "#5"],
  ["sub", -5, "-5"],
  ["size", "300x250", "300x250"],
])("the filter of %s by %s is labelled %s before a report is loaded", (grouping, value, name) => {
  expect(DE.nameValue(grouping, value)).toBe(name);
});

test("a detail is read as text if it is a string or a number", () => {
  const detail = { name: "News", id: 5, zero: 0, empty: "", list: [], none: null };
  const fields = ["name", "id", "zero", "empty", "list", "none", "absent"];
  expect(fields.map((field) => getDetail(detail, field))).toEqual([
    ...["News", "5", "0", ""],
    ...[undefined, undefined, undefined],
  ]);
  expect(getDetail(undefined, "name")).toBe(undefined);
});
