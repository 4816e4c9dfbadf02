/** Names of groups in mails. */
import { expect, test } from "vitest";
import type { Grouping } from "../../../src/protocol/statistics.ts";
import { nameGroup } from "../../../src/service/reportMails/groupNames.ts";

test.each<[Grouping, Record<string, string | number> | undefined, string, string]>([
  ["date", { date: "2026-11-20" }, "Fri, 20 Nov 2026", "Fr., 20. Nov. 2026"],
  ["month", { month: "2026-11" }, "November 2026", "November 2026"],
  ["hour", { hour: 7 }, "07:00", "07:00"],
  ["week", { week: "2026-W47" }, "2026-W47", "2026-W47"],
  ["size", { size: "300x250" }, "300x250", "300x250"],
  ["country_iso", { country_iso: "DEU", iso2: "DE", country_long_name: "Germany" }, "Germany", "Deutschland"],
  ["country_iso", { country_iso: "XYZ", country_long_name: "Xyz" }, "Xyz", "Xyz"],
  ["adblock", { adblock: "adblock" }, "With ad blocker", "Mit Werbeblocker"],
  ["adblock", { adblock: "standard" }, "Without ad blocker", "Ohne Werbeblocker"],
  ["device_type_id", { id: 1, name: "mobile phone" }, "Mobile phone", "Mobile phone"],
  ["zone_id", { id: 7, name: "" }, "#7", "#7"],
  ["zone_id", { id: 7, name: "\u202e" }, "#7", "#7"],
  ["zone_id", { id: 7, name: "news.example" }, "news. example", "news. example"],
  ["site_hostname", { site_hostname: "news.example" }, "news.example", "news.example"],
  ["site_hostname", { site_hostname: "https://x.example" }, "https: x. example", "https: x. example"],
  ["campaign_id", undefined, "–", "–"],
])("the group %s of %j is called %s in English and %s in German", (grouping, fields, english, german) => {
  expect(nameGroup(grouping, fields, "en").replace(/[\u00a0\u202f]/g, " ")).toBe(english);
  expect(nameGroup(grouping, fields, "de").replace(/[\u00a0\u202f]/g, " ")).toBe(german);
});
