/** Client of the statistics interface: settings, calls, and the composition of its stages. */
import type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.js";
import { type CollectionName, type Country, type NamedEntry, type Role } from "../protocol/statistics.js";
import { type Clock } from "./clock.js";
import { type LimitName, type Wait } from "./rateLimits.js";
import type { Limit, LimitState } from "./rateWindow.js";
import { type Credentials, type Session } from "./session.js";
import type { CallOptions, RoleStatistics } from "./types.js";
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
    create(request: ShareRequest, call?: CallOptions & {
        idempotencyKey?: string;
    }): Promise<CreatedShare>;
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
    account(call?: CallOptions & {
        detailed?: boolean;
    }): Promise<AccountDetails>;
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
export declare function createClient(options: StatisticsOptions, clock?: Clock): Statistics;
