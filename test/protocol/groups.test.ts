import { expect, test } from "vitest";
import { GROUP_DETAILS } from "../../src/protocol/groups.ts";
import { GROUPINGS } from "../../src/protocol/statistics.ts";
import { listKeys } from "../../src/protocol/tables.ts";
import { TARGETING } from "../../src/protocol/targeting.ts";

test("every grouping describes its groups", () => {
  expect(listKeys(GROUP_DETAILS).sort()).toEqual(listKeys(GROUPINGS).sort());
});

test("requests are counted by every dimension of targeting", () => {
  const groupings: readonly string[] = listKeys(GROUPINGS);
  expect(Object.values(TARGETING).filter(({ grouping }) => !groupings.includes(grouping))).toEqual([]);
});
