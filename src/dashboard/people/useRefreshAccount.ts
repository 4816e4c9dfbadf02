/** Reads the account's details again after they were changed here, for the whole dashboard and its other tabs. */
import { useData } from "../app/managementData.ts";
import { openAccount } from "../app/session.ts";

export function useRefreshAccount(): () => Promise<void> {
  const { client, account, onEnter } = useData();
  return async () => onEnter({ ...account, ...openAccount(account, await client.account()) });
}
