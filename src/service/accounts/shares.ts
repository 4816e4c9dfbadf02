/**
 * Links that let somebody without an account read some of an account's reports. A link is a signed token that expires; it
 * is good for as long as its record is kept, so that taking the record away revokes it.
 */
import { randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { CreatedShare, Share } from "../../protocol/account.ts";
import { DEFAULT_TIMEZONE } from "../../protocol/statistics.ts";
import type { Account } from "../catalogue/catalogue.ts";
import type { ReportRequest } from "../reports/request.ts";
import { requestObject } from "../reports/validation.ts";
import { DAY_MS } from "../values/day.ts";
import { mayAsk } from "./access.ts";
import { readBearer } from "./bearer.ts";
import type { Bounds, ShareRecord, ShareStore } from "./shareStore.ts";

const ALGORITHM = "HS256";
/** An account's links; more could not be looked through. */
const MOST_SHARES = 100;

const text = (most: number, message: string) =>
  v.pipe(v.string(message), v.minLength(1, message), v.maxLength(most, message));
const FIELDS = v.record(v.string(), v.unknown(), "Expected an object.");
const DAYS = "Expected a whole number from 1 to 365.";

export const shareSchema = requestObject({
  name: text(100, "Expected a text of at most 100 characters."),
  role: v.picklist(["advertiser", "publisher"], "Expected advertiser or publisher."),
  view: v.pipe(text(4000, "Expected a query string."), v.startsWith("?", "Expected a query string.")),
  days: v.pipe(v.number(DAYS), v.integer(DAYS), v.minValue(1, DAYS), v.maxValue(365, DAYS)),
  /** Checked as that of a report. */
  filter: v.optional(FIELDS, {}),
  exclude: v.optional(FIELDS, {}),
  /** Checked as that of a report. */
  timezone: v.optional(v.string("Expected the name of a time zone."), DEFAULT_TIMEZONE),
});
export type ShareInput = v.InferOutput<typeof shareSchema>;

interface SharesContext {
  /** Signs the links. */
  shareKey: Buffer;
  shares: ShareStore;
  /** Milliseconds since 1970. */
  now: () => number;
}

export class Shares {
  readonly #context: SharesContext;

  constructor(context: SharesContext) {
    this.#context = context;
  }

  async list(account: Account): Promise<Share[]> {
    const records = await this.#context.shares.list();
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
    const { shares, shareKey, now } = this.#context;
    const own = await this.list(account);
    if (!mayAsk(account, role) || own.length >= MOST_SHARES) return undefined;
    const expires = new Date(now() + days * DAY_MS);
    const id = randomUUID();
    const record = { id, name, role, view, expires_at: expires.toISOString(), account: account.id, bounds };
    const expired = (await shares.list()).filter((known) => !this.#isAlive(known));
    await shares.remove(expired.map((known) => known.id));
    await shares.add(record);
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(account.id))
      .setJti(id)
      .setExpirationTime(expires)
      .sign(shareKey);
    return { ...describeShare(record), token };
  }

  /** False when the account has no such link. */
  async revoke(account: Account, id: string): Promise<boolean> {
    const { shares } = this.#context;
    if ((await shares.find(id))?.account !== account.id) return false;
    await shares.remove([id]);
    return true;
  }

  /** The link of an `Authorization` header; undefined when it is none, has expired or was revoked. */
  async read(header: string | undefined): Promise<ShareRecord | undefined> {
    const token = readBearer(header);
    const id = token && (await this.#verify(token));
    return id ? this.#context.shares.find(id) : undefined;
  }

  async #verify(token: string): Promise<string | undefined> {
    const { shareKey, now } = this.#context;
    try {
      const options = { algorithms: [ALGORITHM], currentDate: new Date(now()) };
      return (await jwtVerify(token, shareKey, options)).payload.jti;
    } catch {
      return undefined;
    }
  }

  #isAlive({ expires_at }: Share): boolean {
    return Date.parse(expires_at) > this.#context.now();
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
  if (hasHours(bounds) && request.timezone !== (bounds.timezone ?? DEFAULT_TIMEZONE)) return false;
  const { filter, exclude }: Pick<Bounds, "filter" | "exclude"> = request;
  const excluded = Object.entries(bounds.exclude);
  if (!excluded.every(([key, shared]) => isWithin(shared, exclude[key]))) return false;
  return Object.entries(bounds.filter).every(([key, shared]) => isWithin(filter[key], shared));
}

/** The bounds of a link, from the request that its filters make. */
export function readBounds(
  { filter, exclude, from, to, timezone }: ReportRequest,
  days: { date_from?: unknown; date_to?: unknown },
): Bounds {
  const bounds = {
    // Reports that leave these two out are as narrow, so neither may be required of them.
    filter: Object.fromEntries(
      Object.entries(filter).filter(
        ([key, value]) =>
          !(key === "adblock" && value === "all") && !(key === "exclude_deleted" && value === 0),
      ),
    ),
    exclude: { ...exclude },
    from: days.date_from ? from : undefined,
    to: days.date_to ? to : undefined,
  };
  return hasHours(bounds) ? { ...bounds, timezone } : bounds;
}

/** Hours are those of a time zone: the same numbers in another zone are other facts. */
function hasHours({ filter, exclude }: Bounds): boolean {
  return "hour" in filter || "hour" in exclude;
}

function isWithin(asked: unknown, shared: unknown): boolean {
  if (!Array.isArray(shared)) return asked === shared;
  return Array.isArray(asked) && asked.every((value) => shared.includes(value));
}
