/**
 * Audit log: who got or lost access, how and when, and refused sign-ins of existing users. Separate from the changes of
 * the catalogue, because it contains personal data and is kept for 90 days only.
 */
import type { Logger } from "pino";
import type { AuditEntry } from "../../protocol/people.ts";
import { SerialQueue } from "../runtime/serialQueue.ts";
import { DAY_MS, formatDay } from "../values/day.ts";
import { deleteOldest } from "../values/deleteOldest.ts";
import { groupBy } from "../values/groupBy.ts";
import { isObject } from "../values/object.ts";

/** Days for which records are kept, including the current one. */
export const AUDIT_DAYS = 90;
/** Milliseconds for which repeated records are counted in memory before one line has their number. */
const COUNTED_MS = 60_000;

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
  /** Number of equal records that this one replaces; absent for one. */
  count?: number;
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
  /** Repetitions by key and hour that are not written yet: the newest record, and their number. */
  readonly #repeated = new Map<string, { record: AuditRecord; count: number }>();
  #counting: NodeJS.Timeout | undefined;
  #isFailing = false;

  constructor(parts: AuditLogParts) {
    this.#parts = parts;
  }

  /**
   * Records changes after they took effect, and logs them without names; refusals are logged by the caller. Never rejects:
   * what has been done stays done, and its line in the service's log remains.
   */
  async add(author: AuditAuthor, changes: readonly AuditChange[]): Promise<void> {
    const { now, log } = this.#parts;
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
    const records = changes.map((change) => ({ time, ...author, ...change }));
    await this.#write(records.filter((record) => !this.#isCounted(record)));
  }

  /** Resolves once all records added before the call are written. */
  async waitForWrites(): Promise<void> {
    await this.#writeRepeated();
    await this.#writes.waitForAll();
  }

  /** Whether a record repeats one of the last minute, which makes it count: guessed passwords are not a line each. */
  #isCounted(record: AuditRecord): boolean {
    if (record.key === undefined) return false;
    const name = nameHour(record, record.key);
    const { count } = this.#repeated.get(name) ?? { count: -1 };
    this.#repeated.set(name, { record, count: count + 1 });
    this.#counting ??= setTimeout(() => void this.#writeRepeated(), COUNTED_MS).unref();
    return count >= 0;
  }

  async #writeRepeated(): Promise<void> {
    clearTimeout(this.#counting);
    this.#counting = undefined;
    const repeated = [...this.#repeated.values()].filter(({ count }) => count > 0);
    this.#repeated.clear();
    await this.#write(repeated.map(({ record, count }) => ({ ...record, count })));
  }

  async #write(records: readonly AuditRecord[]): Promise<void> {
    const { store, log } = this.#parts;
    const days = groupBy(records, ({ time }) => time.slice(0, 10));
    try {
      for (const [day, written] of days)
        await this.#writes.run(() =>
          store.append(
            day,
            written.map((record) => JSON.stringify(record)),
          ),
        );
      if (!this.#isFailing || days.size === 0) return;
      this.#isFailing = false;
      log.info("changes of access are recorded in GET /v2/changes again");
    } catch (error) {
      if (!this.#isFailing)
        log.error(
          { err: error },
          "changes of access are not recorded in GET /v2/changes until this is mended",
        );
      this.#isFailing = true;
    }
  }

  /** Lists records, newest first. Holds no more than `limit` of them in memory. */
  async list({ isVisible, limit }: AuditQuery): Promise<{ count: number; entries: ListedRecord[] }> {
    const { store, now } = this.#parts;
    await this.waitForWrites();
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
    const name = record.key === undefined ? `${this.count}` : nameHour(record, record.key);
    const before = this.#counts.get(name) ?? 0;
    if (record.key !== undefined) this.#counts.set(name, before + (record.count ?? 1));
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

/** Names the records that are listed as one. */
function nameHour({ time }: AuditRecord, key: string): string {
  return `${time.slice(0, 13)} ${key}`;
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
