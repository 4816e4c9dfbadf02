/** Links for a forgotten password whose mails are sent, fail, or overtake each other. */
import { expect, test } from "vitest";
import { addForgotten, listForgotten, settleForgotten } from "../../../src/service/people/forgottenLinks.ts";
import type { User } from "../../../src/service/people/peopleSchema.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const ANN: User = { id: 7, name: "Ann", password: "hash", accounts: [{ account: 1, role: "owner" }] };
const add = (user: User, digest: string, expires = "2026-11-29T12:00:00Z") =>
  addForgotten(user, { digest, expires }, NOW);
const list = (user: User) => listForgotten(user).map(({ digest }) => digest);

const THREE = add(add(add(ANN, "first"), "second"), "third");

test("a new link is added to the valid earlier ones, and replaces expired ones", () => {
  expect(list(THREE)).toEqual(["third", "second", "first"]);
  expect(list(add(add(ANN, "old", "2026-11-28T12:00:00Z"), "new"))).toEqual(["new"]);
});

test.each([
  ["third", true, ["third"]],
  ["second", true, ["third", "second"]],
  ["third", false, ["second", "first"]],
  ["first", false, ["third", "second"]],
])("when the %s link of three is settled as sent (%s), the links are %j", (digest, isSent, expected) => {
  expect(list(settleForgotten(THREE, digest, isSent))).toEqual(expected);
});

test("a sent link without earlier ones, and one that was used meanwhile, change nothing", () => {
  const user = add(ANN, "only");
  expect(settleForgotten(user, "only", true)).toBe(user);
  expect(settleForgotten(ANN, "used", false)).toBe(ANN);
  expect(settleForgotten(user, "only", false)).toEqual(ANN);
});
