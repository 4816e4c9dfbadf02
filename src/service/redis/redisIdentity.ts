/** Secret shared by all nodes, and unique epochs. */
import { join } from "node:path";
import { createSecret, encodeSecret, readSecret, writeSecret } from "../signing/secret.ts";
import { EPOCH, SECRET } from "./names.ts";
import type { RedisConnection } from "./redisConnection.ts";

/** 2026-01-01, in seconds since 1970: epochs are stored as 32 bits. */
const FIRST_EPOCH = 1_767_225_600;

/** Returns a new epoch. Unique among all starts of all nodes, even after Redis lost its data. */
export async function startEpoch(redis: RedisConnection): Promise<number> {
  return Number(await redis.run("startEpoch", [EPOCH], [FIRST_EPOCH]));
}

/** Shares the secret of the first node, which each node also keeps on disk. Rejects when the folder has another one. */
export async function shareSecret(redis: Pick<RedisConnection, "send">, folder: string): Promise<Buffer> {
  const own = await readSecret(folder);
  // When several nodes start together, Redis decides which is the first.
  const secret = await agree(redis, own ?? createSecret());
  if (own && !own.equals(secret)) throw new Error(describeOtherSecret(folder));
  if (!own) await writeSecret(folder, secret);
  return secret;
}

/** Restores the shared secret after Redis lost it. Returns false when Redis has another one by then. */
export async function restoreSecret(redis: Pick<RedisConnection, "send">, secret: Buffer): Promise<boolean> {
  return (await agree(redis, secret)).equals(secret);
}

export function describeOtherSecret(folder: string): string {
  return `${join(folder, "secret")} is not the secret of the nodes on this Redis: URLs signed by them would not count here. Move the file away to use their secret.`;
}

/** Offers a secret and returns the one that Redis has: the offered one, or an earlier one. */
async function agree(redis: Pick<RedisConnection, "send">, offered: Buffer): Promise<Buffer> {
  const known =
    (await redis.send(["GET", SECRET])) ??
    (await redis.send(["SET", SECRET, encodeSecret(offered), "NX"]).then(() => redis.send(["GET", SECRET])));
  return Buffer.from(String(known), "base64url");
}
