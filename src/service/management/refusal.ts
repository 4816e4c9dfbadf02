/** Why a change was not made: a value until it reaches the caller. */

/** Problems by the path of the field, such as `{ "[hostname]": "…" }`. */
export type FieldProblems = Record<string, string>[];

export class ChangeRefused extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415 | 428 | 503;
  readonly problems: FieldProblems | undefined;

  constructor(status: ChangeRefused["status"], message: string, problems?: FieldProblems) {
    super(message);
    this.name = "ChangeRefused";
    this.status = status;
    this.problems = problems;
  }
}

/** A refusal that names one field. */
export function refuseField(field: string, message: string, status: 400 | 403 = 400): ChangeRefused {
  return new ChangeRefused(status, message, [{ [`[${field}]`]: message }]);
}
