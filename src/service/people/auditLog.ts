/**
 * Audit log: who got or lost access, how and when, and refused sign-ins of existing users. Separate from the changes of
 * the catalogue, because it contains personal data and is kept for 90 days only.
 */
import type { Logger } from "pino";
import type { AuditEntry } from "../../protocol/people.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { isObject } from "../values/object.ts";
import { SerialQueue } from "../values/serialQueue.ts";

/** Days for which records are kept, including the current one. */
export const AUDIT_DAYS = 90;

/** Author of a recorded change. */
export interface AuditAuthor extends Pick<AuditEntry, "account" | "way" | "address"> {
  /** Id of the user or API token. */
  user?: number | undefined;
  token?: number | undefined;
}

/** What a change did. */
export interface AuditChange
  extends Pick<AuditEntry, "action" | "kind" | "id" | "owner" | "before" | "after"> {
  /** User concerned, who may read the record. */
  of?: number | undefined;
  /** Records with the same key within one hour are listed as one. */
  key?: string;
}

export interface AuditRecord extends AuditAuthor, AuditChange {
  /** ISO 8601, UTC. */
  time: string;
}

/** A listed record. `count`: number of records with its key in its hour. */
export type ListedRecord = AuditRecord & { count: number };

/** Lines by UTC day: `2026-11-28`. */
export interface AuditStore {
  append(day: string, lines: readonly string[]): Promise<void>;
  /** Reads the lines of a day, oldest first. */
  read(day: string): AsyncIterable<string>;
}

interface AuditQuery {
  isVisible: (record: AuditRecord) => boolean;
  /** Maximum entries; the newest ones are returned. */
  limit: number;
}

interface AuditLogParts {
  store: AuditStore;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Logger;
}

export class AuditLog {
  readonly #parts: AuditLogParts;
  readonly #writes = new SerialQueue();

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
  }

  /**
   * Records changes after they took effect, and logs them without names; refusals are logged by the caller. Never rejects:
   * what has been done stays done, and its line in the service's log remains.
   */
  async add(author: AuditAuthor, changes: readonly AuditChange[]): Promise<void> {
    const { store, now, log } = this.#parts;
    const time = new Date(now()).toISOString();
    if (changes.length === 0) return;
    const { account, ...by } = author;
    for (const { action, kind, id, owner, of } of changes)
      if (action !== "refuse")
        // Ids of sessions are digests of cookies.
        log.info(
          {
            action,
            kind,
            ...(typeof id === "number" && { id }),
            owner,
            of,
            by: { account: account.id, ...by },
          },
          "access changed",
        );
    const lines = changes.map((change) => JSON.stringify({ time, ...author, ...change }));
    await this.#writes
      .run(() => store.append(time.slice(0, 10), lines))
      .catch((error) => log.error({ err: error }, "change of access not recorded in GET /v2/changes"));
  }

  /** Resolves once all records added before the call are written. */
  waitForWrites(): Promise<void> {
    return this.#writes.waitForAll();
  }

  /** Lists records, newest first. Holds no more than `limit` of them in memory. */
  async list({ isVisible, limit }: AuditQuery): Promise<{ count: number; entries: ListedRecord[] }> {
    const { store, now } = this.#parts;
    await this.#writes.waitForAll();
    const entries: ListedRecord[] = [];
    let count = 0;
    for (const day of listDays(now())) {
      const found = new AuditDay(Math.max(1, limit - entries.length));
      for await (const line of store.read(day)) {
        const record = parseRecord(line);
        if (record && isVisible(record)) found.add(record);
      }
      entries.push(...found.list().slice(0, limit - entries.length));
      count += found.count;
    }
    return { count, entries };
  }
}

/** Lists the days that are kept, newest first. */
export function listDays(now: number): string[] {
  return Array.from({ length: AUDIT_DAYS }, (_, ago) => formatDay(now - ago * DAY_MS));
}

/** The newest records of a day. */
class AuditDay {
  readonly #limit: number;
  /** Number of records by key and hour. */
  readonly #counts = new Map<string, number>();
  readonly #kept = new Map<string, AuditRecord>();
  count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(record: AuditRecord): void {
    const name = record.key === undefined ? `${this.count}` : `${record.time.slice(0, 13)} ${record.key}`;
    const before = this.#counts.get(name) ?? 0;
    if (record.key !== undefined) this.#counts.set(name, before + 1);
    if (before === 0) this.count += 1;
    this.#kept.delete(name);
    this.#kept.set(name, record);
    if (this.#kept.size > this.#limit) deleteOldest(this.#kept);
  }

  list(): ListedRecord[] {
    const listed = [...this.#kept].map(([name, record]) => ({
      ...record,
      count: this.#counts.get(name) ?? 1,
    }));
    // Clocks of nodes differ.
    return listed.reverse().sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  }
}

/** A full disk can leave a partial line. */
function parseRecord(line: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && typeof value.time === "string" ? (value as AuditRecord & object) : undefined;
  } catch {
    return undefined;
  }
}
