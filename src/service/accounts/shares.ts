/**
 * Links that give people without an account access to some of an account's reports. A link contains a signed token that
 * expires. The link is valid while its record exists, so removing the record revokes it.
 */
import { createHmac, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import * as v from "valibot";
import type { CreatedShare, Share } from "../../protocol/account.ts";
import type { Days } from "../../protocol/management.ts";
import { DEFAULT_TIMEZONE, FILTERS, listNames } from "../../protocol/statistics.ts";
import type { Account } from "../catalogue/catalogue.ts";
import { type RequestKey, requireSameRequest } from "../catalogue/requestKeys.ts";
import type { AuditAuthor, AuditChange, AuditLog } from "../people/auditLog.ts";
import { isDeclared } from "../people/declaredPeople.ts";
import { FORMER_USER, type People } from "../people/people.ts";
import type { ReportRequest } from "../reports/request.ts";
import { DAY_MS, isDay } from "../values/day.ts";
import { requestObject } from "../values/requestSchemas.ts";
import { asMessage, shownName } from "../values/schemas.ts";
import { parseBearer } from "./bearer.ts";
import type { Bounds, ShareRecord, ShareStore } from "./shareStore.ts";
import { mayAsk } from "./visibleFacts.ts";

const ALGORITHM = "HS256";
/** Maximum links of an account. */
export const MAX_SHARES = 100;

const FIELDS = v.record(v.string(), v.unknown());
const DAYS = asMessage({ code: "whole-number-range", least: 1, most: 365 });
const MAX_NAME = 100;
const ADDRESS = asMessage({ code: "query-string" });
const DAY = asMessage({ code: "day-form", form: "YYYY-mm-dd" });
const day = v.pipe(v.string(DAY), v.check(isDay, DAY), v.metadata({ format: "date" }));
const SPAN = { from: day, to: day };
const ORDERED = v.check<Days, string>(({ from, to }) => from <= to, asMessage({ code: "days-order" }));

export const shareSchema = requestObject({
  name: shownName(MAX_NAME),
  role: v.picklist(
    ["advertiser", "publisher"],
    asMessage({ code: "either", values: ["advertiser", "publisher"] }),
  ),
  view: v.pipe(v.string(ADDRESS), v.startsWith("?", ADDRESS), v.maxLength(4000, ADDRESS)),
  days: v.pipe(v.number(DAYS), v.integer(DAYS), v.minValue(1, DAYS), v.maxValue(365, DAYS)),
  title: v.optional(shownName(MAX_NAME)),
  period: v.optional(
    v.pipe(requestObject({ ...SPAN, compared: v.optional(v.pipe(requestObject(SPAN), ORDERED)) }), ORDERED),
  ),
  /** Validated like the filter of a report. */
  filter: v.optional(FIELDS, {}),
  exclude: v.optional(FIELDS, {}),
  /** Validated like the time zone of a report. */
  timezone: v.optional(v.string(asMessage({ code: "timezone-name" })), DEFAULT_TIMEZONE),
});
type ShareInput = v.InferOutput<typeof shareSchema>;

export interface SharesContext {
  /** Signs the links. */
  shareKey: Buffer;
  shares: ShareStore;
  /** Milliseconds since 1970. */
  now: () => number;
  audit: Pick<AuditLog, "add">;
  people: () => Pick<People, "users">;
}

export class Shares {
  readonly #context: SharesContext;

  constructor(context: SharesContext) {
    this.#context = context;
  }

  async list(account: Account): Promise<Share[]> {
    const { users } = this.#context.people();
    return (await this.#listOwn(account)).map((record) => describeShare(record, users));
  }

  /** Lists the valid links that a user made in some accounts. */
  async listMadeBy(user: number, accounts: ReadonlySet<number>): Promise<Share[]> {
    const { users } = this.#context.people();
    return (await this.#listMadeBy(user, accounts)).map((record) => describeShare(record, users));
  }

  /** Revokes the valid links that a user made in some accounts. */
  async revokeMadeBy(user: number, accounts: ReadonlySet<number>, author: AuditAuthor): Promise<void> {
    const { shares, audit } = this.#context;
    const made = await this.#listMadeBy(user, accounts);
    await shares.remove(made.map(({ id }) => id));
    await audit.add(
      author,
      made.map((record) => describeShareForAudit("end", record)),
    );
  }

  #listMadeBy(user: number, accounts: ReadonlySet<number>): Promise<ShareRecord[]> {
    return this.#listValid(({ maker, account }) => maker === user && accounts.has(account));
  }

  #listOwn({ id }: Account): Promise<ShareRecord[]> {
    return this.#listValid(({ account }) => account === id);
  }

  async #listValid(isListed: (record: ShareRecord) => boolean): Promise<ShareRecord[]> {
    return (await this.#context.shares.list()).filter((one) => isListed(one) && this.#isAlive(one));
  }

  /**
   * Creates a link; undefined when the account may not request the role's statistics, or has too many links. `request`:
   * idempotency key; a repeated request returns the first request's link while that link is valid, and another request
   * with the key is refused with `OtherRequestError`. `author`: who makes the link.
   */
  async create(
    account: Account,
    { name, title, role, view, days, period }: ShareInput,
    bounds: Bounds,
    author: AuditAuthor,
    request?: RequestKey,
  ): Promise<CreatedShare | undefined> {
    const { shares, now, audit, people } = this.#context;
    const own = await this.#listOwn(account);
    const id = request === undefined ? randomUUID() : this.#nameLink(account, request.key);
    const made = own.find((known) => known.id === id);
    if (made) {
      requireSameRequest(made.requestDigest, request?.digest);
      return this.#sign(account, describeShare(made, people().users));
    }
    if (!mayAsk(account, role) || own.length >= MAX_SHARES) return undefined;
    const expires = new Date(now() + days * DAY_MS);
    const record: ShareRecord = {
      id,
      name,
      title,
      role,
      view,
      period,
      expires_at: expires.toISOString(),
      account: account.id,
      // Ids of declared users depend on the file, which may assign them to other users.
      maker: author.user !== undefined && !isDeclared(author.user) ? author.user : undefined,
      bounds,
      requestDigest: request?.digest,
    };
    const expired = (await shares.list()).filter((known) => !this.#isAlive(known));
    await shares.remove(expired.map((known) => known.id));
    await shares.add(record);
    await audit.add(author, [describeShareForAudit("create", record)]);
    return this.#sign(account, describeShare(record, people().users));
  }

  /** Revokes a link. Returns false when the account has no link with this id. */
  async revoke(account: Account, id: string, author: AuditAuthor): Promise<boolean> {
    const { shares, audit } = this.#context;
    const record = await shares.find(id);
    if (record?.account !== account.id) return false;
    await shares.remove([id]);
    await audit.add(author, [describeShareForAudit("end", record)]);
    return true;
  }

  /**
   * Returns the link whose token the header contains; undefined without a valid token, or when the link was revoked.
   */
  async read(header: string | undefined): Promise<ShareRecord | undefined> {
    const token = parseBearer(header);
    const id = token && (await this.#verify(token));
    return id ? this.#context.shares.find(id) : undefined;
  }

  /** Derives the id from the request, so that every node creates the same link. */
  #nameLink({ id }: Account, request: string): string {
    return createHmac("sha256", this.#context.shareKey).update(`${id} ${request}`).digest("base64url");
  }

  async #sign({ id: account }: Account, share: Share): Promise<CreatedShare> {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(account))
      .setJti(share.id)
      .setExpirationTime(new Date(share.expires_at))
      .sign(this.#context.shareKey);
    return { ...share, token };
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

/** `users`: for the name of the maker, which only the link's account may read. */
export function describeShare(record: ShareRecord, users?: People["users"]): Share {
  const { id, name, title, role, view, period, expires_at, maker, bounds } = record;
  const limits = !period && { date_from: bounds.from, date_to: bounds.to };
  const created_by = users &&
    maker !== undefined && { id: maker, name: users.get(maker)?.name ?? FORMER_USER };
  return { id, name, title, role, view, period, ...limits, expires_at, ...(created_by && { created_by }) };
}

export function describeShareForAudit(
  action: "create" | "end",
  { id, account, maker, name, role, period, expires_at }: ShareRecord,
): AuditChange {
  const state = { name, role, ...(period && { period }), expires_at };
  const change = { action, kind: "shares", id, owner: account, of: maker } as const;
  return action === "end" ? { ...change, before: state } : { ...change, after: state };
}

/**
 * Adds the filters of a link that readers of its side do not see, such as the advertisers of a network's link, where the
 * request leaves them out.
 */
export function addHiddenBounds({ role, bounds }: ShareRecord, request: ReportRequest): ReportRequest {
  const seen: readonly string[] = listNames(FILTERS, role);
  const hide = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !seen.includes(key)));
  return {
    ...request,
    filter: { ...hide(bounds.filter), ...request.filter },
    exclude: { ...hide(bounds.exclude), ...request.exclude },
  };
}

/** Whether the days of a report are among those of a link. */
export function hasSharedDays({ period, bounds }: ShareRecord, { from, to }: ReportRequest): boolean {
  const isWithinDays = (days: Pick<Bounds, "from" | "to">) =>
    !(days.from && from < days.from) && !(days.to && to > days.to);
  return isWithinDays(bounds) || (period?.compared !== undefined && isWithinDays(period.compared));
}

/** Whether a report stays within the bounds of a link. */
export function isShared(record: ShareRecord, request: ReportRequest): boolean {
  const { role, bounds } = record;
  if (request.role !== role || !hasSharedDays(record, request)) return false;
  if (hasHours(bounds) && request.timezone !== (bounds.timezone ?? DEFAULT_TIMEZONE)) return false;
  const { filter, exclude }: Pick<Bounds, "filter" | "exclude"> = request;
  const excluded = Object.entries(bounds.exclude);
  if (!excluded.every(([key, shared]) => isWithin(shared, exclude[key]))) return false;
  return Object.entries(bounds.filter).every(([key, shared]) => isWithin(filter[key], shared));
}

/** Derives the bounds of a link from a report request with the link's filters. */
export function parseBounds(
  { filter, exclude, from, to, timezone }: ReportRequest,
  days: { date_from?: unknown; date_to?: unknown },
): Bounds {
  const bounds = {
    // These two values exclude nothing, so reports without them are within the bounds, too.
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

/** Whether the bounds filter by hour, which depends on the time zone. */
function hasHours({ filter, exclude }: Bounds): boolean {
  return "hour" in filter || "hour" in exclude;
}

function isWithin(asked: unknown, shared: unknown): boolean {
  if (!Array.isArray(shared)) return asked === shared;
  return Array.isArray(asked) && asked.every((value) => shared.includes(value));
}
