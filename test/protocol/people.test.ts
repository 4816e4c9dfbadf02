import { expect, test } from "vitest";
import { includesRole, TOKEN_ROLES, USER_LANGUAGES, USER_ROLES } from "../../src/protocol/people.ts";

test.each([
  ["viewer", ["viewer"]],
  ["editor", ["viewer", "editor"]],
  ["owner", ["viewer", "editor", "owner"]],
] as const)("the role %s includes the rights of %j", (role, needed) => {
  expect(USER_ROLES.filter((other) => includesRole(role, other))).toEqual(needed);
});

test("no API token role includes the owner's rights, and users choose between two languages", () => {
  expect(TOKEN_ROLES.filter((role) => includesRole(role, "owner"))).toEqual([]);
  expect(USER_LANGUAGES).toEqual(["en", "de"]);
});
