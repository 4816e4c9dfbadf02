/** Goals of an account as its form edits them. Pure. */
import type { GoalSource, ManagedAccount } from "../../protocol/management.ts";
import { type Found, findNameProblem } from "../ui/problems.ts";
import type { Problems } from "../ui/useSaving.ts";

export interface GoalRow {
  /** Empty for a goal without a name. */
  name: string;
  source: GoalSource["source"];
  /** First day of reports; kept while another source is chosen. */
  from: string;
}

type Goals = Pick<ManagedAccount, "goals" | "goalNames" | "goalSources">;

export function readGoals(account: Goals): GoalRow[] {
  const { goals, goalNames = [], goalSources = [] } = account;
  return Array.from({ length: goals }, (_, at) => {
    const source = goalSources.find(({ goal }) => goal === at + 1);
    return {
      name: goalNames[at] ?? "",
      source: source?.source ?? "import",
      from: source?.source === "report" ? source.from : "",
    };
  });
}

/** Goals after the last name have none. */
export function writeGoals(rows: readonly GoalRow[]): Required<Goals> {
  return {
    goals: rows.length,
    goalNames: rows.slice(0, countNamed(rows)).map(({ name }) => name.trim()),
    goalSources: rows.flatMap(({ source, from }, at) =>
      source === "report" ? [{ goal: at + 1, source, from }] : [],
    ),
  };
}

/** Whether the goal needs a name: the list of names has no gaps. */
export function needsName(rows: readonly GoalRow[], at: number): boolean {
  return at < countNamed(rows);
}

function countNamed(rows: readonly GoalRow[]): number {
  return rows.findLastIndex(({ name }) => name.trim()) + 1;
}

/**
 * Moves problems that the service finds to the rows of their goals: those of `goalNames.1` to `goals.1.name`, of
 * `goalSources.0.from` to `from` of the first reported goal.
 */
export function moveGoalProblems(problems: Problems, rows: readonly GoalRow[]): Problems {
  const { goalSources = [] } = writeGoals(rows);
  const moved = Object.entries(problems).map(([path, problem]) => {
    const [list, at = "", field = "source"] = path.split(".");
    if (list === "goalNames" && at) return [`goals.${at}.name`, problem];
    const source = list === "goalSources" ? goalSources[Number(at || -1)] : undefined;
    if (!source) return [path, problem];
    return [`goals.${source.goal - 1}.${field === "from" ? field : "source"}`, problem];
  });
  return Object.fromEntries(moved);
}

/** Finds the problems of goals by field: `goals.0.name`. */
export function findGoalProblems(rows: readonly GoalRow[]): Found {
  const found = rows.flatMap(({ name, source, from }, at) => {
    const isRepeated = name.trim() && rows.findIndex((row) => row.name.trim() === name.trim()) < at;
    const problem = needsName(rows, at) ? findNameProblem(name) : undefined;
    return [
      [`goals.${at}.name`, problem ?? (isRepeated ? "goal" : undefined)],
      [`goals.${at}.from`, source === "report" && !from ? "required" : undefined],
    ];
  });
  return Object.fromEntries(found);
}
