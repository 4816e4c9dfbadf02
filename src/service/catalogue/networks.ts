/** Networks of accounts. Networks in one catalogue are separate: none serves entries of another. */
import type { Account } from "./schema.ts";

/** Network of all accounts without one; ids start at 1. */
export const COMMON_NETWORK = 0;

/** Returns the id of the account's network: its own for a network, otherwise that of its network. */
export function findNetwork({ id, role, network }: Pick<Account, "id" | "role" | "network">): number {
  return role === "network" ? id : (network ?? COMMON_NETWORK);
}
