/** The service's secret: made at the first start, kept beside the events, readable by its owner alone. */
import { hkdfSync, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "../values/files.ts";

const BYTES = 32;

export async function loadSecret(folder: string): Promise<Buffer> {
  const file = join(folder, "secret");
  try {
    return checked(Buffer.from((await readFile(file, "utf8")).trim(), "base64url"), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = randomBytes(BYTES);
  await writeDurably(file, `${secret.toString("base64url")}\n`);
  return secret;
}

/** A key for one use, so that nothing signed for it is good for another. */
export function deriveKey(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `zonetag ${use}`, BYTES));
}

function checked(secret: Buffer, file: string): Buffer {
  if (secret.length === BYTES) return secret;
  throw new Error(`${file} does not hold a secret; move it away to have a new one made.`);
}
