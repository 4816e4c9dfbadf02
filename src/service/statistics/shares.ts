/**
 * Links that let somebody without an account read some of an account's reports. A link is a signed token that expires; it
 * is good for as long as its record is kept, so that taking the record away revokes it.
 */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { CreatedShare, Share } from "../../protocol/account.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { DAY_MS } from "../values/day.ts";
import { writeDurably } from "../values/files.ts";
import { mayAsk } from "./access.ts";
import type { StatisticsContext } from "./context.ts";
import type { ReportRequest } from "./request.ts";
import { strictObject } from "./validation.ts";

const ALGORITHM = "HS256";
/** An account's links; more could not be looked through. */
const MOST_SHARES = 100;

const text = (most: number, message: string) =>
  v.pipe(v.string(message), v.minLength(1, message), v.maxLength(most, message));
const DAYS = "Expected a whole number from 1 to 365.";

export const shareSchema = strictObject({
  name: text(100, "Expected a text of at most 100 characters."),
  role: v.picklist(["advertiser", "publisher"], "Expected advertiser or publisher."),
  view: v.pipe(text(4000, "Expected a query string."), v.startsWith("?", "Expected a query string.")),
  days: v.pipe(v.number(DAYS), v.integer(DAYS), v.minValue(1, DAYS), v.maxValue(365, DAYS)),
  /** Checked as that of a report. */
  filter: v.optional(v.record(v.string(), v.unknown()), {}),
  exclude: v.optional(v.record(v.string(), v.unknown()), {}),
});
export type ShareInput = v.InferOutput<typeof shareSchema>;

/** What a report must keep to. Days bound it where the link names them. */
export interface Bounds {
  filter: Record<string, unknown>;
  exclude: Record<string, unknown>;
  from?: string | undefined;
  to?: string | undefined;
}

/** As it is kept. */
export interface ShareRecord extends Share {
  account: number;
  bounds: Bounds;
}

export class Shares {
  readonly #context: StatisticsContext;
  readonly #file: string;
  readonly #key: Buffer;
  #records: Promise<Map<string, ShareRecord>> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(context: StatisticsContext) {
    this.#context = context;
    this.#file = join(context.folder, "shares.json");
    this.#key = context.shareKey;
  }

  async list(account: Account): Promise<Share[]> {
    const records = [...(await this.#load()).values()];
    return records
      .filter((record) => record.account === account.id && this.#isAlive(record))
      .map(describeShare);
  }

  /** Undefined when the account may not share that side, or has too many links. */
  async create(
    account: Account,
    { name, role, view, days }: ShareInput,
    bounds: Bounds,
  ): Promise<CreatedShare | undefined> {
    const own = await this.list(account);
    if (!mayAsk(account, role) || own.length >= MOST_SHARES) return undefined;
    const expires = new Date(this.#context.now() + days * DAY_MS);
    const id = randomUUID();
    const record = { id, name, role, view, expires_at: expires.toISOString(), account: account.id, bounds };
    const records = await this.#load();
    for (const [key, known] of records) if (!this.#isAlive(known)) records.delete(key);
    records.set(id, record);
    await this.#save(records);
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(account.id))
      .setJti(id)
      .setExpirationTime(expires)
      .sign(this.#key);
    return { ...describeShare(record), token };
  }

  /** False when the account has no such link. */
  async revoke(account: Account, id: string): Promise<boolean> {
    const records = await this.#load();
    if (records.get(id)?.account !== account.id) return false;
    records.delete(id);
    await this.#save(records);
    return true;
  }

  /** The link of an `Authorization` header; undefined when it is none, has expired or was revoked. */
  async read(header: string | undefined): Promise<ShareRecord | undefined> {
    const token = /^Bearer +([\w.-]+) *$/i.exec(header ?? "")?.[1];
    if (!token) return undefined;
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        currentDate: new Date(this.#context.now()),
      });
      return (await this.#load()).get(payload.jti ?? "");
    } catch {
      return undefined;
    }
  }

  #isAlive({ expires_at }: Share): boolean {
    return Date.parse(expires_at) > this.#context.now();
  }

  #load(): Promise<Map<string, ShareRecord>> {
    this.#records ??= readRecords(this.#file);
    return this.#records;
  }

  /** One after another, so that the last one to be asked for is the one that stays. */
  #save(records: ReadonlyMap<string, ShareRecord>): Promise<void> {
    const write = () => writeDurably(this.#file, `${JSON.stringify([...records.values()])}\n`);
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}

async function readRecords(file: string): Promise<Map<string, ShareRecord>> {
  try {
    const records: ShareRecord[] = JSON.parse(await readFile(file, "utf8"));
    return new Map(records.map((record) => [record.id, record]));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw error;
  }
}

export function describeShare({ id, name, role, view, expires_at }: ShareRecord): Share {
  return { id, name, role, view, expires_at };
}

/** Whether a report shows nothing beyond what is shared. */
export function isShared({ role, bounds }: ShareRecord, request: ReportRequest): boolean {
  if (request.role !== role) return false;
  if (bounds.from && request.from < bounds.from) return false;
  if (bounds.to && request.to > bounds.to) return false;
  const excluded = Object.entries(bounds.exclude);
  if (!excluded.every(([key, shared]) => isWithin(shared, request.exclude?.[key]))) return false;
  return Object.entries(bounds.filter).every(([key, shared]) => isWithin(request.filter[key], shared));
}

function isWithin(asked: unknown, shared: unknown): boolean {
  if (!Array.isArray(shared)) return asked === shared;
  return Array.isArray(asked) && asked.every((value) => shared.includes(value));
}
