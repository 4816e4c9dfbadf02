/**
 * Browser sessions: a cookie identifies a user or an API token until the session is ended, idle for too long or too
 * old.
 */
import { randomBytes } from "node:crypto";
import type { UserSession } from "../../protocol/people.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { AuditAuthor, AuditChange, AuditLog } from "../people/auditLog.ts";
import type { People } from "../people/people.ts";
import type { Awaitable } from "../runtime/awaitable.ts";
import { hashToken } from "../signing/passwords.ts";
import { DAY_MS } from "../values/day.ts";
import { omitUndefined } from "../values/object.ts";
import {
  type Claims,
  createClaims,
  findHolder,
  type Identity,
  nameHolder,
  type TokenContext,
  type TokenHolder,
} from "./login.ts";

/** Milliseconds without a request after which a session ends. */
export const IDLE_MS = DAY_MS / 2;
/** Maximum age of a session, milliseconds. */
export const MAX_AGE_MS = 30 * DAY_MS;
/** Minimum interval between recorded uses of a session, to limit writes. */
const NOTED_AGAIN_MS = 5 * 60_000;
/** Maximum difference between the clocks of two nodes. */
const MAX_SKEW_MS = 5 * 60_000;
/** Maximum sessions of a user or API token; a new one replaces the least recently used. */
export const MAX_SESSIONS = 50;

/** Browser that signed in. */
export type Device = Pick<UserSession, "browser" | "operating_system" | "country">;

/** Stored session. */
export interface SessionRecord extends Claims, Device {
  /** SHA-256 digest of the cookie's value, hexadecimal. */
  id: string;
  /** Milliseconds since 1970. */
  created: number;
  used: number;
}

/**
 * `owner`: a user or API token, as named by `nameHolder`. Methods reject with `StoreError` while the store is
 * unreachable.
 */
export interface SessionStore {
  list(owner: string): Awaitable<SessionRecord[]>;
  find(id: string): Awaitable<SessionRecord | undefined>;
  add(record: SessionRecord): Promise<void>;
  /** Records a use, unless the session has ended meanwhile. */
  note(record: SessionRecord): Promise<void>;
  /** Ends sessions of one owner, all or none. Resolves with those that had not ended before. */
  end(records: readonly SessionRecord[]): Promise<SessionRecord[]>;
  /** Throws `StoreError` while no sign-in is possible. */
  requireReachable(): void;
}

interface SessionsParts extends TokenContext {
  store: SessionStore;
  audit: Pick<AuditLog, "add">;
}

/** `secret`: value of the cookie; only its digest is stored. */
export interface Started {
  secret: string;
  record: SessionRecord;
}

/** Form of a cookie's value. */
const SECRET_FORM = /^[\w-]{43}$/;

export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Throws `StoreError` while no sign-in is possible. */
  requireReachable(): void {
    this.#parts.store.requireReachable();
  }

  /** Starts a session. `address`: for the audit log. */
  async start(account: Account, identity: Identity, device: Device, address?: string): Promise<Started> {
    const { store, now } = this.#parts;
    const started = this.#create(account, identity, device, now());
    const surplus = sortByUse(await store.list(nameHolder(started.record))).slice(MAX_SESSIONS - 1);
    const author = describeAuthor(account, started.record, address);
    await this.#end(surplus, author);
    await store.add(started.record);
    await this.#record("create", [started.record], author);
    return started;
  }

  /**
   * Ends a session and starts another one of its user, which is limited by the maximum age of the first. Resolves with
   * undefined if the session had ended: of simultaneous requests, only one replaces it. Adds the new session first, so that
   * a store that fails leaves the old one.
   */
  async replace(
    id: string,
    account: Account,
    identity: Identity,
    device: Device,
    address?: string,
  ): Promise<Started | undefined> {
    const { store } = this.#parts;
    const old = await store.find(id);
    const holder = old && this.#findHolder(old);
    if (!holder) return undefined;
    const started = this.#create(account, identity, device, old.created);
    const ended = await this.#exchange(old, started.record, describeAuthor(holder.account, old, address));
    if (!ended) return undefined;
    await this.#record("create", [started.record], describeAuthor(account, started.record, address));
    return started;
  }

  /** Adds a session and ends another one. Resolves with false, and withdraws the added one, if the other had ended. */
  async #exchange(old: SessionRecord, added: SessionRecord, author: AuditAuthor): Promise<boolean> {
    const { store } = this.#parts;
    try {
      await store.add(added);
      if ((await this.#end([old], author)).length > 0) return true;
    } catch (error) {
      // Nobody has the cookie of the added session: one that cannot be withdrawn only expires.
      await store.end([added]).catch(() => {});
      throw error;
    }
    await store.end([added]).catch(() => {});
    return false;
  }

  #create(account: Account, identity: Identity, device: Device, created: number): Started {
    const secret = randomBytes(32).toString("base64url");
    const claims = createClaims(account, identity, this.#parts);
    const record = { id: digest(secret), ...claims, ...device, created, used: this.#parts.now() };
    return { secret, record };
  }

  /** Returns the holder of a cookie's session; undefined when it has ended. */
  async read(secret: string): Promise<TokenHolder | undefined> {
    if (!SECRET_FORM.test(secret)) return undefined;
    const { store, now } = this.#parts;
    const record = await store.find(digest(secret));
    const holder = record && this.#findHolder(record);
    if (!holder) return undefined;
    // A use that cannot be stored only makes the session expire earlier. `Math.abs`: a last use in the future was
    // recorded before the clock was set back.
    if (Math.abs(now() - record.used) >= NOTED_AGAIN_MS)
      store.note({ ...record, used: now() }).catch(() => {});
    return { ...holder, session: record.id };
  }

  /** Lists the holder's valid sessions, the most recently used first. */
  async list(holder: TokenHolder): Promise<UserSession[]> {
    const valid = await this.#listValid(holder);
    return valid.map((record) => describeSession(record, holder.session));
  }

  /** Ends one of the holder's sessions. Returns false when no session has the id. */
  async end(holder: TokenHolder, id: string, address?: string): Promise<boolean> {
    const found = (await this.#listValid(holder)).filter((record) => record.id === id);
    return (await this.#end(found, describeAuthor(holder.account, holder, address))).length > 0;
  }

  /** Ends all sessions of the holder except the current one. */
  async endOthers(holder: TokenHolder, address?: string): Promise<void> {
    const others = (await this.#parts.store.list(nameHolder(holder))).filter(
      ({ id }) => id !== holder.session,
    );
    await this.#end(others, describeAuthor(holder.account, holder, address));
  }

  /** Resolves with the sessions that had not ended before. */
  async #end(records: readonly SessionRecord[], author: AuditAuthor): Promise<SessionRecord[]> {
    if (records.length === 0) return [];
    const ended = await this.#parts.store.end(records);
    // Sessions that had ended before, with the password or by their age, do not end again.
    await this.#record(
      "end",
      ended.filter((record) => this.#findHolder(record)),
      author,
    );
    return ended;
  }

  #record(action: "create" | "end", records: readonly SessionRecord[], author: AuditAuthor): Promise<void> {
    const { audit, people } = this.#parts;
    return audit.add(
      author,
      records.map((record) => describeForAudit(action, record, people())),
    );
  }

  async #listValid(holder: TokenHolder): Promise<SessionRecord[]> {
    const records = await this.#parts.store.list(nameHolder(holder));
    return sortByUse(records.filter((record) => this.#findHolder(record)));
  }

  #findHolder(record: SessionRecord): TokenHolder | undefined {
    return isAlive(record, this.#parts.now()) ? findHolder(record, this.#parts) : undefined;
  }
}

function describeAuthor(
  { id, name }: Account,
  { user, token }: Pick<Claims, "user" | "token">,
  address: string | undefined,
): AuditAuthor {
  return { account: { id, name }, user, token, way: token === undefined ? "interface" : "token", address };
}

/** Describes the start or end of a session for the audit log. */
export function describeForAudit(
  action: "create" | "end",
  { id, account, user, token, browser, operating_system, country }: SessionRecord,
  { users }: Pick<People, "users">,
): AuditChange {
  const state = omitUndefined({
    user,
    name: users.get(user ?? 0)?.name,
    token,
    browser,
    operating_system,
    country,
  });
  const change = { action, kind: "sessions", id, owner: account, of: user } as const;
  return action === "end" ? { ...change, before: state } : { ...change, after: state };
}

/** Returns the milliseconds until an unused session expires; negative after its expiry. */
export function computeLife({ created, used }: SessionRecord, now: number): number {
  return Math.min(used + IDLE_MS, created + MAX_AGE_MS) - now;
}

/**
 * Whether a session is valid. A session created in the future, before the clock was set back, is invalid because it
 * would exceed its maximum age.
 */
export function isAlive(record: SessionRecord, now: number): boolean {
  return record.created <= now + MAX_SKEW_MS && computeLife(record, now) > 0;
}

function digest(secret: string): string {
  return hashToken(secret).replace("sha256:", "");
}

function sortByUse(records: readonly SessionRecord[]): SessionRecord[] {
  return [...records].sort((a, b) => b.used - a.used);
}

function describeSession(
  { id, created, used, browser, operating_system, country }: SessionRecord,
  current: string | undefined,
): UserSession {
  return {
    id,
    created_at: new Date(created).toISOString(),
    last_use: new Date(used).toISOString(),
    ...(browser !== undefined && { browser }),
    ...(operating_system !== undefined && { operating_system }),
    ...(country !== undefined && { country }),
    current: id === current,
  };
}
