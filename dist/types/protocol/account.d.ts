/** The signed-in account, and links that share its reports. */
import type { Days, GoalSource } from "./management.js";
import type { ApiToken, SignedInUser, UserRole } from "./people.js";
import type { AccountKind, Role } from "./statistics.js";
/** Response of `/v2/account`. */
export interface AccountDetails {
    /** Id of the account; absent, like `name` and `username`, for the bearer of a shared link. */
    id?: number;
    name?: string;
    /** E-mail address or user name for signing in; absent for API tokens. */
    username?: string;
    kind: AccountKind;
    /** ISO 4217 code of every amount in the account's reports; `XXX` for a network whose members have several. */
    currency: string;
    /** IANA name of the time zone of the reports' days. */
    timezone: string;
    /**
     * First day (YYYY-mm-dd) with facts that the account can see without filters. Only with `detailed`; absent without
     * facts.
     */
    data_from?: string;
    /** Number of conversion goals: `g1` and so on. A network has as many as the advertiser that has most. */
    goals: number;
    /**
     * Names of the goals, in their order; empty without one, and for a network whose advertisers call a goal differently.
     * Absent, like `goal_sources`, for the bearer of a shared link.
     */
    goal_names?: string[];
    /** Where the conversions of goals come from; by default imports. Absent for networks. */
    goal_sources?: GoalSource[];
    /**
     * declared: a file owns accounts, sites, zones and campaigns, and calls that would change them answer 409. Absent for
     * the bearer of a shared link.
     */
    catalogue?: "live" | "declared";
    /** The file that owns a declared catalogue; only for network accounts. */
    catalogue_file?: string;
    /** Decimal such as `0.70`: share of the cost that publishers are paid on sites without one; only for networks. */
    publisher_share?: string;
    /** The network has suspended the account: nothing of it is served, and it can only be read. */
    suspended?: true;
    /** Role of the user or API token in the account. */
    access?: UserRole;
    /** The user who signed in, if one did. */
    user?: SignedInUser;
    /** The shared link, for its bearer. */
    share?: Share;
}
/** View of the statistics that an account has saved: entry of `/v2/views`. */
export interface SavedView {
    /** Unique in the account. */
    name: string;
    /** The dashboard's query string. */
    view: string;
}
/** Body of `POST /v2/shares`. */
export interface ShareRequest {
    name: string;
    /** Side of the reports that the link opens. */
    role: Role;
    /** The dashboard's query string. */
    view: string;
    /** Days of validity: 1 to 365. */
    days: number;
    /** Heading of the page that the link opens, such as the account's name; by default `name`. */
    title?: string;
    /** Opens only reports of these days, and of the days that they are compared with. */
    period?: SharedPeriod;
    /** Filter; every report of the link must be at least as narrow. */
    filter?: object;
    /** Exclusions that every report of the link must include. */
    exclude?: object;
    /** Time zone of the hours in `filter` and `exclude`; by default that of a report. */
    timezone?: string;
}
/** First and last days (YYYY-mm-dd) in the account's time zone, both included. */
export interface SharedPeriod extends Days {
    compared?: Days | undefined;
}
/** Entry of `/v2/shares`. */
export interface Share {
    id: string;
    name: string;
    title?: string | undefined;
    role: Role;
    view: string;
    /** The only days that the link opens. */
    period?: SharedPeriod | undefined;
    /** First and last day that its `filter` allows. Without these and `period`, it opens all days. */
    date_from?: string | undefined;
    date_to?: string | undefined;
    /** ISO 8601 */
    expires_at: string;
    /** User who made the link; absent if unknown or not a user, and for readers of the link. */
    created_by?: {
        id: number;
        name: string;
    };
}
/** Response of `POST /v2/shares`. The token is a bearer token, shown once. */
export interface CreatedShare extends Share {
    token: string;
}
/** Response of `/v2/users/ID/made`: what a user made and other people's programs may use. It stays when the user leaves. */
export interface MadeAccess {
    tokens: ApiToken[];
    shares: Share[];
}
