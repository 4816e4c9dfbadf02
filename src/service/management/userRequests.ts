/** Requests of the commands `user …` to the running service. */
import type { AccountUser, UserRole } from "../../protocol/people.ts";
import { writeProblem } from "../../protocol/problems.ts";
import { BY_COMMAND } from "./peopleChanges.ts";
import { ChangeRefused } from "./refusal.ts";
import type { Users } from "./users.ts";

export type UserRequest =
  | { action: "create"; account: number; email: string; name: string; role: UserRole }
  | { action: "reset"; email: string; secondFactor?: boolean }
  | { action: "list"; account: number };

/** `link`: for setting a password; absent for a user who has one. */
export interface UserAnswer {
  users: AccountUser[];
  link?: string | undefined;
}

/** Runs a request. Rejects with an error that explains the problem. */
export async function runUserRequest(users: Users, request: UserRequest): Promise<UserAnswer> {
  try {
    return await run(users, request);
  } catch (error) {
    if (!(error instanceof ChangeRefused) || !error.problems) throw error;
    throw new Error(
      error.problems.map(({ path, problem }) => `${path}: ${writeProblem(problem)}`).join("\n"),
    );
  }
}

async function run(users: Users, request: UserRequest): Promise<UserAnswer> {
  if (request.action === "list") return { users: await users.list(BY_COMMAND, request.account) };
  if (request.action === "reset" && request.secondFactor) {
    await users.resetSecondFactorByName(request.email);
    return { users: [] };
  }
  if (request.action === "reset") return { users: [], ...(await users.resetByName(request.email)) };
  const { action: _, ...fields } = request;
  const { user, link } = await users.add(BY_COMMAND, fields);
  return { users: [user], ...(link && { link: link.link }) };
}
