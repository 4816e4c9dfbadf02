/** The log of changes that all nodes made. A line gets there together with its change. */
import { type AuditEntry, type AuditLog, type ChangeLog, selectChanges } from "../management/auditLog.ts";
import { ChangeRefused } from "../management/refusal.ts";
import { RedisAwayError, type RedisConnection } from "./connection.ts";
import { CHANGES } from "./names.ts";
import { readTexts } from "./reply.ts";

export class SharedChanges implements ChangeLog {
  readonly #redis: RedisConnection;
  /** What was changed on this node. */
  readonly #own: AuditLog;

  constructor(redis: RedisConnection, own: AuditLog) {
    this.#redis = redis;
    this.#own = own;
  }

  async list(matches: (entry: AuditEntry) => boolean, limit: number, offset: number) {
    try {
      const lines = readTexts(await this.#redis.send(["LRANGE", CHANGES, "0", "-1"]));
      // Of data that was lost in part nodes give back lines that are there.
      const entries: AuditEntry[] = [...new Set(lines)].map((line) => JSON.parse(line));
      // What nodes gave back stands behind what was changed since.
      entries.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
      return selectChanges(entries, matches, limit, offset);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      throw new ChangeRefused(503, "The log of changes cannot be read at the moment. Try again.");
    }
  }

  /** Gives Redis the changes of this node, at the first start and when the data was lost. */
  async share(): Promise<void> {
    const lines = (await this.#own.read()).map((entry) => JSON.stringify(entry));
    if (lines.length > 0) await this.#redis.send(["RPUSH", CHANGES, ...lines]);
  }
}
