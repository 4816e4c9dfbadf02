/**
 * A client of the management interface: sites, zones, campaigns, creatives and accounts. It works through a statistics
 * client, whose login and limits it shares.
 */
import type { Activity, Change, EntryChange, Estimate, EstimateRequest, ExplainRequest, Explanation, ManagedKind, NewEntry, Shown, StoredImage } from "../protocol/management.js";
import type { Statistics } from "./client.js";
import type { CallOptions } from "./types.js";
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
    change(seen: {
        id: number;
        version: string;
    }, change: EntryChange<K>, call?: CallOptions): Promise<Shown<K>>;
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
    changeUser(change: {
        name?: string;
        password?: string;
        currentPassword?: string;
    }, call?: CallOptions): Promise<void>;
    /** The newest first; for networks. */
    changes(options?: {
        kind?: ManagedKind;
        id?: number;
        limit?: number;
        offset?: number;
    }, call?: CallOptions): Promise<ManagedPage<Change>>;
    /** What goes on in the zones and campaigns of the account. */
    activity(call?: CallOptions): Promise<Activity>;
    /** How many zones a campaign fits, and what the last seven days would have given it. */
    estimate(campaign: EstimateRequest, call?: CallOptions): Promise<Estimate>;
    /** Why each campaign would be chosen for the zones of a placement request, or not; for networks. */
    explain(request: ExplainRequest, call?: CallOptions): Promise<Explanation>;
}
/**
 * @example
 * const management = createManagement(createStatistics({ baseUrl, credentials: { apiToken } }));
 * const zone = await management.zones.create({ site: 3, name: "Sidebar", size: "300x600" });
 * await management.zones.change(zone, { name: "Right of the text" });
 */
export declare function createManagement({ request }: Pick<Statistics, "request">): Management;
