import { expect, test } from "vitest";
import { nameOptions } from "../../../src/dashboard/campaigns/targetingOptions.ts";
import { createOptionSearch } from "../../../src/dashboard/ui/typedKeys.ts";

test("an option is labelled with its entry's name, plus the id when two entries share a name", () => {
  expect(
    nameOptions(
      [
        { id: 1, name: "Top" },
        { id: 2, name: "Side" },
        { id: 3, name: "Top" },
      ],
      "Archived",
    ),
  ).toEqual([
    { key: "1", label: "Top (#1)", others: ["#1"] },
    { key: "2", label: "Side", others: ["#2"] },
    { key: "3", label: "Top (#3)", others: ["#3"] },
  ]);
});

test("archived entries are shown by name but not offered", () => {
  const options = nameOptions(
    [
      { id: 1, name: "Top", deleted: true },
      { id: 2, name: "Top", deleted: false },
    ],
    "Archived",
  );
  expect(options).toEqual([
    { key: "2", label: "Top", others: ["#2"] },
    { key: "1", label: "Top (Archived)", isArchived: true },
  ]);
  const search = createOptionSearch(options);
  expect([search.list("top", []).length, search.find("Top (Archived)")]).toEqual([1, undefined]);
});
