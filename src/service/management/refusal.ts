/** Error that explains to the caller why a change was refused. */
import { type Problem, writeProblem } from "../../protocol/problems.ts";
import { formatPath, MAX_PROBLEMS } from "../../protocol/validation.ts";
import { type FieldProblem, ProblemList } from "../values/problemList.ts";

export class ChangeRefused extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 428 | 429 | 503;
  /** Problem of the request as a whole. */
  readonly problem: Problem;
  /** Problems of fields, bounded to the maximum that an answer lists. */
  readonly problems: readonly FieldProblem[] | undefined;

  /** Names of the conflicting fields. */
  readonly fields: readonly string[] | undefined;

  /** Reasons for all entries of a bulk change that cannot be changed. */
  readonly entries: readonly FieldProblem[] | undefined;

  constructor(
    status: ChangeRefused["status"],
    problem: Problem,
    problems?: readonly FieldProblem[],
    { fields, entries }: { fields?: readonly string[] | undefined; entries?: readonly FieldProblem[] } = {},
  ) {
    super(writeProblem(problem));
    this.name = "ChangeRefused";
    this.status = status;
    this.problem = problem;
    this.problems = problems && boundProblems(problems);
    this.fields = fields;
    this.entries = entries;
  }
}

function boundProblems(problems: readonly FieldProblem[]): FieldProblem[] {
  const bounded = new ProblemList();
  for (const { path, problem } of problems) {
    bounded.add(path, problem);
    if (bounded.isFull) break;
  }
  return bounded.list();
}

/** Refuses one field. */
export function refuseField(field: string, problem: Problem, status: 400 | 403 = 400): ChangeRefused {
  return new ChangeRefused(status, problem, [{ path: `[${field}]`, problem }]);
}

/** Refuses fields, with a problem for each. */
export function refuseFields(
  fields: readonly string[],
  describe: (field: string) => Problem,
  status: 400 | 403 = 400,
): ChangeRefused {
  // One field more than the maximum, so that the answer says that there are more.
  const listed = fields.slice(0, MAX_PROBLEMS + 1);
  const problems = listed.map((field) => ({ path: formatPath([field]), problem: describe(field) }));
  return new ChangeRefused(status, { code: "change-refused" }, problems);
}
