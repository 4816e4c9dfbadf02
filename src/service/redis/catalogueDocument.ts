/** The catalogue's document in Redis: a text with a version and a checksum. */
import { createHash } from "node:crypto";
import { CatalogueError } from "../catalogue/catalogue.ts";
import type { RedisConnection } from "./connection.ts";
import { CATALOGUE, CHANGES } from "./names.ts";
import { readFields } from "./reply.ts";

export interface CatalogueDocument {
  /** Counts up with each change; 0 when there is none yet. */
  version: number;
  text: string;
}

/** Tells nodes of a new version. */
export const CATALOGUE_CHANNEL = `${CATALOGUE}:changed`;

const CHANGES_KEPT = 10_000;

export async function readVersion(redis: RedisConnection): Promise<number> {
  return Number(await redis.send(["HGET", CATALOGUE, "version"]));
}

/** Rejects with `CatalogueError` when the text is not what was published. */
export async function readDocument(redis: RedisConnection): Promise<CatalogueDocument> {
  const reply = await redis.send(["HMGET", CATALOGUE, "version", "text", "checksum"]);
  const [version, text, checksum] = readFields(reply);
  if (!version || text === undefined || text === null) return { version: 0, text: "" };
  if (computeChecksum(text) !== checksum)
    throw new CatalogueError([
      `The catalogue in Redis, version ${version}, is damaged: its checksum differs.`,
    ]);
  return { version: Number(version), text };
}

/** Replaces the version that was read; false when it changed meanwhile. `change`: its line in the log. */
export async function replaceDocument(
  redis: RedisConnection,
  read: number,
  { version, text }: CatalogueDocument,
  change = "",
): Promise<boolean> {
  const parameters = [read, version, text, computeChecksum(text), CATALOGUE_CHANNEL, change, CHANGES_KEPT];
  return (await redis.run("publish", [CATALOGUE, CHANGES], parameters)) === version;
}

function computeChecksum(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
