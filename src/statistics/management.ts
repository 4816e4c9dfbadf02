/**
 * A client of the management interface: sites, zones, campaigns, creatives and accounts. It works through a statistics
 * client, whose login and limits it shares.
 */
import type {
  Activity,
  Change,
  Entries,
  EntryChange,
  Estimate,
  EstimateRequest,
  ExplainRequest,
  Explanation,
  ManagedKind,
  NewEntry,
  Shown,
  StoredImage,
} from "../protocol/management.ts";
import { createUnreadable, readObject } from "./body.ts";
import type { ServiceRequest, Statistics } from "./client.ts";
import type { CallOptions } from "./types.ts";

export interface ListOptions {
  /** A part of the name, or the id. */
  search?: string;
  /** Entries of the page: 1 to 500. Default: 50. */
  limit?: number;
  /** Entries before the page. */
  offset?: number;
  /** Also what was archived. */
  deleted?: boolean;
}

export interface ManagedPage<T> {
  /** All that there are. */
  count: number;
  entries: T[];
}

/** Every call rejects with a `StatisticsError`; a change of what somebody else has changed since with the code `conflict`. */
export interface ManagedEntries<K extends ManagedKind> {
  list(options?: ListOptions, call?: CallOptions): Promise<ManagedPage<Shown<K>>>;
  /** Every entry, page by page. */
  all(options?: Omit<ListOptions, "limit" | "offset">, call?: CallOptions): Promise<Shown<K>[]>;
  get(id: number, call?: CallOptions): Promise<Shown<K>>;
  create(entry: NewEntry<K>, call?: CallOptions): Promise<Shown<K>>;
  /** `seen`: the entry as the caller knows it, or its id with the version `*` to change it whatever it is. */
  change(
    seen: { id: number; version: string },
    change: EntryChange<K>,
    call?: CallOptions,
  ): Promise<Shown<K>>;
}

export interface Management {
  readonly accounts: ManagedEntries<"accounts">;
  readonly sites: ManagedEntries<"sites">;
  readonly zones: ManagedEntries<"zones">;
  readonly campaigns: ManagedEntries<"campaigns">;
  /** Of one campaign. */
  creatives(campaign: number): Omit<ManagedEntries<"creatives">, "get" | "all">;
  /** Keeps an image: PNG, JPEG, WebP, AVIF or GIF, whose bytes say which. */
  upload(image: Blob, call?: CallOptions): Promise<StoredImage>;
  /** The own name, or with the current password the password. */
  changeUser(
    change: { name?: string; password?: string; currentPassword?: string },
    call?: CallOptions,
  ): Promise<void>;
  /** The newest first; for networks. */
  changes(
    options?: { kind?: ManagedKind; id?: number; limit?: number; offset?: number },
    call?: CallOptions,
  ): Promise<ManagedPage<Change>>;
  /** What goes on in the zones and campaigns of the account. */
  activity(call?: CallOptions): Promise<Activity>;
  /** How many zones a campaign fits, and what the last seven days would have given it. */
  estimate(campaign: EstimateRequest, call?: CallOptions): Promise<Estimate>;
  /** Why each campaign would be chosen for the zones of a placement request, or not; for networks. */
  explain(request: ExplainRequest, call?: CallOptions): Promise<Explanation>;
}

/** Largest page of the interface. */
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
    readObject(await request({ method: "GET", path }, call));
  const post = async (path: string, body: unknown, call?: CallOptions) =>
    readObject(await request({ method: "POST", path, body }, call));
  return {
    accounts: createEntries("/v2/accounts", request),
    sites: createEntries("/v2/sites", request),
    zones: createEntries("/v2/zones", request),
    campaigns: createEntries("/v2/campaigns", request),
    creatives: (campaign) => createEntries(`/v2/campaigns/${campaign}/creatives`, request),
    upload: async (image, call) => readImage((await post("/v2/images", image, call)).result),
    changeUser: async (body, call) => void (await request({ method: "PATCH", path: "/v2/user", body }, call)),
    changes: async (options, call) => readPage<Change>(await ask(`/v2/changes${writeQuery(options)}`, call)),
    activity: async (call) => readActivity((await ask("/v2/activity", call)).result),
    estimate: async (body, call) => readEstimate((await post("/v2/estimate", body, call)).result),
    explain: async (body, call) => readExplanation(await post("/v1/placement/explain", body, call)),
  };
}

function createEntries<K extends ManagedKind>(path: string, send: Send): ManagedEntries<K> {
  const list = async (options: ListOptions = {}, call?: CallOptions) => {
    const body = await send({ method: "GET", path: path + writeQuery(options) }, call);
    const { count, entries } = readPage<Entries[K]>(readObject(body));
    return { count, entries: entries.map((entry) => readEntry<K>(entry)) };
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
      readEntry<K>(readObject(await send({ method: "GET", path: `${path}/${id}` }, call)).result),
    create: async (body, call) =>
      readEntry<K>(readObject(await send({ method: "POST", path, body }, call)).result),
    change: async ({ id, version }, body, call) => {
      const answer = await send({ method: "PATCH", path: `${path}/${id}`, body, version }, call);
      return readEntry<K>(readObject(answer).result);
    },
  };
}

function writeQuery(options: object = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && value !== false && value !== "")
      query.set(name, value === true ? "1" : String(value));
  const text = query.toString();
  return text && `?${text}`;
}

// ── Answers: unknown in, typed out ──────────────────────────────────────────────────────────────────────────────────

function readEntry<K extends ManagedKind>(value: unknown): Shown<K> {
  const entry = readObject(value);
  if (!isEntry<K>(entry)) throw createUnreadable("an id and a version");
  return entry;
}

/** What a change needs to know of an entry; the rest is as the service has it. */
function isEntry<K extends ManagedKind>(value: object): value is Shown<K> {
  return (
    "id" in value && typeof value.id === "number" && "version" in value && typeof value.version === "string"
  );
}

function readPage<T>({ request_metadata, result }: Record<string, unknown>): ManagedPage<T> {
  const { count } = readObject(request_metadata);
  if (typeof count !== "number" || !Array.isArray(result))
    throw createUnreadable("a count and a list of results");
  return { count, entries: result };
}

function readImage(value: unknown): StoredImage {
  const { image, width, height, ...more } = readObject(value);
  if (typeof image !== "string" || typeof width !== "number" || typeof height !== "number")
    throw createUnreadable("an image with its size");
  return { ...more, image, width, height } as StoredImage;
}

function readActivity(value: unknown): Activity {
  const { zones, campaigns, sizes } = readObject(value);
  if (![zones, campaigns, sizes].every(Array.isArray)) throw createUnreadable("zones, campaigns and sizes");
  return { zones, campaigns, sizes } as Activity;
}

function readEstimate(value: unknown): Estimate {
  const estimate = readObject(value);
  const readNumber = (name: keyof Estimate): number => {
    const number = estimate[name];
    if (typeof number !== "number") throw createUnreadable(`the number of ${name}`);
    return number;
  };
  return {
    ...estimate,
    zones: readNumber("zones"),
    zones_total: readNumber("zones_total"),
    requests: readNumber("requests"),
    impressions: readNumber("impressions"),
  };
}

function readExplanation(value: Record<string, unknown>): Explanation {
  if (!Array.isArray(value.zones)) throw createUnreadable("a list of zones");
  return { zones: value.zones, errors: readObject(value.errors ?? {}) } as Explanation;
}
