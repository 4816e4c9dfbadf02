import { expect, test } from "vitest";
import { findValueField, GROUP_DETAILS } from "../../src/protocol/groups.ts";
import { GROUPINGS } from "../../src/protocol/statistics.ts";
import { listKeys } from "../../src/protocol/tables.ts";
import { TARGETING } from "../../src/protocol/targeting.ts";

test("every grouping has group details", () => {
  expect(listKeys(GROUP_DETAILS).sort()).toEqual(listKeys(GROUPINGS).sort());
});

test("every targeting dimension has a grouping", () => {
  const groupings: readonly string[] = listKeys(GROUPINGS);
  expect(Object.values(TARGETING).filter(({ grouping }) => !groupings.includes(grouping))).toEqual([]);
});

test("flat names of groupings are unique and differ from the names of other groupings", () => {
  const names = listKeys(GROUP_DETAILS).flatMap((name) => [...new Set([name, GROUP_DETAILS[name].flat])]);
  expect(new Set(names).size).toBe(names.length);
});

test("the value field of every grouping is one of its fields", () => {
  for (const name of listKeys(GROUP_DETAILS))
    expect([name, Object.keys(GROUP_DETAILS[name].fields)]).toEqual([
      name,
      expect.arrayContaining([findValueField(name)]),
    ]);
  expect([findValueField("zone_id"), findValueField("country_iso")]).toEqual(["id", "country_iso"]);
});
