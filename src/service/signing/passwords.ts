/**
 * Passwords and API tokens as stored in the catalogue: always hashed.
 *
 * A password is `scrypt:SALT:HASH`, base64url. An API token is long and random, so a plain digest is enough:
 * `sha256:HEX`.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { scryptOnThread } from "./scryptThread.ts";

/** Minimum and maximum characters of a new password. */
export const PASSWORD_LENGTH = { least: 12, most: 1000 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const PASSWORD_FORM = /^scrypt:[\w-]{22}:[\w-]{43}$/;
export const TOKEN_FORM = /^sha256:[0-9a-f]{64}$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scryptOnThread(password.normalize("NFKC"), salt, HASH_BYTES);
  return `scrypt:${salt.toString("base64url")}:${hash.toString("base64url")}`;
}

/**
 * Verifies a password. Takes as long for an unknown account (`stored` undefined) as for a known one. Rejects with
 * `BusyError` when too many passwords wait.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = "", hash = ""] = (stored ?? "").split(":");
  const expected = Buffer.from(hash, "base64url");
  const actual = await scryptOnThread(password.normalize("NFKC"), Buffer.from(salt, "base64url"), HASH_BYTES);
  return expected.length === HASH_BYTES && timingSafeEqual(actual, expected);
}

/** Returns the stored form of an API token. */
export function hashToken(token: string): string {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}
