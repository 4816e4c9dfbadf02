/** Goals of an account as its form edits them. Pure. */
import type { GoalSource, ManagedAccount } from "../../protocol/management.ts";
import { type Found, findNameProblem } from "../ui/problems.ts";

export interface GoalRow {
  name: string;
  source: GoalSource["source"];
  /** First day of reports; kept while another source is chosen. */
  from: string;
}

type Goals = Pick<ManagedAccount, "goals" | "goalNames" | "goalSources">;

/** `nameGoal`: name of a goal that has none. */
export function readGoals(account: Goals, nameGoal: (goal: number) => string): GoalRow[] {
  const { goals, goalNames = [], goalSources = [] } = account;
  return Array.from({ length: goals }, (_, at) => {
    const source = goalSources.find(({ goal }) => goal === at + 1);
    return {
      name: goalNames[at] ?? nameGoal(at + 1),
      source: source?.source ?? "import",
      from: source?.source === "report" ? source.from : "",
    };
  });
}

export function writeGoals(rows: readonly GoalRow[]): Required<Goals> {
  return {
    goals: rows.length,
    goalNames: rows.map(({ name }) => name.trim()),
    goalSources: rows.flatMap(({ source, from }, at) =>
      source === "report" ? [{ goal: at + 1, source, from }] : [],
    ),
  };
}

/** Finds the problems of goals by field: `goals.0.name`. */
export function findGoalProblems(rows: readonly GoalRow[]): Found {
  const found = rows.flatMap(({ name, source, from }, at) => {
    const isRepeated = rows.findIndex((row) => row.name.trim() === name.trim()) < at;
    return [
      [`goals.${at}.name`, findNameProblem(name) ?? (isRepeated ? "goal" : undefined)],
      [`goals.${at}.from`, source === "report" && !from ? "required" : undefined],
    ];
  });
  return Object.fromEntries(found);
}
