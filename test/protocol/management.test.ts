import { expect, test } from "vitest";
import { BULK_KINDS, RIGHTS, type RightsByKind } from "../../src/protocol/management.ts";

const ROLES: readonly (readonly [string, RightsByKind])[] = Object.entries(RIGHTS);

test("only networks create accounts and campaigns", () => {
  const creators = ROLES.map(([kind, rights]) => [
    kind,
    Object.entries(rights)
      .filter(([, { create }]) => create)
      .map(([role]) => role),
  ]);
  expect(Object.fromEntries(creators)).toMatchObject({ accounts: ["network"], campaigns: ["network"] });
});

test("entries that can be changed together can be archived", () => {
  for (const kind of BULK_KINDS) expect(RIGHTS[kind].network.change).toContain("deleted");
});
