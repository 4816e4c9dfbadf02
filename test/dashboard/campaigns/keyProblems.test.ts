import { expect, test } from "vitest";
import { findKeyProblem } from "../../../src/dashboard/campaigns/keyProblems.ts";

test.each([
  ["custom.plan", "plan"],
  ["custom.plan.0", "plan"],
  ["custom.plan.12", " plan "],
  ["custom.a.b", "a.b"],
  ["custom.0", "0"],
])("the service's problem at %s is that of the key %j", (path, key) => {
  expect(findKeyProblem({ other: "Other.", [path]: "Wrong." }, key)).toBe("Wrong.");
});

test.each([
  ["custom.planet", "plan"],
  ["custom.plan.b", "plan"],
  ["custom.0.key", "0"],
  ["custom.0.values", "0"],
  ["custom", "plan"],
])("the problem at %s is not one of the key %j", (path, key) => {
  expect(findKeyProblem({ [path]: "Wrong." }, key)).toBeUndefined();
});
