/**
 * Client of the management interface: sites, zones, campaigns, creatives and accounts. It shares the login and the
 * limits of a statistics client.
 */
import type { Activity, Approval, BulkKind, CampaignUnfilled, Change, Days, EntryChange, EntryVersion, Estimate, EstimateRequest, ExplainRequest, Explanation, ManagedKind, NewEntry, PageMarkup, Performance, PerformanceRequest, Shown, ShownCreative, StoredImage, ZoneUnfilled } from "../protocol/management.js";
import type { AuditEntry, AuditKind } from "../protocol/people.js";
import type { Statistics } from "./client.js";
import type { CallOptions } from "./types.js";
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
    (options: ({
        kind: ManagedKind;
        id?: number;
    } | {
        campaign: number;
    }
    /** Number of one change: its entries are listed one by one, with their values. */
     | {
        sequence: number;
    }) & ChangesOptions, call?: CallOptions): Promise<ManagedPage<Change>>;
    (options: {
        kind: AuditKind;
        id?: number;
    } & ChangesOptions, call?: CallOptions): Promise<ManagedPage<AuditEntry>>;
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
    change(seen: {
        id: number;
        version: string;
    }, change: EntryChange<K>, call?: CallOptions): Promise<Shown<K>>;
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
    approvals(options?: Pick<ListOptions, "limit" | "offset">, call?: CallOptions): Promise<ManagedPage<Approval>>;
    /** Uploads an image: PNG, JPEG, WebP, AVIF or GIF, detected from its bytes. */
    upload(image: Blob, call?: CallOptions): Promise<StoredImage>;
    /** Changes the name or the password of the signed-in user. A new password needs the current one. */
    changeUser(change: {
        name?: string;
        password?: string;
        currentPassword?: string;
    }, call?: CallOptions): Promise<void>;
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
    shownCreatives(site: number, options?: PageOptions, call?: CallOptions): Promise<ManagedPage<ShownCreative>>;
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
/**
 * @example
 * const management = createManagement(createStatistics({ baseUrl, credentials: { apiToken } }));
 * const zone = await management.zones.create({ site: 3, name: "Sidebar", size: "300x600" });
 * await management.zones.change(zone, { name: "Right of the text" });
 */
export declare function createManagement({ request }: Pick<Statistics, "request">): Management;
export {};
