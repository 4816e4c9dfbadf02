/**
 * Passwords and API tokens as stored in the catalogue: always hashed.
 *
 * A password is `scrypt:LOG2N,8,P:SALT:HASH`, base64url; earlier versions wrote `scrypt:SALT:HASH` for `14,8,1`. An API
 * token is long and random, so a plain digest is enough: `sha256:HEX`.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { BLOCK_SIZE, getPasswordCost, type ScryptCost } from "./passwordCost.ts";
import { scryptOnThread } from "./scryptThread.ts";

/** Minimum and maximum characters of a new password. */
export const PASSWORD_LENGTH = { least: 12, most: 1000 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const EARLIER_COST: ScryptCost = { log2N: 14, p: 1 };

/** Bounded to 128 MiB, so that a stored hash cannot exhaust the memory. */
export const PASSWORD_FORM = /^scrypt:(?:([1-9]|1[0-7]),8,([1-4]):)?([\w-]{22}):([\w-]{43})$/;
export const TOKEN_FORM = /^sha256:[0-9a-f]{64}$/;

/** `owner`: account that takes turns with others. */
export async function hashPassword(password: string, owner?: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const cost = getPasswordCost();
  const hash = await scryptOnThread(password.normalize("NFKC"), salt, HASH_BYTES, [cost], owner);
  const parameters = [cost.log2N, BLOCK_SIZE, cost.p].join();
  return `scrypt:${parameters}:${salt.toString("base64url")}:${hash.toString("base64url")}`;
}

/**
 * Verifies a password. Takes as long for an unknown account (`stored` undefined) and for a hash of a lower cost as for a
 * new hash. Rejects with `BusyError` when too many passwords wait.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const { cost, salt, hash } = parseHash(stored);
  const costs = [cost, ...listRest(cost, getPasswordCost())];
  const actual = await scryptOnThread(password.normalize("NFKC"), salt, HASH_BYTES, costs);
  return hash.length === HASH_BYTES && timingSafeEqual(actual, hash);
}

/** Whether a stored hash has another cost than new ones. */
export function isOutdated(stored: string): boolean {
  const [{ cost }, current] = [parseHash(stored), getPasswordCost()];
  return cost.log2N !== current.log2N || cost.p !== current.p;
}

function parseHash(stored = ""): { cost: ScryptCost; salt: Buffer; hash: Buffer } {
  const [form, log2N, p, salt = "", hash = ""] = PASSWORD_FORM.exec(stored) ?? [];
  const known = log2N && p ? { log2N: Number(log2N), p: Number(p) } : EARLIER_COST;
  return {
    cost: form ? known : getPasswordCost(),
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

/** Returns the cost that is left of `whole`, as parallelism, which scrypt computes one after the other. */
function listRest({ log2N, p }: ScryptCost, whole: ScryptCost): ScryptCost[] {
  const rest = Math.floor(whole.p * 2 ** (whole.log2N - log2N)) - p;
  return rest > 0 ? [{ log2N, p: rest }] : [];
}

/** Returns the stored form of an API token. */
export function hashToken(token: string): string {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}
