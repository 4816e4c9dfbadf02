/** The client of the statistics interface: its settings, its calls, and how its stages are put together. */
import type { AccountDetails, CreatedShare, Share, ShareRequest } from "../protocol/account.js";
import { type CollectionName, type Country, type NamedEntry, type Role } from "../protocol/statistics.js";
import { type Clock } from "./clock.js";
import { type Credentials, type Session } from "./login.js";
import { type Limit, type LimitName, type LimitState, type Wait } from "./rateLimits.js";
import type { CallOptions, RoleStatistics } from "./types.js";
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
export declare function createClient(options: StatisticsOptions, clock?: Clock): Statistics;
