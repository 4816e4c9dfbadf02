/**
 * Sessions of all nodes. Each request checks its session in Redis. While Redis is away, a node accepts sessions that it
 * checked recently and that have not ended: the end of a session is published to all nodes before it is confirmed.
 */
import { nameHolder } from "../accounts/login.ts";
import {
  computeLife,
  IDLE_MS,
  MAX_AGE_MS,
  type SessionRecord,
  type SessionStore,
} from "../accounts/sessions.ts";
import { StoreError } from "../facts/eventStore.ts";
import type { Clock } from "../runtime/clock.ts";
import { nameSession, nameSessionsOf, SESSIONS_ENDED } from "./names.ts";
import { RedisAwayError, type RedisConnection, rethrowAway } from "./redisConnection.ts";
import { parseFields, parseTexts, type Reply } from "./redisReply.ts";

/** Milliseconds after its last check for which a session is accepted while Redis is away. */
export const TRUSTED_MS = 600_000;
/** Maximum sessions whose last check a node remembers; older ones are dropped first. */
const MAX_CHECKED = 50_000;

interface SharedSessionsOptions {
  redis: RedisConnection;
  /** Timeout of a command in milliseconds. */
  timeout: number;
  clock: Clock;
}

export class SharedSessions implements SessionStore {
  readonly #options: SharedSessionsOptions;
  /** Checked sessions. `at`: monotonic milliseconds. */
  readonly #checked = new Map<string, { record: SessionRecord; at: number }>();
  /**
   * Times at which sessions ended, monotonic milliseconds. The sessions stay ended even when Redis goes back to older
   * data.
   */
  readonly #ended = new Map<string, number>();
  #unsubscribe: (() => void) | undefined;

  /** Opens the store, which must be closed. */
  static async open(options: SharedSessionsOptions): Promise<SharedSessions> {
    const sessions = new SharedSessions(options);
    const onEnded = (ids: string) => sessions.#forget(ids.split(" "));
    // Ends of sessions may have been missed while disconnected, so every session is checked again.
    const onReconnected = () => sessions.#checked.clear();
    sessions.#unsubscribe = await options.redis.subscribe(SESSIONS_ENDED, onEnded, onReconnected);
    return sessions;
  }

  private constructor(options: SharedSessionsOptions) {
    this.#options = options;
  }

  async list(owner: string): Promise<SessionRecord[]> {
    const ids = parseTexts(await this.#send("SMEMBERS", nameSessionsOf(owner)));
    if (ids.length === 0) return [];
    const texts = parseFields(await this.#send("MGET", ...ids.map(nameSession)));
    const gone = ids.filter((_, at) => texts[at] === null);
    if (gone.length > 0) await this.#send("SREM", nameSessionsOf(owner), ...gone);
    const records = texts.flatMap((text): SessionRecord[] => (text === null ? [] : [JSON.parse(text)]));
    return records.filter(({ id }) => !this.#ended.has(id));
  }

  async find(id: string): Promise<SessionRecord | undefined> {
    if (this.#ended.has(id)) return undefined;
    try {
      const text = await this.#options.redis.send(["GET", nameSession(id)]);
      return this.#remember(id, typeof text === "string" ? JSON.parse(text) : undefined);
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      const known = this.#checked.get(id);
      if (known && this.#options.clock.elapsed() - known.at < TRUSTED_MS) return known.record;
      return rethrowAway(error);
    }
  }

  async add(record: SessionRecord): Promise<void> {
    const index = nameSessionsOf(nameHolder(record));
    // Write the session before the list, because reading the list removes ids without a session.
    await this.#send("SET", nameSession(record.id), JSON.stringify(record), ...this.#writeLife(record));
    await this.#send("SADD", index, record.id);
    await this.#send("PEXPIRE", index, String(MAX_AGE_MS));
  }

  async note(record: SessionRecord): Promise<void> {
    const { id } = record;
    await this.#send("SET", nameSession(id), JSON.stringify(record), "XX", ...this.#writeLife(record));
  }

  /**
   * Ends sessions. The script has a deadline after which it changes nothing, so that an end reported as failed does not
   * happen later.
   */
  async end(records: readonly SessionRecord[]): Promise<SessionRecord[]> {
    const [first] = records;
    if (!first) return [];
    const { redis, timeout } = this.#options;
    const ids = records.map(({ id }) => id);
    const [seconds, microseconds] = parseFields(await this.#send("TIME")).map(Number);
    const deadline = (seconds ?? 0) * 1000 + Math.floor((microseconds ?? 0) / 1000) + timeout;
    const keys = [nameSessionsOf(nameHolder(first)), ...ids.map(nameSession)];
    const reply = await redis.run("endSessions", keys, [deadline, SESSIONS_ENDED, ...ids]).catch(rethrowAway);
    if (reply === null) throw new StoreError("away", "Redis answered too late; no session was ended.");
    const ended = new Set(parseTexts(reply));
    this.#forget(ids);
    return records.filter(({ id }) => ended.has(id));
  }

  requireReachable(): void {
    if (this.#options.redis.isAway) throw new StoreError("away", "Redis does not answer.");
  }

  close(): void {
    this.#unsubscribe?.();
  }

  #remember(id: string, record: SessionRecord | undefined): SessionRecord | undefined {
    this.#checked.delete(id);
    if (!record || this.#ended.has(id)) return undefined;
    this.#checked.set(id, { record, at: this.#options.clock.elapsed() });
    dropOldest(this.#checked, MAX_CHECKED);
    return record;
  }

  #forget(ids: readonly string[]): void {
    const now = this.#options.clock.elapsed();
    for (const id of ids) {
      this.#checked.delete(id);
      this.#ended.set(id, now);
    }
    // Forget sessions that would have expired by now.
    for (const [id, at] of this.#ended) {
      if (now - at < IDLE_MS) break;
      this.#ended.delete(id);
    }
    dropOldest(this.#ended, MAX_CHECKED);
  }

  #writeLife(record: SessionRecord): string[] {
    return ["PX", String(Math.max(1, computeLife(record, this.#options.clock.now())))];
  }

  #send(...command: string[]): Promise<Reply> {
    return this.#options.redis.send(command).catch(rethrowAway);
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
