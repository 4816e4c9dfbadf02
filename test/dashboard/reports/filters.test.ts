import { expect, test } from "vitest";
import { getPicked, listChips, listFilterChoices } from "../../../src/dashboard/reports/controls/filters.ts";

const NONE = { role: "publisher", filters: {}, excluded: {} } as const;

test("a filter offers what is neither filtered by nor excluded yet", () => {
  const list = (changes: object) =>
    listFilterChoices({ ...NONE, ...changes }, "publisher").flatMap(([, names]) => names);
  const all = list({});
  expect(all).toEqual(expect.arrayContaining(["site_id", "zone_id", "country_iso"]));
  // Reports are not filtered by day: the period does that.
  expect(all).not.toContain("date");
  const less = list({ filters: { site_id: [1] }, excluded: { zone_id: [2] } });
  expect(less).toEqual(all.filter((name) => name !== "site_id" && name !== "zone_id"));
});

test("the chips are the filters and then the excluded values, and open with their own values", () => {
  const view = { filters: { zone_id: [2, 3] }, excluded: { country_iso: ["DEU"] } };
  expect(listChips(view)).toEqual([
    { key: "zone_id", values: [2, 3], isExcluded: false },
    { key: "country_iso", values: ["DEU"], isExcluded: true },
  ]);
  expect(getPicked(view, "zone_id")).toEqual({ values: [2, 3], isExcluded: false });
  expect(getPicked(view, "country_iso")).toEqual({ values: ["DEU"], isExcluded: true });
  expect(getPicked(view, "site_id")).toEqual({ values: [], isExcluded: false });
});
