/** What the service says of the account that is signed in, and the links by which it shares its reports. */
import type { AccountKind, Role } from "./statistics.js";
/** The answer of `/v2/account`. */
export interface AccountDetails {
    id: number;
    name: string;
    /** Absent for an account that signs in by API token alone. */
    username?: string;
    kind: AccountKind;
    /** ISO 4217 code of every amount in the account's reports; `XXX` for a network whose members have several. */
    currency: string;
    /** IANA name of the zone whose midnights bound the days of the account's reports. */
    timezone: string;
    /** How many goals the account tracks: `g1` and so on. */
    goals: number;
    /** What is shared, for the bearer of a shared link. */
    share?: Share;
}
/** The body of `POST /v2/shares`. */
export interface ShareRequest {
    /** What the account calls it. */
    name: string;
    /** The side whose reports it opens. */
    role: Role;
    /** The dashboard's query string. */
    view: string;
    /** How long it is good for: 1 to 365. */
    days: number;
    /** Reports are at least as narrow as this filter of a statistics request. */
    filter?: object;
    /** They leave out at least this. */
    exclude?: object;
}
/** An entry of `/v2/shares`. */
export interface Share {
    id: string;
    name: string;
    role: Role;
    view: string;
    /** ISO 8601 */
    expires_at: string;
}
/** The answer to `POST /v2/shares`. The token is a bearer token, and is shown once. */
export interface CreatedShare extends Share {
    token: string;
}
