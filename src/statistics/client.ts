/** The client of the statistics interface: its settings, its calls, and how its stages are put together. */
import type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.ts";
import {
  type CollectionName,
  type Country,
  GLOBAL,
  type NamedEntry,
  type Role,
} from "../protocol/statistics.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Credentials, createLogin, type Session } from "./login.ts";
import {
  createRateLimits,
  DEFAULT_LIMITS,
  type Limit,
  type LimitName,
  type LimitState,
  type Wait,
} from "./rateLimits.ts";
import {
  readAccount,
  readCountries,
  readCreatedShare,
  readNamed,
  readShares,
  readTimezones,
} from "./report.ts";
import { createRetries, type SendWithRetries } from "./retry.ts";
import { createRole } from "./role.ts";
import { signRequests } from "./signedRequests.ts";
import { createTransport } from "./transport.ts";
import type { CallOptions, RoleStatistics } from "./types.ts";

/** Where each thing is, below the base address. */
export interface Paths {
  /** Default: `/v2/login` */
  login: string;
  /** Default: `/v2/statistics/a` */
  advertiser: string;
  /** Default: `/v2/statistics/p` */
  publisher: string;
  /** Default: `/v2/account` */
  account: string;
  /** Default: `/v2/shares` */
  shares: string;
  /** Default: `/collections/countries` */
  countries: string;
  /** Default: `/collections/timezones` */
  timezones: string;
  /** Above all other collections. Default: `/collections` */
  collections: string;
}

export interface StatisticsOptions {
  /** Where the service is: `https://ads.example`. */
  baseUrl: string | URL;
  /** What to log in with. Without it, only `session` is used, and its end is an error. */
  credentials?: Credentials;
  /** A token from an earlier login. */
  session?: Session;
  /** Called with every new token, and with undefined when one has ended. */
  onSession?: (session: Session | undefined) => void;
  /** Called before every wait. */
  onWait?: (wait: Wait) => void;
  paths?: Partial<Paths>;
  /** The route's final segment: a fixed one, or made from the groupings. Default: `global`. */
  segment?: string | ((groupings: readonly string[]) => string);
  /** Rate limits to keep. Default: 150 requests and 25 statistics requests in any 60 seconds. */
  limits?: Partial<Record<LimitName, Limit>>;
  /** How long one answer may take. Default: 30,000. */
  timeoutMs?: number;
  /** Most retries of a request that the service failed to answer, and of one that it refused by 429. Default: 3. */
  retries?: number;
  /** The longest wait that a 429 or 503 may ask for; past it the call fails. Default: 120,000. */
  maxWaitMs?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Links by which somebody without an account reads some of its reports. */
export interface Shares {
  /** The links that are good now. */
  list(call?: CallOptions): Promise<Share[]>;
  /** The token of a new link is in this answer alone. */
  create(request: ShareRequest, call?: CallOptions): Promise<CreatedShare>;
  revoke(id: string, call?: CallOptions): Promise<void>;
}

/** A request to an address of the service that has no call of its own here. */
export interface ServiceRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below the base address: `/v2/zones`. */
  path: string;
  /** Sent as JSON; a `Blob` as it is. */
  body?: unknown;
  /** For `If-Match`. */
  version?: string;
}

export interface Statistics {
  readonly advertiser: RoleStatistics<"advertiser">;
  readonly publisher: RoleStatistics<"publisher">;
  /** The reports of a side that is known only at run time. */
  side<R extends Role>(role: R): RoleStatistics<R>;
  /** The account that is signed in. */
  account(call?: CallOptions): Promise<AccountDetails>;
  readonly shares: Shares;
  /** Every country, as `country_iso` filters name it by `iso3`. */
  countries(call?: CallOptions): Promise<Country[]>;
  /** Every time zone's name. */
  timezones(call?: CallOptions): Promise<string[]>;
  /** What the ids of filters stand for; campaigns, sites and zones are the account's own. */
  collection(name: CollectionName, call?: CallOptions): Promise<NamedEntry[]>;
  /**
   * Sends any request of the service, signed in and within the limits, and gives its JSON. Only what reads is tried again
   * when no answer came: a change may have been made.
   */
  request(request: ServiceRequest, call?: CallOptions): Promise<unknown>;
  /** Logs in now, unless there is a session already; rejects when the service refuses. */
  login(): Promise<void>;
  /** Forgets the token. */
  logout(): void;
  /** What is left of a limit, as far as this client knows. */
  limit(name: LimitName): LimitState;
}

const PATHS: Paths = {
  login: "/v2/login",
  advertiser: "/v2/statistics/a",
  publisher: "/v2/statistics/p",
  account: "/v2/account",
  shares: "/v2/shares",
  countries: "/collections/countries",
  timezones: "/collections/timezones",
  collections: "/collections",
};
const SUPPOSED_LIMITS = {
  overall: { ...DEFAULT_LIMITS.overall, isSupposed: true },
  statistics: { ...DEFAULT_LIMITS.statistics, isSupposed: true },
};
/** Limits that count a request. */
const PLAIN: readonly LimitName[] = ["overall"];
const REPORT: readonly LimitName[] = ["overall", "statistics"];

/** What the calls are made with. */
interface Parts {
  /** Sends a request with a token. */
  send: SendWithRetries;
  paths: Paths;
  /** The address of a path below the base address. */
  resolveUrl(path: string): string;
}

export function createClient(options: StatisticsOptions, clock: Clock = systemClock): Statistics {
  const { retries = 3, maxWaitMs = 120_000, timeoutMs = 30_000, onWait = () => {} } = options;
  const paths = { ...PATHS, ...options.paths };
  const resolveUrl = (path: string) =>
    `${String(options.baseUrl).replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
  const fetcher: typeof fetch = options.fetch ?? ((...args) => fetch(...args));
  const rateLimits = createRateLimits({ ...SUPPOSED_LIMITS, ...options.limits }, clock, onWait);
  const send = createRetries({
    send: createTransport(fetcher, timeoutMs),
    ...{ rateLimits, retries, maxWaitMs, onWait, clock },
  });
  const login = createLogin({
    credentials: options.credentials,
    session: options.session,
    onSession: options.onSession ?? (() => {}),
    ask: (body) => send({ url: resolveUrl(paths.login), method: "POST", body, names: PLAIN }),
    clock,
  });
  const parts: Parts = { send: signRequests(send, login), paths, resolveUrl };
  return {
    ...createReports(parts, options.segment ?? GLOBAL),
    ...createCollections(parts),
    shares: createShares(parts),
    request: ({ path, ...request }, { signal } = {}) =>
      parts.send({
        ...{ ...request, url: resolveUrl(path), signal, names: PLAIN },
        isChange: request.method !== "GET",
      }),
    login: async () => void (await login.token()),
    logout: login.forget,
    limit: rateLimits.state,
  };
}

function createReports(
  { send, paths, resolveUrl }: Parts,
  segment: NonNullable<StatisticsOptions["segment"]>,
) {
  const create = <R extends Role>(role: R) =>
    createRole(role, (body, { signal }) => {
      const last = typeof segment === "string" ? segment : segment(body.group_by);
      const url = resolveUrl(`${paths[role]}/${encodeURIComponent(last)}`);
      return send({ url, method: "POST", body, signal, names: REPORT });
    });
  return { advertiser: create("advertiser"), publisher: create("publisher"), side: create };
}

/** What has an address of its own and is only read. */
function createCollections({ send, paths, resolveUrl }: Parts) {
  const read = (path: string, { signal }: CallOptions = {}) =>
    send({ url: resolveUrl(path), method: "GET", signal, names: PLAIN });
  return {
    account: async (call?: CallOptions) => readAccount(await read(paths.account, call)),
    countries: async (call?: CallOptions) => readCountries(await read(paths.countries, call)),
    timezones: async (call?: CallOptions) => readTimezones(await read(paths.timezones, call)),
    collection: async (name: CollectionName, call?: CallOptions) =>
      readNamed(await read(`${paths.collections}/${name}`, call)),
  };
}

function createShares({ send, paths, resolveUrl }: Parts): Shares {
  const url = resolveUrl(paths.shares);
  return {
    list: async ({ signal } = {}) => readShares(await send({ url, method: "GET", signal, names: PLAIN })),
    create: async (body, { signal } = {}) =>
      readCreatedShare(await send({ url, method: "POST", body, signal, names: PLAIN })),
    revoke: async (id, { signal } = {}) => {
      const one = `${url}/${encodeURIComponent(id)}`;
      await send({ url: one, method: "DELETE", signal, names: PLAIN });
    },
  };
}
