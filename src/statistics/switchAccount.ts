/** Switching of a session to another account of its user. */
import type { StartedSession } from "../protocol/people.ts";
import { createUnreadable, expectObject } from "./body.ts";
import type { Statistics } from "./client.ts";
import type { CallOptions } from "./types.ts";

export async function switchAccount(
  { request }: Pick<Statistics, "request">,
  account: number,
  call?: CallOptions,
): Promise<StartedSession> {
  const answer = await request({ method: "POST", path: "/v2/session/account", body: { account } }, call);
  const { id, expires_at } = expectObject(answer);
  if (typeof id !== "string" || typeof expires_at !== "string") throw createUnreadable("a session");
  return { id, expires_at };
}
