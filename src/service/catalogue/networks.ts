/** Networks of accounts: two networks of one catalogue serve nothing of each other. */
import type { Account } from "./schema.ts";

/** The network of all accounts that name none; ids start at 1. */
export const COMMON_NETWORK = 0;

/** Id of the account's network: its own for a network, else that of the network it names. */
export function findNetwork({ id, role, network }: Pick<Account, "id" | "role" | "network">): number {
  return role === "network" ? id : (network ?? COMMON_NETWORK);
}
