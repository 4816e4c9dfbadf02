/**
 * Second factor of a user: one-time codes of an authenticator app (https://www.rfc-editor.org/rfc/rfc6238), and recovery
 * codes.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { SecondFactor } from "../people/peopleSchema.ts";
import { hashToken } from "../signing/passwords.ts";
import { isSameText } from "../signing/sameText.ts";

/** Seconds for which a code is shown; codes of the step before and after it are valid, too. */
const STEP = 30;
const WINDOW = 1;
const DIGITS = 6;
const RECOVERY_CODES = 10;
/** Bytes of a recovery code: 80 bits, so a plain digest cannot be reversed. */
const RECOVERY_BYTES = 10;
const SECRET_BYTES = 20;

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text. Only `decrypt` with the same purpose reads it. */
export function encrypt(key: Buffer, text: string, purpose: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url");
}

/** Decrypts a text; undefined if it was encrypted with another key or for another purpose. */
export function decrypt(key: Buffer, text: string, purpose: string): string | undefined {
  const bytes = Buffer.from(text, "base64url");
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(tag);
    const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Creates the secret that authenticator app and service share, in Base32. */
export function createSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Writes the address that authenticator apps read: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function writeUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret, digits: DIGITS, period: STEP }).toString();
}

/** Finds the time step of a code; undefined if it is wrong, or not later than the last used step. */
export function findStep(secret: string, code: string, now: number, lastStep = -1): number | undefined {
  const totp = new TOTP({ secret, digits: DIGITS, period: STEP });
  const delta = totp.validate({ token: trim(code), timestamp: now, window: WINDOW });
  const step = delta === null ? -1 : Math.floor(now / 1000 / STEP) + delta;
  return step > lastStep ? step : undefined;
}

export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer });
    return (base32.toLowerCase().match(/.{4}/g) ?? []).join("-");
  });
}

/** Returns the stored form of a recovery code, however it is spaced and in whichever case. */
export function hashRecoveryCode(code: string): string {
  return hashToken(trim(code).toLowerCase());
}

/** Whether a code has the form of one that an authenticator app shows. */
export function isAppCode(code: string): boolean {
  return new RegExp(`^\\d{${DIGITS}}$`).test(trim(code));
}

/**
 * Uses a code up. Returns the factor without it; undefined if the code is wrong or was used before. `secret`: decrypted;
 * undefined if that failed.
 */
export function spendCode(
  factor: SecondFactor,
  secret: string | undefined,
  code: string,
  now: number,
): SecondFactor | undefined {
  if (isAppCode(code)) {
    const lastStep = secret === undefined ? undefined : findStep(secret, code, now, factor.lastStep);
    return lastStep === undefined ? undefined : { ...factor, lastStep };
  }
  const digest = hashRecoveryCode(code);
  const recovery = factor.recovery.filter((known) => !isSameText(known, digest));
  return recovery.length < factor.recovery.length ? { ...factor, recovery } : undefined;
}

function trim(code: string): string {
  return code.replace(/[\s-]/g, "");
}
