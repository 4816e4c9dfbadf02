/** Networks of accounts. Networks in one catalogue are separate: no network serves entries of another. */
import type { Account } from "./schema.ts";

/** Network id of accounts without a network; ids of accounts start at 1. */
export const COMMON_NETWORK = 0;

/** Returns the id of the account's network. A network account is its own network. */
export function findNetwork({ id, role, network }: Pick<Account, "id" | "role" | "network">): number {
  return role === "network" ? id : (network ?? COMMON_NETWORK);
}
