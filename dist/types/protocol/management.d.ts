/**
 * The management interface: what each kind of account may set, and the entries as they are answered. The service's rules,
 * its OpenAPI document, the client's types and the dashboard's forms follow from it.
 */
import type { AdRequest } from "./placement.js";
import type { AccountKind } from "./statistics.js";
/** The fields that a kind of account may give when an entry is made, and when it is changed; no list: neither. */
export declare const RIGHTS: {
    readonly accounts: {
        readonly network: {
            readonly create: readonly ["name", "username", "password", "goals", "currency", "role"];
            readonly change: readonly ["name", "username", "password", "goals", "currency"];
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
            readonly create: readonly ["name", "size", "deleted", "site"];
            readonly change: readonly ["name", "size", "deleted"];
        };
        readonly publisher: {
            readonly create: readonly ["name", "size", "deleted", "site"];
            readonly change: readonly ["name", "size", "deleted"];
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
            readonly create: readonly ["name", "image", "size", "url", "weight", "active", "review"];
            readonly change: readonly ["name", "image", "size", "url", "weight", "active", "review"];
        };
        readonly advertiser: {
            readonly create: readonly ["name", "image", "size", "url", "weight", "active"];
            readonly change: readonly ["name", "image", "size", "url", "weight", "active"];
        };
    };
};
/** What a kind of account may set of a kind of entry. */
export interface Rights {
    readonly create?: readonly string[];
    readonly change?: readonly string[];
}
export type RightsByKind = {
    readonly [K in AccountKind]?: Rights;
};
export type ManagedKind = keyof typeof RIGHTS;
/** Of every answer: names what was seen, so that a change of it does not overwrite somebody else's. */
export interface Versioned {
    version: string;
}
export interface ManagedAccount {
    id: number;
    name: string;
    role: AccountKind;
    /** The network account that manages this one. */
    network?: number | undefined;
    username?: string | undefined;
    goals: number;
    /** IANA name of the zone whose midnights bound the days of its reports. */
    timezone: string;
    /** ISO 4217 */
    currency: string;
}
export interface Site {
    id: number;
    account: number;
    name: string;
    hostname: string;
    category?: number | undefined;
    /** Of what advertisers pay; a decimal from 0 to 1 as text. */
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
    deleted: boolean;
}
export interface Creative {
    id: number;
    name?: string | undefined;
    /** Absolute, or a path of the service's own. */
    image: string;
    size: string;
    /** Where a click leads. */
    url: string;
    weight: number;
    active: boolean;
    /** What an advertiser sent waits until its network has looked at it. */
    review: "waiting" | "approved" | "rejected";
}
export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
/** Empty lists are no restriction. */
export interface Targeting {
    /** A zone must give each of these keys, with one of these values. */
    custom: Record<string, string[]>;
    /** ISO 3166-1 alpha-3 */
    countries: string[];
    regions: number[];
    /** ISO 639-1 */
    languages: string[];
    deviceTypes: string[];
    operatingSystems: string[];
    browsers: string[];
    sites: number[];
    zones: number[];
    categories: number[];
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
    /** Of a thousand impressions (cpm) or of a click (cpc). */
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
    /** Most impressions. */
    caps: {
        daily?: number | undefined;
        total?: number | undefined;
    };
    frequency: {
        impressions: number;
        seconds: number;
    }[];
    weight: number;
    /** even: the daily budget and cap are given out evenly over the day. */
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
/** What may be sent where the answer has more: defaults fill the rest. */
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
/** The body that makes an entry. Whose it is, a network says by `account`. */
export type NewEntry<K extends ManagedKind> = Pick<Sendable<K>, Required[K] & keyof Sendable<K>> & Partial<Pick<Sendable<K>, Settable<K, "create">>>;
/** The body that changes an entry, as a merge patch: null takes a field out. https://www.rfc-editor.org/rfc/rfc7396 */
export type EntryChange<K extends ManagedKind> = {
    [F in Settable<K, "change">]?: Sendable<K>[F] | null;
};
export interface StoredImage {
    /** Address below the service's own: `/creatives/image-<digest>.png`. */
    image: string;
    /** Pixels. */
    width: number;
    height: number;
    type: "png" | "jpg" | "webp" | "avif" | "gif";
    /** It moves: many publishers do not want that. */
    animated: boolean;
    bytes: number;
}
export interface Change {
    /** ISO 8601, UTC. */
    time: string;
    /** Who did it: id and name of the account at the time. */
    account: {
        id: number;
        name: string;
    };
    action: "create" | "change";
    kind: ManagedKind;
    id: number;
    /** The account that the entry belongs to. */
    owner: number;
    /** The entry as the file had it; absent when it was made. */
    before?: object;
    after: object;
    /** Digest of the catalogue that the change led to. */
    catalogue: string;
}
/** A placement request, and where the visitor is said to be: ISO 3166-1 alpha-3. */
export type ExplainRequest = AdRequest & {
    country?: string;
};
export interface Exclusion {
    /** Which rule excludes the campaign: a field of the catalogue. */
    rule: string;
    reason: string;
}
export interface CampaignExplanation {
    id: number;
    name: string;
    /** Every rule that excludes it; none for a campaign that could be chosen. */
    excluded: Exclusion[];
    /** Chance that the zone, alone on its page, shows it; percent. 0 while others go first. */
    chance: number;
}
export interface Explanation {
    /** For each zone in the order asked; null for one that is not known. */
    zones: ({
        id: number;
        campaigns: CampaignExplanation[];
    } | null)[];
    errors: Record<string, string[]>;
}
/** What was asked of a zone. Robots' requests are not counted. */
export interface ZoneActivity {
    id: number;
    /** ISO 8601, UTC; null: none in the last 30 days. */
    last_request: string | null;
    /** Of the last 24 hours. */
    requests: number;
    filled: number;
}
/**
 * spent: the budget or cap of today or of all days. waiting: no creative is approved and active. unmatched: nothing keeps it
 * from being served, and no request of the last 24 hours was given to it.
 */
export declare const CAMPAIGN_STATES: readonly ["running", "unmatched", "waiting", "spent", "scheduled", "ended", "paused", "archived"];
export type CampaignState = (typeof CAMPAIGN_STATES)[number];
/** What a campaign was given; days are UTC days, amounts decimals as text. */
export interface CampaignActivity {
    id: number;
    state: CampaignState;
    impressions_today: number;
    impressions_total: number;
    cost_today: string;
    cost_total: string;
}
export interface Activity {
    zones: ZoneActivity[];
    campaigns: CampaignActivity[];
    /** Of the zones that the account's network has, with how many have each. */
    sizes: {
        size: string;
        zones: number;
    }[];
}
/** The part of a campaign that decides where it fits. */
export interface EstimateRequest {
    /** The advertiser, whom sites may block. */
    account?: number;
    /** Of its creatives. */
    sizes: string[];
    targeting?: Partial<Targeting>;
    pricing?: Campaign["pricing"];
    budget?: Campaign["budget"];
    caps?: Campaign["caps"];
}
/** By the last seven whole days, UTC. Keywords, custom targeting and hours are not in it: requests are not kept with them. */
export interface Estimate {
    /** Zones that it fits, and all that there are. */
    zones: number;
    zones_total: number;
    /** Requests that it fits. */
    requests: number;
    /** Most impressions in seven days: what those requests would give it alone, within its budget and caps. */
    impressions: number;
}
export {};
