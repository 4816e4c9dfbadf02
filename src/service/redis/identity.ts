/** What all nodes have in common: the secret, and epochs that are theirs alone. */
import { join } from "node:path";
import { encodeSecret, loadSecret, readSecret, writeSecret } from "../signing/secret.ts";
import type { RedisConnection } from "./connection.ts";
import { EPOCH, SECRET } from "./names.ts";

/** 2026-01-01, in seconds since 1970: epochs are stored as 32 bits. */
const FIRST_EPOCH = 1_767_225_600;

/** A number that no start of any node had, also when Redis has lost its data. */
export async function startEpoch(redis: RedisConnection): Promise<number> {
  return Number(await redis.run("epoch", [EPOCH], [FIRST_EPOCH]));
}

/** The secret of all nodes; the first one's, kept on the disk of each. Rejects where the folder has another one. */
export async function shareSecret(redis: RedisConnection, folder: string): Promise<Buffer> {
  const known = await redis.send(["GET", SECRET]);
  const own = await readSecret(folder);
  if (known === null) {
    const offered = own ?? (await loadSecret(folder));
    await redis.send(["SET", SECRET, encodeSecret(offered), "NX"]);
    const agreed = Buffer.from(String(await redis.send(["GET", SECRET])), "base64url");
    if (!agreed.equals(offered)) await writeSecret(folder, agreed);
    return agreed;
  }
  const secret = Buffer.from(String(known), "base64url");
  if (own && !own.equals(secret))
    throw new Error(
      `${join(folder, "secret")} is not the secret of the nodes on this Redis: addresses that they sign would not count here. Move it away to take theirs.`,
    );
  if (!own) await writeSecret(folder, secret);
  return secret;
}

/** Gives the secret back to a Redis that lost it. */
export async function restoreSecret(redis: RedisConnection, secret: Buffer): Promise<void> {
  await redis.send(["SET", SECRET, encodeSecret(secret), "NX"]);
}
