/** Switches the session to another account of the user, without the password. */
import { type Account, createCookieClient, openSession, SESSION } from "../app/session.ts";

export async function switchAccount(from: Account, account: number): Promise<Account> {
  const sent = { method: "POST", path: `${SESSION}/account`, body: { account } } as const;
  return openSession(await createCookieClient(from).request(sent));
}
