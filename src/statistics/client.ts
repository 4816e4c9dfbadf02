/** A client of the statistics interface: wait for the limits, log in, ask, read, and try again where that can help. */
import type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.ts";
import {
  type CollectionName,
  type Country,
  GLOBAL,
  type LoginRequest,
  type NamedEntry,
  type Role,
} from "../protocol/statistics.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createRefusal, StatisticsError } from "./errors.ts";
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
import { createRole } from "./role.ts";
import { type Answer, createTransport, type Outgoing } from "./transport.ts";
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
  /** Hears of every new token, and undefined when one has ended. */
  onSession?: (session: Session | undefined) => void;
  /** Hears of every wait, before it begins. */
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
const FIRST_BACKOFF_MS = 500;

/** A request that a stage of the client sends; `names` are the limits that count it. */
interface Ask extends Outgoing {
  names: readonly LimitName[];
  /** It may have been done although no answer came, and is not to be done again. */
  isChange?: boolean;
}

export function createClient(options: StatisticsOptions, clock: Clock = systemClock): Statistics {
  const { retries = 3, maxWaitMs = 120_000, onWait = () => {} } = options;
  const paths = { ...PATHS, ...options.paths };
  const fetcher: typeof fetch = options.fetch ?? ((...args) => fetch(...args));
  const send = createTransport(fetcher, options.timeoutMs ?? 30_000);
  const rateLimits = createRateLimits({ ...SUPPOSED_LIMITS, ...options.limits }, clock, onWait);
  const login = createLogin({
    credentials: options.credentials,
    session: options.session,
    onSession: options.onSession ?? (() => {}),
    ask: (body: LoginRequest) =>
      answered({ url: resolveUrl(paths.login), method: "POST", body, names: ["overall"] }),
    clock,
  });

  /** The body of a good answer, after as many tries as help. */
  async function answered(ask: Ask): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const outcome = await once(ask);
      if (!("code" in outcome)) return outcome.body;
      if (attempt >= retries || !(await waited(outcome, attempt, ask))) throw outcome;
    }
  }

  /** One try: the answer when it is good, else the error. */
  async function once({ names, isChange: _, ...outgoing }: Ask): Promise<Answer | StatisticsError> {
    const ticket = await rateLimits.admit(names, outgoing.signal);
    try {
      const answer = await send(outgoing);
      ticket.answered(answer.rate);
      if (answer.status >= 200 && answer.status < 300) return answer;
      return createRefusal(answer.status, answer.body, answer.retryAfter ?? refusedFor(answer));
    } catch (error) {
      ticket.answered({});
      if (error instanceof StatisticsError) return error;
      throw error;
    }
  }

  /** Waits as long as the error asks for; false when no wait helps. */
  async function waited(error: StatisticsError, attempt: number, ask: Ask): Promise<boolean> {
    const milliseconds = (error.retryAfter ?? 0) * 1000 || backoff(attempt);
    if (milliseconds > maxWaitMs) return false;
    if (error.code === "rate-limited") {
      rateLimits.close(ask.names.at(-1) ?? "overall", milliseconds);
      return true;
    }
    if (ask.isChange || !["server", "network", "timeout"].includes(error.code)) return false;
    onWait({ reason: "retry", milliseconds, until: clock.now() + milliseconds });
    await clock.pause(milliseconds, ask.signal);
    return true;
  }

  /** Twice as long each time, spread so that clients that failed together do not come back together. */
  function backoff(attempt: number): number {
    return FIRST_BACKOFF_MS * 2 ** attempt * (0.5 + clock.random() / 2);
  }

  /** As `answered`, with a token; one that the service refuses is replaced once. */
  async function signed(ask: Ask): Promise<unknown> {
    ask.signal?.throwIfAborted();
    const token = await abortable(login.token(), ask.signal);
    try {
      return await answered({ ...ask, token });
    } catch (error) {
      if (!(error instanceof StatisticsError) || error.code !== "unauthorized") throw error;
      if (!login.refused(token)) throw error;
    }
    return answered({ ...ask, token: await abortable(login.token(), ask.signal) });
  }

  function resolveUrl(path: string): string {
    return `${String(options.baseUrl).replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
  }

  function report(role: Role) {
    const { segment = GLOBAL } = options;
    return (body: { group_by: readonly string[] }, { signal }: CallOptions): Promise<unknown> => {
      const last = typeof segment === "string" ? segment : segment(body.group_by);
      const url = resolveUrl(`${paths[role]}/${encodeURIComponent(last)}`);
      return signed({ url, method: "POST", body, signal, names: ["overall", "statistics"] });
    };
  }

  async function named(name: CollectionName, call?: CallOptions): Promise<NamedEntry[]> {
    return readNamed(await collection(`${paths.collections}/${name}`, call));
  }

  function collection(path: string, { signal }: CallOptions = {}): Promise<unknown> {
    return signed({ url: resolveUrl(path), method: "GET", signal, names: ["overall"] });
  }

  return {
    advertiser: createRole("advertiser", report("advertiser")),
    publisher: createRole("publisher", report("publisher")),
    side: (role) => createRole(role, report(role)),
    account: async (call) => readAccount(await collection(paths.account, call)),
    shares: {
      list: async (call) => readShares(await collection(paths.shares, call)),
      create: async (body, { signal } = {}) =>
        readCreatedShare(
          await signed({ url: resolveUrl(paths.shares), method: "POST", body, signal, names: ["overall"] }),
        ),
      revoke: async (id, { signal } = {}) => {
        const url = resolveUrl(`${paths.shares}/${encodeURIComponent(id)}`);
        await signed({ url, method: "DELETE", signal, names: ["overall"] });
      },
    },
    countries: async (call) => readCountries(await collection(paths.countries, call)),
    timezones: async (call) => readTimezones(await collection(paths.timezones, call)),
    collection: named,
    request: ({ path, ...request }, { signal } = {}) =>
      signed({
        ...{ ...request, url: resolveUrl(path), signal, names: ["overall"] },
        isChange: request.method !== "GET",
      }),
    login: async () => void (await login.token()),
    logout: login.forget,
    limit: rateLimits.state,
  };
}

/** A 429 without `Retry-After` still names the seconds until its reset. */
function refusedFor({ status, rate }: Answer): number | undefined {
  return status === 429 ? rate.reset : undefined;
}

/** A shared promise that one caller stops waiting for. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const cancel = () => reject(signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", cancel));
  });
}
