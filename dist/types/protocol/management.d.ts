/**
 * The management interface: which fields each kind of account may set, and the entries of responses. The service's
 * rules, its OpenAPI document, the client's types and the dashboard's forms follow from it.
 */
import type { AdRequest } from "./placement.js";
import type { AccountKind, GroupDetails, Role } from "./statistics.js";
import type { TargetingLists } from "./targeting.js";
import type { LimitReason, UnfilledReason } from "./unfilled.js";
import type { CodedProblem } from "./validation.js";
/** Account fields that the account itself may change. */
export declare const OWN_ACCOUNT_FIELDS: readonly ["name", "timezone"];
/** Fields that each kind of account may set when creating or changing an entry. A kind without a list may not do so. */
export declare const RIGHTS: {
    readonly accounts: {
        readonly network: {
            readonly create: readonly ["name", "goals", "goalNames", "goalSources", "currency", "role"];
            readonly change: readonly ["name", "goals", "goalNames", "goalSources", "currency", "timezone", "suspended"];
        };
    };
    readonly sites: {
        readonly network: {
            readonly create: readonly ["name", "hostname", "category", "blockedAdvertisers", "deleted", "account", "publisherShare"];
            readonly change: readonly ["name", "hostname", "category", "blockedAdvertisers", "deleted", "publisherShare"];
        };
        readonly publisher: {
            readonly create: readonly ["name", "hostname", "category", "blockedAdvertisers", "deleted"];
            readonly change: readonly ["name", "hostname", "category", "blockedAdvertisers", "deleted"];
        };
    };
    readonly zones: {
        readonly network: {
            readonly create: readonly ["name", "size", "note", "deleted", "site"];
            readonly change: readonly ["name", "size", "note", "deleted"];
        };
        readonly publisher: {
            readonly create: readonly ["name", "size", "note", "deleted", "site"];
            readonly change: readonly ["name", "size", "note", "deleted"];
        };
    };
    readonly campaigns: {
        readonly network: {
            readonly create: readonly ["name", "active", "deleted", "pricing", "priority", "keywords", "negativeKeywords", "targeting", "from", "to", "budget", "caps", "frequency", "weight", "spread", "offer", "offerLandingPage", "account", "variations"];
            readonly change: readonly ["name", "active", "deleted", "pricing", "priority", "keywords", "negativeKeywords", "targeting", "from", "to", "budget", "caps", "frequency", "weight", "spread", "offer", "offerLandingPage"];
        };
        readonly advertiser: {
            readonly change: readonly ["name", "active", "budget", "caps"];
        };
    };
    readonly creatives: {
        readonly network: {
            readonly create: readonly ["name", "image", "size", "url", "weight", "active"];
            readonly change: readonly ["name", "image", "size", "url", "weight", "active"];
        };
        readonly advertiser: {
            readonly create: readonly ["name", "image", "size", "url", "weight", "active"];
            readonly change: readonly ["name", "image", "size", "url", "weight", "active"];
        };
    };
};
/** Fields of a kind of entry that a kind of account may set. */
export interface Rights {
    readonly create?: readonly string[];
    readonly change?: readonly string[];
}
export type RightsByKind = {
    readonly [K in AccountKind]?: Rights;
};
export type ManagedKind = keyof typeof RIGHTS;
/** Kinds whose entries can be changed together. */
export declare const BULK_KINDS: readonly ["sites", "zones", "campaigns"];
export type BulkKind = (typeof BULK_KINDS)[number];
export declare const MAX_BULK = 1000;
/** Maximum entries of a page of a list. */
export declare const MAX_PAGE = 5000;
/** Version of an entry. A change sends it back, so that it overwrites no other change. */
export interface Versioned {
    version: string;
}
/** `report`: conversions reported to `/v1/conversion`, from the first day on, UTC; before it, imports. */
export type GoalSource = {
    goal: number;
    source: "import";
} | {
    goal: number;
    source: "report";
    from: string;
};
export interface ManagedAccount {
    id: number;
    name: string;
    role: AccountKind;
    /** The network account that manages this one. */
    network?: number | undefined;
    goals: number;
    /** Names of its goals, in their order; goals without one are called by their number. */
    goalNames?: string[] | undefined;
    /** Where the conversions of its goals come from; by default imports. */
    goalSources?: GoalSource[] | undefined;
    /** IANA name of the time zone of its reports' days. */
    timezone: string;
    /** ISO 4217 */
    currency: string;
    /** Its zones and campaigns are not served, and its users and API tokens can only read. Set by the network. */
    suspended?: boolean | undefined;
}
export interface Site {
    id: number;
    account: number;
    name: string;
    hostname: string;
    category?: number | undefined;
    /** Share of the advertisers' cost that the publisher is paid; a decimal from 0 to 1 as text. */
    publisherShare?: string | undefined;
    /** Accounts whose campaigns the site does not show. */
    blockedAdvertisers: number[];
    /** Archived: not served, kept for the statistics. */
    deleted: boolean;
}
export interface Zone {
    id: number;
    site: number;
    name: string;
    /** `300x250` */
    size: string;
    /** For its users; not served. */
    note?: string | undefined;
    deleted: boolean;
}
/**
 * States of an approval. Only approved versions are served. `withdrawn`: by the advertiser, before the network decided.
 */
export declare const REVIEWS: readonly ["waiting", "approved", "rejected", "withdrawn"];
export type Review = (typeof REVIEWS)[number];
/** Image, size and landing page of a creative, with the state of their approval. */
export interface CreativeVersion<R extends Review = Review> {
    /** Absolute address, or a path on the service itself. */
    image: string;
    size: string;
    /** Landing page. */
    url: string;
    review: R;
    /** Time when the advertiser sent the version, ISO 8601, UTC; absent for approved versions. */
    sentAt?: string | undefined;
    /** Reason why the network rejected the version. */
    reason?: string | undefined;
}
export interface Creative extends CreativeVersion {
    id: number;
    name?: string | undefined;
    weight: number;
    active: boolean;
    /** Version that its advertiser sent later. Until it is approved, the approved version keeps running. */
    pending?: CreativeVersion<"waiting" | "rejected"> | undefined;
}
export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
/** Empty lists are no restriction. */
export interface Targeting extends TargetingLists {
    /** The request of a zone must contain each of these keys with one of its values. */
    custom: Record<string, string[]>;
    times?: {
        timezone: string;
        weekdays: Weekday[];
        hours: number[];
    } | undefined;
}
/** Amounts and prices are decimals as text, in the account's currency. */
export interface Campaign {
    id: number;
    account: number;
    name: string;
    active: boolean;
    deleted: boolean;
    /** Price per thousand impressions (cpm) or per click (cpc). */
    pricing: {
        model: "cpm";
        price: string;
    } | {
        model: "cpc";
        price: string;
    };
    priority: number;
    keywords: string[];
    negativeKeywords: string[];
    targeting: Targeting;
    /** First and last day, UTC, both included. */
    from?: string | undefined;
    to?: string | undefined;
    budget: {
        daily?: string | undefined;
        total?: string | undefined;
    };
    /** Maximum impressions. */
    caps: {
        daily?: number | undefined;
        total?: number | undefined;
    };
    frequency: {
        impressions: number;
        seconds: number;
    }[];
    weight: number;
    /** even: the daily budget and cap are spread evenly over the day. */
    spread: "asap" | "even";
    offer?: number | undefined;
    offerLandingPage?: number | undefined;
    variations: Creative[];
}
export interface Entries {
    accounts: ManagedAccount;
    sites: Site;
    zones: Zone;
    campaigns: Campaign;
    creatives: Creative;
}
export type Shown<K extends ManagedKind> = Entries[K] & Versioned;
/** Entries in request bodies, which require fewer fields than entries in responses have. */
interface Sent {
    accounts: {
        password: string;
    };
    sites: unknown;
    zones: unknown;
    campaigns: {
        targeting: Partial<Targeting>;
        variations: NewEntry<"creatives">[];
    };
    creatives: unknown;
}
type Sendable<K extends ManagedKind> = Omit<Entries[K], keyof Sent[K]> & Sent[K];
type FieldsOf<R, A extends "create" | "change"> = R extends {
    readonly [K in A]: readonly (infer F)[];
} ? F : never;
type Settable<K extends ManagedKind, A extends "create" | "change"> = {
    [R in keyof (typeof RIGHTS)[K]]: FieldsOf<(typeof RIGHTS)[K][R], A>;
}[keyof (typeof RIGHTS)[K]] & keyof Sendable<K>;
interface Required {
    accounts: "name" | "role";
    sites: "name" | "hostname";
    zones: "site" | "name" | "size";
    campaigns: "account" | "name" | "pricing" | "variations";
    creatives: "image" | "size" | "url";
}
/** Body that creates an entry. A network sets the owner in `account`. */
export type NewEntry<K extends ManagedKind> = Pick<Sendable<K>, Required[K] & keyof Sendable<K>> & Partial<Pick<Sendable<K>, Settable<K, "create">>>;
/** Body that changes an entry, as a merge patch: null removes a field. https://www.rfc-editor.org/rfc/rfc7396 */
export type EntryChange<K extends ManagedKind> = {
    [F in Settable<K, "change">]?: Sendable<K>[F] | null;
};
/** An entry with its version after a bulk change. */
export interface EntryVersion extends Versioned {
    id: number;
}
export interface StoredImage {
    /** Path on the service: `/creatives/image-<digest>.png`. */
    image: string;
    /** Pixels. */
    width: number;
    height: number;
    type: "png" | "jpg" | "webp" | "avif" | "gif";
    /** Whether it is animated; many publishers do not accept that. */
    animated: boolean;
    bytes: number;
}
export interface Change {
    /** ISO 8601, UTC. */
    time: string;
    /**
     * Account that made the change: id and name at that time. For publishers and advertisers any account but their own is
     * "your network", with the id 0.
     */
    account: {
        id: number;
        name: string;
    };
    /** User who made the change, with the current name. */
    user?: {
        id: number;
        name: string;
    };
    /** API token that made it, with the current name. */
    token?: {
        id: number;
        name: string;
    };
    action: "create" | "change";
    kind: ManagedKind;
    id: number;
    /** All entries of a bulk change; `before` and `after` are those of `id`. */
    ids?: number[];
    owner: number;
    /** Campaign of a changed creative, with its name at that time. */
    campaign?: {
        id: number;
        name: string;
    };
    /** The entry before the change; absent when the entry was created. */
    before?: object;
    after: object;
    /** Number of the change; absent for changes by earlier versions. */
    sequence?: number;
    /** `Idempotency-Key` of the request. */
    request?: string;
}
/** Creative with a version that waits for the network's approval. */
export interface Approval {
    account: {
        id: number;
        name: string;
    };
    campaign: {
        id: number;
        name: string;
    };
    creative: Shown<"creatives">;
}
/** A placement request, with the visitor's country to assume: ISO 3166-1 alpha-3. */
export type ExplainRequest = AdRequest & {
    country?: string;
};
export interface Exclusion {
    /** Field of the catalogue that excludes the campaign. */
    rule: string;
    reason: string;
    /** The code of `reason`. */
    problem?: CodedProblem;
}
export interface CampaignExplanation {
    id: number;
    name: string;
    /**
     * All rules that exclude the campaign, or the reasons why other campaigns have precedence; empty for a campaign that
     * may be chosen.
     */
    excluded: Exclusion[];
    /**
     * Probability in percent that the zone, alone on its page, shows the campaign; 0 while other campaigns have
     * precedence.
     */
    chance: number;
}
/** Markup of a page. `address`: final address after redirects. */
export interface PageMarkup {
    address: string;
    html: string;
}
export interface Explanation {
    /** Explanations by zone of the request; null for an unknown zone. */
    zones: ({
        id: number;
        campaigns: CampaignExplanation[];
    } | null)[];
    errors: Record<string, string[]>;
}
/** Requests of a zone, without those of robots. */
export interface ZoneActivity {
    id: number;
    /** ISO 8601, UTC; null without a request in the last 30 days. */
    last_request: string | null;
    /** Requests in the last 24 hours. */
    requests: number;
    filled: number;
}
/**
 * suspended: its account is suspended by the network. spent: the daily or total budget or cap is used up. waiting: no creative is approved and active. unmatched: servable,
 * but chosen for no request in the last 24 hours.
 */
export declare const CAMPAIGN_STATES: readonly ["running", "unmatched", "waiting", "spent", "scheduled", "ended", "paused", "suspended", "archived"];
export type CampaignState = (typeof CAMPAIGN_STATES)[number];
/** Deliveries of a campaign. Days are UTC days, amounts decimals as text. */
export interface CampaignActivity {
    id: number;
    state: CampaignState;
    impressions_today: number;
    impressions_total: number;
    cost_today: string;
    cost_total: string;
    /** Elapsed part of the hours in which the campaign is served on this UTC day, 0 to 1. */
    elapsed_today: number;
    /**
     * Absent unless the campaign has a total and a last day, was scheduled on a whole day before today, and is `running`,
     * `unmatched` or `spent`.
     */
    progress?: CampaignProgress;
}
/** Share of what is due that may be missing before a campaign is late. */
export declare const LATE_SHARE = 0.1;
/** Progress towards a total until the end of the last day, as shares of the total: 1 is all of it. */
export interface CampaignProgress {
    /** The total budget or the total cap; with both, the one that is used up sooner. */
    of: "budget" | "cap";
    /** Share of the scheduled hours that has elapsed since the first day. */
    expected: number;
    delivered: number;
    /** What will be delivered by the end of the last day at the rate of the last seven whole days: at most 1. */
    forecast: number;
}
export interface Activity {
    zones: ZoneActivity[];
    campaigns: CampaignActivity[];
    /** Sizes of the zones in the account's network, with the number of zones. */
    sizes: {
        size: string;
        zones: number;
    }[];
}
/** Groupings of `POST /v2/performance`, each only for accounts that may group reports by it. */
export declare const PERFORMANCE_GROUPINGS: readonly ["date", "site_id", "zone_id", "campaign_id", "variation_id", "publisher_id", "advertiser_id", "country_iso", "device_type_id"];
export type PerformanceGrouping = (typeof PERFORMANCE_GROUPINGS)[number];
/** Kinds of objects that the sums can be limited to. */
export declare const PERFORMANCE_OBJECTS: readonly ["site_id", "zone_id", "campaign_id", "variation_id", "publisher_id", "advertiser_id"];
export type PerformanceObject = (typeof PERFORMANCE_OBJECTS)[number];
export declare const MAX_PERFORMANCE_DAYS: number;
/** First and last day, YYYY-mm-dd, in the account's time zone, both included. */
export interface Days {
    from: string;
    to: string;
}
export interface PerformanceRequest {
    by: PerformanceGrouping[];
    role: Role;
    days: Days;
    /** Days of the sums in `before`. */
    compared?: Days | undefined;
    /** Counts only facts of this object. */
    object?: {
        kind: PerformanceObject;
        id: number;
    } | undefined;
    /** Counts only hours before `hour` (1 to 24), on the last day of each period or on every day. */
    cut?: {
        hour: number;
        days: "last" | "every";
    } | undefined;
}
/** Sums of a group, named as in reports. Amounts are those that the account may see. */
export interface PerformanceRecord {
    group_by: {
        [G in PerformanceGrouping]?: GroupDetails[G];
    };
    ad_requests: number;
    filled: number;
    impressions: number;
    clicks: number;
    cost?: number;
    /** Revenue of the account; only for publishers. */
    revenue?: number;
    /** Revenue of publishers; only for networks. */
    publisher_revenue?: number;
    network_revenue?: number;
}
/** Records by grouping: groups with facts in the period, and in the compared period. */
export type Performance = {
    [G in PerformanceGrouping]?: {
        now: PerformanceRecord[];
        before: PerformanceRecord[];
    };
};
/** Requests of a zone in a period, with the reasons why some got no ad; the most frequent reason first. */
export interface ZoneUnfilled {
    requests: number;
    reasons: {
        /** Null for requests whose reason was not stored. */
        reason: UnfilledReason | null;
        requests: number;
        /** Campaign that only this limit excluded; for networks. */
        campaign?: {
            id: number;
            name: string;
        };
        /** Country of the visitors; for `targeting.countries`. */
        country?: {
            country_iso: string;
            country_long_name: string;
            country_short_name: string;
        };
    }[];
}
/** A creative that ran in the zones of a site in the last seven days, as it is now. */
export interface ShownCreative {
    id: number;
    size: string;
    image: string;
    /** Landing page. */
    url: string;
    /** Account that a site can block. */
    advertiser: {
        id: number;
        name: string;
    };
    impressions: number;
    clicks: number;
    /** Revenue of the publisher, in its currency. */
    revenue: number;
}
/** A test of a creative's landing page and its postback, which counts nothing. */
export interface ConversionTest {
    id: number;
    /** Opens the landing page like a click on the ad. */
    link: string;
    /** ISO 8601. */
    ends: string;
}
/** What arrived of a test so far: its last click and its last reported conversion. */
export interface ConversionTestState {
    /** `url`: landing page with its macros filled. `click_id`: the one in it; empty without a macro for it. */
    click?: {
        time: string;
        url: string;
        click_id: string;
    };
    conversion?: {
        time: string;
        /** Number of the goal as sent, at most 20 characters. */
        goal: string;
        /** `test`: would have counted. */
        outcome: "test" | "refused";
        /** Why it would not have counted. */
        reason?: string;
        /** The code of `reason`. */
        problem?: CodedProblem;
    };
}
/** Requests that stayed empty and that the campaign missed only because of one of its limits. */
export interface CampaignUnfilled {
    /** The last whole UTC day, and the current one. `first`: start of the first quarter of an hour, ISO 8601. */
    days: {
        day: string;
        reasons: {
            reason: LimitReason;
            requests: number;
            first: string;
        }[];
    }[];
    /** Spending on the last whole UTC day, and the requests that the campaign missed because of its budget. */
    spending: {
        /** Average cost of a request that the campaign filled. */
        per_request: number;
        /**
         * Quarters of an hour, ISO 8601, without those that have neither costs nor missed requests. `share`: part of a daily
         * amount that even delivery releases until the end of the quarter, 0 to 1.
         */
        quarters: {
            start: string;
            cost: number;
            missed: number;
            share: number;
        }[];
    };
}
/** Fields of a draft campaign that affect its reach. */
export interface EstimateRequest {
    /** The advertiser, which sites may block. */
    account?: number;
    /** Sizes of its creatives. */
    sizes: string[];
    keywords?: string[];
    negativeKeywords?: string[];
    targeting?: Partial<Targeting>;
    pricing?: Campaign["pricing"];
    budget?: Campaign["budget"];
    caps?: Campaign["caps"];
}
/** Fields of a campaign that estimates ignore, because requests are not stored with their keywords and custom keys. */
export declare const NOT_ESTIMATED: readonly ["keywords", "negativeKeywords", "targeting.custom"];
/** Estimate from the last seven whole days, UTC. */
export interface Estimate {
    /** Matching zones, and all zones. */
    zones: number;
    zones_total: number;
    /** Matching requests. */
    requests: number;
    /** Maximum impressions in seven days, without competition, within its budget and caps. */
    impressions: number;
    /** Restrictions that the estimate does not include. They can only lower it. */
    ignored: (typeof NOT_ESTIMATED)[number][];
}
/** Import of facts that a network sent over HTTP, with its sums. */
export interface ListedImport {
    name: string;
    /** ISO 8601. */
    time: string;
    /** Number of lines; empty ones do not count. */
    read: number;
    added: number;
    rejected: number;
    impressions: number;
    clicks: number;
    cost: number;
    publisher_revenue: number;
}
/** Outcome of an import over HTTP. */
export interface ImportAnswer {
    name: string;
    read: number;
    added: number;
    rejected: number;
    /** The first 100 rejected lines, each with its number and reason. */
    reasons: string[];
    /** Number of lines of the replaced import of the same name. */
    replaced?: number;
    /** Number of added lines of months that are only kept as sums: they count towards budgets, and no report shows them. */
    summed_up?: number;
    /** Name of an earlier import with the same content, because of which nothing was added. */
    same_as?: string;
}
export {};
