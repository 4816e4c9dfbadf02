/** The service's secret: made at the first start, kept beside the events, readable by its owner alone. */
import { hkdfSync, randomBytes } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

const BYTES = 32;

export async function loadSecret(folder: string): Promise<Buffer> {
  const file = join(folder, "secret");
  try {
    return checked(Buffer.from((await readFile(file, "utf8")).trim(), "base64url"), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secret = randomBytes(BYTES);
  await writeWhole(file, `${secret.toString("base64url")}\n`);
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

/** A crash leaves the whole file or none. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  const handle = await open(temporary, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}
