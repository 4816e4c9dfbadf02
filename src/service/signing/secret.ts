/** The service's secret: created at the first start, stored beside the events, readable only by its owner. */
import { hkdfSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { makeFolder, writeDurably } from "../files/files.ts";
import { readSaved, refuseSaved } from "../files/savedFile.ts";

const BYTES = 32;
const FILE = "secret";
const REMEDY =
  "Restore it from a backup, or remove it: a new one is created, and existing ad URLs, sign-ins and links become invalid.";

/** Reads the folder's secret, or creates one. */
export async function loadSecret(folder: string): Promise<Buffer> {
  const known = await readSecret(folder);
  if (known) return known;
  const secret = createSecret();
  await writeSecret(folder, secret);
  return secret;
}

export function createSecret(): Buffer {
  return randomBytes(BYTES);
}

/** Reads the folder's secret; undefined when there is none. */
export async function readSecret(folder: string): Promise<Buffer | undefined> {
  const file = join(folder, FILE);
  const text = await readSaved(file, REMEDY);
  return text === undefined ? undefined : checked(Buffer.from(text, "base64url"), file);
}

export async function writeSecret(folder: string, secret: Buffer): Promise<void> {
  await makeFolder(folder);
  await writeDurably(join(folder, FILE), `${encodeSecret(secret)}\n`);
}

export function encodeSecret(secret: Buffer): string {
  return secret.toString("base64url");
}

/** Derives a key for one purpose, so that a signature for it is invalid for any other. */
export function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `zonetag ${use}`, BYTES));
}

function checked(secret: Buffer, file: string): Buffer {
  if (secret.length === BYTES) return secret;
  throw refuseSaved(file, "It does not contain a secret.", REMEDY);
}
