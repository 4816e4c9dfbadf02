/**
 * Client of the management interface: sites, zones, campaigns, creatives and accounts. It shares the login and the
 * limits of a statistics client.
 */
import type {
  Activity,
  Approval,
  BulkKind,
  CampaignUnfilled,
  Change,
  Days,
  Entries,
  EntryChange,
  EntryVersion,
  Estimate,
  EstimateRequest,
  ExplainRequest,
  Explanation,
  ManagedKind,
  NewEntry,
  PageMarkup,
  Performance,
  PerformanceRequest,
  Shown,
  ShownCreative,
  StoredImage,
  ZoneUnfilled,
} from "../protocol/management.ts";
import { NOT_ESTIMATED } from "../protocol/management.ts";
import type { AuditEntry, AuditKind } from "../protocol/people.ts";
import { createUnreadable, expectObject } from "./body.ts";
import type { ServiceRequest, Statistics } from "./client.ts";
import { requestPerformance } from "./performance.ts";
import type { CallOptions } from "./types.ts";
import { requestCampaignUnfilled, requestZoneUnfilled } from "./unfilled.ts";
import { writeQuery } from "./writeQuery.ts";

export interface ListOptions {
  /** Part of the name, or the id. */
  search?: string;
  /** Entries per page: 1 to 500. Default: 50. */
  limit?: number;
  /** Entries before the page. */
  offset?: number;
  /** Whether to include archived entries. */
  deleted?: boolean;
}

export interface ManagedPage<T> {
  /** Total number of entries. */
  count: number;
  entries: T[];
}

interface PageOptions {
  limit?: number;
  offset?: number;
}

interface ChangesOptions extends PageOptions {
  /** Id of the user who made the changes. */
  user?: number;
  /** First and last day, YYYY-mm-dd, in the account's time zone. */
  from?: string;
  to?: string;
}

/** The kind decides whether entries are changes of the catalogue or of the audit log. */
interface ListChanges {
  (
    options: (
      | { kind: ManagedKind; id?: number }
      | { campaign: number }
      /** Number of one change: its entries are listed one by one, with their values. */
      | { sequence: number }
    ) &
      ChangesOptions,
    call?: CallOptions,
  ): Promise<ManagedPage<Change>>;
  (
    options: { kind: AuditKind; id?: number } & ChangesOptions,
    call?: CallOptions,
  ): Promise<ManagedPage<AuditEntry>>;
  (options?: ChangesOptions, call?: CallOptions): Promise<ManagedPage<Change | AuditEntry>>;
}

/** Every call rejects with a `StatisticsError`; its code is `conflict` when the entry was changed since it was read. */
export interface ManagedEntries<K extends ManagedKind> {
  list(options?: ListOptions, call?: CallOptions): Promise<ManagedPage<Shown<K>>>;
  /** Lists all entries, page by page. */
  all(options?: Omit<ListOptions, "limit" | "offset">, call?: CallOptions): Promise<Shown<K>[]>;
  get(id: number, call?: CallOptions): Promise<Shown<K>>;
  create(entry: NewEntry<K>, call?: CallOptions): Promise<Shown<K>>;
  /** Changes an entry. `seen`: the entry that was read, or its id with the version `*` to skip the conflict check. */
  change(
    seen: { id: number; version: string },
    change: EntryChange<K>,
    call?: CallOptions,
  ): Promise<Shown<K>>;
}

/** Entries that can also be changed together. */
export interface BulkEntries<K extends BulkKind> extends ManagedEntries<K> {
  /**
   * Changes up to 1,000 entries by one patch: all of them, or none. Resolves with their new versions. When it is
   * refused, `problems` of the error has the reason of each entry, with the keys `["ids", position]`.
   */
  bulk(seen: readonly EntryVersion[], change: EntryChange<K>, call?: CallOptions): Promise<EntryVersion[]>;
}

/**
 * Creatives of a campaign. Decisions apply to the version that was read, and reject with `conflict` if it has changed
 * since.
 */
export interface ManagedCreatives extends Omit<ManagedEntries<"creatives">, "get" | "all"> {
  /** Replaces the approved version by the waiting one; for networks. */
  approve(seen: EntryVersion, call?: CallOptions): Promise<Shown<"creatives">>;
  /** Rejects the waiting version, or withdraws the approval if none waits; for networks. */
  reject(seen: EntryVersion, reason: string, call?: CallOptions): Promise<Shown<"creatives">>;
  /** Withdraws the waiting or rejected version; for advertisers. */
  withdraw(seen: EntryVersion, call?: CallOptions): Promise<Shown<"creatives">>;
}

export interface Management {
  readonly accounts: ManagedEntries<"accounts">;
  readonly sites: BulkEntries<"sites">;
  readonly zones: BulkEntries<"zones">;
  readonly campaigns: BulkEntries<"campaigns">;
  creatives(campaign: number): ManagedCreatives;
  /** Lists creatives that wait for the network's approval, the longest wait first; for networks. */
  approvals(
    options?: Pick<ListOptions, "limit" | "offset">,
    call?: CallOptions,
  ): Promise<ManagedPage<Approval>>;
  /** Uploads an image: PNG, JPEG, WebP, AVIF or GIF, detected from its bytes. */
  upload(image: Blob, call?: CallOptions): Promise<StoredImage>;
  /** Changes the name or the password of the signed-in user. A new password needs the current one. */
  changeUser(
    change: { name?: string; password?: string; currentPassword?: string },
    call?: CallOptions,
  ): Promise<void>;
  /**
   * Lists the changes of everything the account manages, newest first, and with the kinds of the audit log or without a
   * filter also who got or lost access.
   */
  changes: ListChanges;
  /** Fetches the delivery state of the account's zones and campaigns. */
  activity(call?: CallOptions): Promise<Activity>;
  /**
   * Fetches sums of a period by day, object or visitor trait, beside those of another period. Does not count as a
   * report.
   */
  performance(request: PerformanceRequest, call?: CallOptions): Promise<Performance>;
  /** Fetches the requests of a zone in a period, in the account's time zone, with the reasons why some got no ad. */
  zoneUnfilled(zone: number, days: Days, call?: CallOptions): Promise<ZoneUnfilled>;
  /** Fetches the requests that the campaign missed because of its limits, yesterday and today, and its spending. */
  campaignUnfilled(campaign: number, call?: CallOptions): Promise<CampaignUnfilled>;
  /** Lists the creatives that ran on a site in the last seven days, the most shown first. */
  shownCreatives(
    site: number,
    options?: PageOptions,
    call?: CallOptions,
  ): Promise<ManagedPage<ShownCreative>>;
  /** Estimates reach: matching zones, and requests of the last seven days. */
  estimate(campaign: EstimateRequest, call?: CallOptions): Promise<Estimate>;
  /** Explains for each campaign why it would serve the zones of a placement request or not; for networks. */
  explain(request: ExplainRequest, call?: CallOptions): Promise<Explanation>;
  /**
   * Fetches the markup of a page of one of the account's sites, at most 1 MB; for networks. `address` is the final one
   * after redirects.
   */
  readPage(address: string, call?: CallOptions): Promise<PageMarkup>;
}

/** Entries per request of `all`; earlier versions of the service refuse more. */
const MAX_PAGE = 500;

type Send = (request: ServiceRequest, call?: CallOptions) => Promise<unknown>;

/**
 * @example
 * const management = createManagement(createStatistics({ baseUrl, credentials: { apiToken } }));
 * const zone = await management.zones.create({ site: 3, name: "Sidebar", size: "300x600" });
 * await management.zones.change(zone, { name: "Right of the text" });
 */
export function createManagement({ request }: Pick<Statistics, "request">): Management {
  const ask = async (path: string, call?: CallOptions) =>
    expectObject(await request({ method: "GET", path }, call));
  const post = async (path: string, body: unknown, call?: CallOptions) =>
    expectObject(await request({ method: "POST", path, body }, call));
  return {
    accounts: createEntries("/v2/accounts", request),
    sites: createBulk("/v2/sites", request),
    zones: createBulk("/v2/zones", request),
    campaigns: createBulk("/v2/campaigns", request),
    creatives: (campaign) => createCreatives(`/v2/campaigns/${campaign}/creatives`, request),
    approvals: async (options, call) =>
      parsePage<Approval>(await ask(`/v2/approvals${writeQuery(options)}`, call)),
    upload: async (image, call) => parseImage((await post("/v2/images", image, call)).result),
    changeUser: async (body, call) => void (await request({ method: "PATCH", path: "/v2/user", body }, call)),
    changes: async (options: object = {}, call?: CallOptions) =>
      parsePage<never>(await ask(`/v2/changes${writeQuery(options)}`, call)),
    activity: async (call) => parseActivity((await ask("/v2/activity", call)).result),
    performance: (body, call) => requestPerformance({ request }, body, call),
    zoneUnfilled: (zone, days, call) => requestZoneUnfilled({ request }, zone, days, call),
    campaignUnfilled: (campaign, call) => requestCampaignUnfilled({ request }, campaign, call),
    shownCreatives: async (site, options, call) =>
      parsePage<ShownCreative>(await ask(`/v2/sites/${site}/creatives${writeQuery(options)}`, call)),
    estimate: async (body, call) => parseEstimate((await post("/v2/estimate", body, call)).result),
    explain: async (body, call) => parseExplanation(await post("/v2/placement/explain", body, call)),
    readPage: async (address, call) => parseMarkup((await post("/v2/page", { address }, call)).result),
  };
}

function createEntries<K extends ManagedKind>(path: string, send: Send): ManagedEntries<K> {
  const list = async (options: ListOptions = {}, call?: CallOptions) => {
    const body = await send({ method: "GET", path: path + writeQuery(options) }, call);
    const { count, entries } = parsePage<Entries[K]>(expectObject(body));
    return { count, entries: entries.map((entry) => parseEntry<K>(entry)) };
  };
  return {
    list,
    all: async (options, call) => {
      const entries: Shown<K>[] = [];
      for (;;) {
        const page = await list({ ...options, limit: MAX_PAGE, offset: entries.length }, call);
        entries.push(...page.entries);
        if (page.entries.length === 0 || entries.length >= page.count) return entries;
      }
    },
    get: async (id, call) =>
      parseEntry<K>(expectObject(await send({ method: "GET", path: `${path}/${id}` }, call)).result),
    create: async (body, call) =>
      parseEntry<K>(expectObject(await send({ method: "POST", path, body }, call)).result),
    change: async ({ id, version }, body, call) => {
      const answer = await send({ method: "PATCH", path: `${path}/${id}`, body, version }, call);
      return parseEntry<K>(expectObject(answer).result);
    },
  };
}

function createCreatives(path: string, send: Send): ManagedCreatives {
  const decide = async (
    { id, version }: EntryVersion,
    decision: string,
    body: object | undefined,
    call?: CallOptions,
  ) => {
    const answer = await send({ method: "POST", path: `${path}/${id}/${decision}`, body, version }, call);
    return parseEntry<"creatives">(expectObject(answer).result);
  };
  return {
    ...createEntries<"creatives">(path, send),
    approve: (seen, call) => decide(seen, "approve", undefined, call),
    reject: (seen, reason, call) => decide(seen, "reject", { reason }, call),
    withdraw: (seen, call) => decide(seen, "withdraw", undefined, call),
  };
}

function createBulk<K extends BulkKind>(path: string, send: Send): BulkEntries<K> {
  return {
    ...createEntries<K>(path, send),
    bulk: async (seen, patch, call) => {
      const body = { ids: seen.map(({ id }) => id), versions: seen.map(({ version }) => version), patch };
      const { result } = expectObject(await send({ method: "POST", path: `${path}/bulk`, body }, call));
      if (!Array.isArray(result)) throw createUnreadable("a list of versions");
      return result.map((entry) => parseVersion(expectObject(entry)));
    },
  };
}

// ── Reading answers ─────────────────────────────────────────────────────────────────────────────────────────────────

function parseEntry<K extends ManagedKind>(value: unknown): Shown<K> {
  const entry = expectObject(value);
  if (!isEntry<K>(entry)) throw createUnreadable("an id and a version");
  return entry;
}

function parseVersion({ id, version }: Record<string, unknown>): EntryVersion {
  if (typeof id !== "number" || typeof version !== "string") throw createUnreadable("an id and a version");
  return { id, version };
}

/** Checks only the fields that a change needs. The other fields are trusted to have their declared types. */
function isEntry<K extends ManagedKind>(value: object): value is Shown<K> {
  return (
    "id" in value && typeof value.id === "number" && "version" in value && typeof value.version === "string"
  );
}

function parsePage<T>({ request_metadata, result }: Record<string, unknown>): ManagedPage<T> {
  const { count } = expectObject(request_metadata);
  if (typeof count !== "number" || !Array.isArray(result))
    throw createUnreadable("a count and a list of results");
  return { count, entries: result };
}

function parseImage(value: unknown): StoredImage {
  const { image, width, height, ...more } = expectObject(value);
  if (typeof image !== "string" || typeof width !== "number" || typeof height !== "number")
    throw createUnreadable("an image with its size");
  return { ...more, image, width, height } as StoredImage;
}

function parseMarkup(value: unknown): PageMarkup {
  const { address, html } = expectObject(value);
  if (typeof address !== "string" || typeof html !== "string")
    throw createUnreadable("a page with its address");
  return { address, html };
}

function parseActivity(value: unknown): Activity {
  const { zones, campaigns, sizes } = expectObject(value);
  if (![zones, campaigns, sizes].every(Array.isArray)) throw createUnreadable("zones, campaigns and sizes");
  return { zones, campaigns, sizes } as Activity;
}

function parseEstimate(value: unknown): Estimate {
  const estimate = expectObject(value);
  const readNumber = (name: keyof Estimate): number => {
    const number = estimate[name];
    if (typeof number !== "number") throw createUnreadable(`the number of ${name}`);
    return number;
  };
  const { ignored } = estimate;
  if (!Array.isArray(ignored)) throw createUnreadable("a list of what is ignored");
  return {
    ...estimate,
    zones: readNumber("zones"),
    zones_total: readNumber("zones_total"),
    requests: readNumber("requests"),
    impressions: readNumber("impressions"),
    ignored: NOT_ESTIMATED.filter((field) => ignored.includes(field)),
  };
}

function parseExplanation(value: Record<string, unknown>): Explanation {
  if (!Array.isArray(value.zones)) throw createUnreadable("a list of zones");
  return { zones: value.zones, errors: expectObject(value.errors ?? {}) } as Explanation;
}
