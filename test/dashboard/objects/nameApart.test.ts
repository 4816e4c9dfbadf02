import { expect, test } from "vitest";
import { createNaming, type NamedObject } from "../../../src/dashboard/objects/nameApart.ts";

const zone = (id: number, name: string, parent?: string): NamedObject => ({ id, name, parent });

test.each<[string, NamedObject[], string[]]>([
  [
    "different names stay as they are",
    [zone(1, "Masthead", "Almanac"), zone(2, "Footer", "Almanac")],
    ["Masthead", "Footer"],
  ],
  [
    "equal names of two parents carry the parent",
    [zone(1, "Masthead", "Almanac"), zone(2, "Masthead", "Longshore"), zone(3, "Footer", "Longshore")],
    ["Masthead · Almanac", "Masthead · Longshore", "Footer"],
  ],
  [
    "equal names of one parent carry the id, too",
    [zone(1, "Masthead", "Almanac"), zone(2, "Masthead", "Almanac"), zone(3, "Masthead", "Longshore")],
    ["Masthead · Almanac #1", "Masthead · Almanac #2", "Masthead · Longshore"],
  ],
  [
    "equal names without a known parent carry the id",
    [zone(1, "Masthead"), zone(2, "Masthead"), zone(3, "Masthead", "Longshore")],
    ["Masthead #1", "Masthead #2", "Masthead · Longshore"],
  ],
  [
    "an object with several rows is not repeated",
    [zone(1, "Masthead", "Almanac"), { id: "1", name: "Masthead", parent: "Almanac" }],
    ["Masthead", "Masthead"],
  ],
])("%s", (_title, entries, names) => {
  expect(entries.map(createNaming(entries))).toEqual(names);
});
