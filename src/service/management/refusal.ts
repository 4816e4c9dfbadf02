/** Error that explains to the caller why a change was refused. */
import { formatPath, MAX_PROBLEMS, type Problems } from "../../protocol/validation.ts";
import { ProblemList } from "../values/problemList.ts";

export class ChangeRefused extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 428 | 503;
  /** Bounded to the maximum that an answer lists. */
  readonly problems: Problems | undefined;

  /** Names of the conflicting fields. */
  readonly fields: readonly string[] | undefined;

  /** Reasons for all entries of a bulk change that cannot be changed. */
  readonly entries: Problems | undefined;

  constructor(
    status: ChangeRefused["status"],
    message: string,
    problems?: Problems,
    { fields, entries }: { fields?: readonly string[] | undefined; entries?: Problems } = {},
  ) {
    super(message);
    this.name = "ChangeRefused";
    this.status = status;
    this.problems = problems && boundProblems(problems);
    this.fields = fields;
    this.entries = entries;
  }
}

function boundProblems(problems: Problems): Problems {
  const bounded = new ProblemList();
  for (const problem of problems) {
    for (const [path, message] of Object.entries(problem)) bounded.add(path, message);
    if (bounded.isFull) break;
  }
  return bounded.list();
}

/** Refuses one field. */
export function refuseField(field: string, message: string, status: 400 | 403 = 400): ChangeRefused {
  return new ChangeRefused(status, message, [{ [`[${field}]`]: message }]);
}

/** Refuses fields, with a message for each. */
export function refuseFields(
  fields: readonly string[],
  describe: (field: string) => string,
  status: 400 | 403 = 400,
): ChangeRefused {
  // One field more than the maximum, so that the answer says that there are more.
  const listed = fields.slice(0, MAX_PROBLEMS + 1);
  const problems = listed.map((field) => ({ [formatPath([field])]: describe(field) }));
  return new ChangeRefused(status, "The change was not made.", problems);
}
