/** Cost of password hashes: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */

/** Parameters of scrypt; the block size is always 8. */
export interface ScryptCost {
  /** Binary logarithm of N. */
  log2N: number;
  /** Parallelism. */
  p: number;
}

export const BLOCK_SIZE = 8;

let current: ScryptCost = { log2N: 15, p: 3 };

/** Returns the cost of new hashes, which every check takes. */
export function getPasswordCost(): ScryptCost {
  return current;
}

/** Lowers the cost for tests: a hash of the usual cost takes about 0.3 seconds. */
export function setPasswordCost(cost: ScryptCost): void {
  current = cost;
}
