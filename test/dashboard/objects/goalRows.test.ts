/** Goals of an account as its form edits them. */
import { expect, test } from "vitest";
import {
  findGoalProblems,
  moveGoalProblems,
  readGoals,
  writeGoals,
} from "../../../src/dashboard/objects/goalRows.ts";

const ROW = { name: "Order", source: "report", from: "2026-12-01" } as const;

test("goals without a name or source are read by number, as unnamed and imported ones", () => {
  const rows = readGoals({
    goals: 3,
    goalNames: ["Order"],
    goalSources: [{ goal: 2, source: "report", from: "2026-12-01" }],
  });
  expect(rows).toEqual([
    { name: "Order", source: "import", from: "" },
    { name: "", source: "report", from: "2026-12-01" },
    { name: "", source: "import", from: "" },
  ]);
});

test("unnamed goals after the last name are no problem, and stay unnamed", () => {
  const rows = readGoals({ goals: 3, goalNames: ["Order"] });
  expect(Object.values(findGoalProblems(rows)).filter(Boolean)).toEqual([]);
  expect(writeGoals(rows)).toEqual({ goals: 3, goalNames: ["Order"], goalSources: [] });
});

test("goals are written with trimmed names, and sources of reported ones only", () => {
  expect(
    writeGoals([
      { ...ROW, name: " Order " },
      { ...ROW, name: "Call", source: "import" },
    ]),
  ).toEqual({
    goals: 2,
    goalNames: ["Order", "Call"],
    goalSources: [{ goal: 1, source: "report", from: "2026-12-01" }],
  });
});

test("names that are empty before another one or repeated, and missing days, are problems", () => {
  const rows = [ROW, { ...ROW, name: "Order " }, { ...ROW, name: " ", from: "" }, { ...ROW, name: "Call" }];
  const found = Object.entries(findGoalProblems(rows)).filter(([, problem]) => problem);
  expect(found).toEqual([
    ["goals.1.name", "goal"],
    ["goals.2.name", "required"],
    ["goals.2.from", "required"],
  ]);
});

test("problems that the service finds are shown at the rows of their goals", () => {
  const rows = [{ ...ROW, source: "import" } as const, ROW, ROW];
  const found = {
    goals: "a",
    goalNames: "b",
    goalSources: "c",
    "goalNames.1": "d",
    "goalSources.0.from": "e",
    "goalSources.1.goal": "f",
    "goals.0.name": "g",
  };
  expect(moveGoalProblems(found, rows)).toEqual({
    goals: "a",
    goalNames: "b",
    goalSources: "c",
    "goals.1.name": "d",
    "goals.1.from": "e",
    "goals.2.source": "f",
    "goals.0.name": "g",
  });
});
