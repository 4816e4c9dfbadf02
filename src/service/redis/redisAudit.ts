/** Audit log, shared by all nodes: a list for each UTC day. After Redis lost its data, the log is empty. */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { AUDIT_FOLDER, listFolderDays, readAuditFile } from "../people/auditFolder.ts";
import { AUDIT_DAYS, type AuditStore } from "../people/auditLog.ts";
import { DAY_MS } from "../values/day.ts";
import { nameAudit } from "./names.ts";
import { type RedisConnection, rethrowAway } from "./redisConnection.ts";
import { parseTexts, type Reply } from "./redisReply.ts";

/** Lines that are read or written at once. */
const LINES_PER_COMMAND = 1000;

export class AuditInRedis implements AuditStore {
  readonly #redis: RedisConnection;

  constructor(redis: RedisConnection) {
    this.#redis = redis;
  }

  /** Moves the log of a single node to Redis, for all nodes. */
  async bring(data: string): Promise<void> {
    const folder = join(data, AUDIT_FOLDER);
    const days = await listFolderDays(folder);
    for (const day of days) {
      let lines: string[] = [];
      const send = async () => {
        await this.append(day, lines);
        lines = [];
      };
      for await (const line of readAuditFile(folder, day))
        if (lines.push(line) === LINES_PER_COMMAND) await send();
      await send();
    }
    // Rename the folder, so that the next start does not bring the lines again.
    if (days.length > 0) await rename(folder, `${folder}.shared`);
  }

  async append(day: string, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const key = nameAudit(day);
    await this.#send(["RPUSH", key, ...lines]);
    const end = Math.floor((Date.parse(day) + AUDIT_DAYS * DAY_MS) / 1000);
    await this.#send(["EXPIREAT", key, String(end)]);
  }

  async *read(day: string): AsyncIterable<string> {
    for (let start = 0; ; start += LINES_PER_COMMAND) {
      const range = [start, start + LINES_PER_COMMAND - 1].map(String);
      const lines = parseTexts(await this.#send(["LRANGE", nameAudit(day), ...range]));
      yield* lines;
      if (lines.length < LINES_PER_COMMAND) return;
    }
  }

  #send(command: string[]): Promise<Reply> {
    return this.#redis.send(command).catch(rethrowAway);
  }
}
