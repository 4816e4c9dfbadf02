/** Access to statistics: kinds of account, the two sides of a report, and the rights of each kind. */
/** The side that a report is about: `/v2/statistics/a/…` or `/v2/statistics/p/…`. */
export type Role = "advertiser" | "publisher";
/** Kinds of account. A network sees both sides of its members. */
export type AccountKind = Role | "network";
export declare const BOTH: readonly ["advertiser", "publisher"];
export declare const ADVERTISER: readonly ["advertiser"];
export declare const PUBLISHER: readonly ["publisher"];
export declare const NONE: readonly [];
export declare const NETWORK: readonly ["network"];
export interface Roles {
    readonly roles: readonly Role[];
    /** Kinds of account that may use it; absent: all that have the role. */
    readonly accounts?: readonly AccountKind[];
}
/** Names of a table's entries that a role has. */
export type Named<T, R extends Role> = {
    [K in keyof T]: T[K] extends Roles ? (R extends T[K]["roles"][number] ? K : never) : never;
}[keyof T] & string;
/** Names of a table's entries that a kind of account has in a role, in the table's order. */
export declare function listNames<T extends Record<string, Roles>, R extends Role>(table: T, role: R, kind?: AccountKind): Named<T, R>[];
/** Account kind and side that determine which blocks and metrics are available. */
export interface Viewer {
    readonly kind: AccountKind;
    /** Requested side; a network may request either. */
    readonly role: Role;
    /** Number of goals of the account's conversion tracking; 0 without it. */
    readonly goals: number;
    /** Names of the goals, in their order, as far as they are known and differ from their numbers. */
    readonly goalNames?: readonly string[];
    /** Present for the reader of a shared link, who may also use the filters that bound the link. */
    readonly link?: {
        readonly filters: readonly string[];
    };
}
