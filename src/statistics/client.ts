/** Client of the statistics interface: settings, calls, and the composition of its stages. */
import type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.ts";
import {
  type CollectionName,
  type Country,
  GLOBAL,
  type NamedEntry,
  type Role,
} from "../protocol/statistics.ts";
import { type Clock, systemClock } from "./clock.ts";
import { isObject } from "./object.ts";
import {
  parseAccount,
  parseCountries,
  parseCreatedShare,
  parseNamed,
  parseShares,
  parseTimezones,
} from "./parseAnswers.ts";
import { createRateLimits, DEFAULT_LIMITS, type LimitName, type Wait } from "./rateLimits.ts";
import type { Limit, LimitState } from "./rateWindow.ts";
import { createRetries, type SendWithRetries } from "./retry.ts";
import { createRole } from "./role.ts";
import { type Credentials, createLogin, type Session } from "./session.ts";
import { signRequests } from "./signedRequests.ts";
import { createTransport } from "./transport.ts";
import type { CallOptions, RoleStatistics } from "./types.ts";

/** Paths below the base address. */
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
  /** Parent of all other collections. Default: `/collections` */
  collections: string;
}

export interface StatisticsOptions {
  /** Base address of the service: `https://ads.example`. */
  baseUrl: string | URL;
  /** Credentials of the login. Without them only `session` is used, and its expiry is an error. */
  credentials?: Credentials;
  /** Session of an earlier login. */
  session?: Session;
  /**
   * Called when the token has expired and there are no credentials: resolves with the session of a user who signed in
   * again. Requests wait for it; concurrent requests share one call.
   */
  renew?: () => Promise<Session>;
  /** Called with each new token, and with undefined when a token has expired. */
  onSession?: (session: Session | undefined) => void;
  /** Called before every wait. */
  onWait?: (wait: Wait) => void;
  paths?: Partial<Paths>;
  /** Final segment of the route: a constant, or a function of the groupings. Default: `global`. */
  segment?: string | ((groupings: readonly string[]) => string);
  /** Rate limits to obey. Default: 150 requests and 25 statistics requests in any 60 seconds. */
  limits?: Partial<Record<LimitName, Limit>>;
  /** Timeout of one request, milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Maximum retries after failures, and separately after 429. Default: 3. */
  retries?: number;
  /** Longest `Retry-After` to wait for, milliseconds; beyond it the call fails. Default: 120,000. */
  maxWaitMs?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Links that give readers without an account access to some reports. */
export interface Shares {
  /** Lists the valid links. */
  list(call?: CallOptions): Promise<Share[]>;
  /**
   * Creates a link. Its token is only in this response, and in that of a repeated request with its `idempotencyKey`.
   */
  create(request: ShareRequest, call?: CallOptions & { idempotencyKey?: string }): Promise<CreatedShare>;
  revoke(id: string, call?: CallOptions): Promise<void>;
}

/** Request to a route for which this client has no method. */
export interface ServiceRequest {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below the base address: `/v2/zones`. */
  path: string;
  /** Body, sent as JSON; a `Blob` is sent unchanged. */
  body?: unknown;
  /** Value of `If-Match`. */
  version?: string;
  /** Value of `Idempotency-Key`: the service makes a repeated change once, so it is retried like a read. */
  idempotencyKey?: string;
}

export interface Statistics {
  readonly advertiser: RoleStatistics<"advertiser">;
  readonly publisher: RoleStatistics<"publisher">;
  /** Reports of a role that is known only at run time. */
  side<R extends Role>(role: R): RoleStatistics<R>;
  /** Fetches the signed-in account; with `detailed` also the first day with facts. */
  account(call?: CallOptions & { detailed?: boolean }): Promise<AccountDetails>;
  readonly shares: Shares;
  /** Fetches all countries; `country_iso` filters take their `iso3`. */
  countries(call?: CallOptions): Promise<Country[]>;
  /** Fetches the names of all time zones. */
  timezones(call?: CallOptions): Promise<string[]>;
  /**
   * Fetches ids with their names, such as the ids that filters take. Campaigns, sites and zones are those of the
   * account.
   */
  collection(name: CollectionName, call?: CallOptions): Promise<NamedEntry[]>;
  /**
   * Sends any request with the token and within the limits, and returns its JSON. After a network failure only reads
   * and requests with an idempotency key are retried, since the service may have made a change.
   */
  request(request: ServiceRequest, call?: CallOptions): Promise<unknown>;
  /** Logs in unless there is a session. Rejects when the service refuses. */
  login(): Promise<void>;
  /** Forgets the token. */
  logout(): void;
  /** Returns the remaining requests of a limit, as this client counts them. */
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
/** Rate limits that count a request which is not a report. */
const PLAIN: readonly LimitName[] = ["overall"];
const REPORT: readonly LimitName[] = ["overall", "statistics"];

/** Stages that all calls share. */
interface Parts {
  /** Sends a request with the token. */
  send: SendWithRetries;
  paths: Paths;
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
    rateLimits,
    retries,
    maxWaitMs,
    onWait,
    clock,
  });
  const login = createLogin({
    credentials: options.credentials,
    session: options.session,
    renew: options.renew,
    onSession: options.onSession ?? (() => {}),
    ask: (body) => {
      const url = resolveUrl(paths.login);
      // Log in before all waiting calls, because they need the token.
      return send({ url, method: "POST", body, names: PLAIN, priority: Number.POSITIVE_INFINITY });
    },
    clock,
  });
  const parts: Parts = { send: signRequests(send, login), paths, resolveUrl };
  return {
    ...createReports(parts, options.segment ?? GLOBAL),
    ...createCollections(parts),
    shares: createShares(parts),
    request: async ({ path, ...request }, call) => {
      const answer = await parts.send({
        ...request,
        ...call,
        url: resolveUrl(path),
        names: PLAIN,
        isChange: request.method !== "GET" && request.idempotencyKey === undefined,
      });
      // Changing the user's own password revokes the token; the response contains a new one.
      if (path === "/v2/user" && isObject(answer) && "token" in answer) login.keep(answer);
      return answer;
    },
    login: async () => void (await login.session()),
    logout: login.forget,
    limit: rateLimits.state,
  };
}

function createReports(
  { send, paths, resolveUrl }: Parts,
  segment: NonNullable<StatisticsOptions["segment"]>,
) {
  const create = <R extends Role>(role: R) =>
    createRole(role, (body, call) => {
      const last = typeof segment === "string" ? segment : segment(body.group_by);
      const url = resolveUrl(`${paths[role]}/${encodeURIComponent(last)}`);
      return send({ ...call, url, method: "POST", body, names: REPORT });
    });
  return { advertiser: create("advertiser"), publisher: create("publisher"), side: create };
}

/** Creates the calls that read one address each. */
function createCollections({ send, paths, resolveUrl }: Parts) {
  const read = (path: string, call?: CallOptions) =>
    send({ ...call, url: resolveUrl(path), method: "GET", names: PLAIN });
  return {
    account: async ({ detailed, ...call }: CallOptions & { detailed?: boolean } = {}) =>
      parseAccount(await read(detailed ? `${paths.account}?detailed=1` : paths.account, call)),
    countries: async (call?: CallOptions) => parseCountries(await read(paths.countries, call)),
    timezones: async (call?: CallOptions) => parseTimezones(await read(paths.timezones, call)),
    collection: async (name: CollectionName, call?: CallOptions) =>
      parseNamed(await read(`${paths.collections}/${name}`, call)),
  };
}

function createShares({ send, paths, resolveUrl }: Parts): Shares {
  const url = resolveUrl(paths.shares);
  return {
    list: async (call) => parseShares(await send({ ...call, url, method: "GET", names: PLAIN })),
    create: async (body, call) =>
      parseCreatedShare(await send({ ...call, url, method: "POST", body, names: PLAIN })),
    revoke: async (id, call) => {
      const one = `${url}/${encodeURIComponent(id)}`;
      await send({ ...call, url: one, method: "DELETE", names: PLAIN });
    },
  };
}
