/**
 * Passwords and API tokens as the catalogue keeps them: never in clear.
 *
 * A password is `scrypt:SALT:HASH`, base64url. An API token is long and random, so a plain digest is enough:
 * `sha256:HEX`.
 */
import { createHash, randomBytes, scrypt as scryptCallback, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scrypt = promisify(scryptCallback) as (
  password: string,
  salt: Buffer,
  length: number,
) => Promise<Buffer>;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const PASSWORD_FORM = /^scrypt:[\w-]{22}:[\w-]{43}$/;
export const TOKEN_FORM = /^sha256:[0-9a-f]{64}$/;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await scrypt(password.normalize("NFKC"), salt, HASH_BYTES);
  return `scrypt:${salt.toString("base64url")}:${hash.toString("base64url")}`;
}

/** Takes as long for an unknown account (`kept` undefined) as for a known one. */
export async function verifyPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, salt = "", hash = ""] = (kept ?? "").split(":");
  const expected = Buffer.from(hash, "base64url");
  const actual = await scrypt(password.normalize("NFKC"), Buffer.from(salt, "base64url"), HASH_BYTES);
  return expected.length === HASH_BYTES && timingSafeEqual(actual, expected);
}

/** The form in which the catalogue keeps an API token. */
export function hashToken(token: string): string {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}
