import { expect, test } from "vitest";
import { nameOptions } from "../../../src/dashboard/campaigns/targetingOptions.ts";

test("entries are called by their names, those of the same name by their ids, too", () => {
  expect(
    nameOptions([
      { id: 1, name: "Top" },
      { id: 2, name: "Side" },
      { id: 3, name: "Top" },
    ]),
  ).toEqual([
    { key: "1", label: "Top (#1)" },
    { key: "2", label: "Side" },
    { key: "3", label: "Top (#3)" },
  ]);
});

test("archived entries cannot be chosen, and take no name", () => {
  expect(
    nameOptions([
      { id: 1, name: "Top", deleted: true },
      { id: 2, name: "Top", deleted: false },
    ]),
  ).toEqual([{ key: "2", label: "Top" }]);
});
