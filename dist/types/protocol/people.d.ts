/** Users of an account, their roles and password links, and API tokens of the account. */
import type { Days } from "./management.js";
import type { MailFrequency } from "./subscriptions.js";
import type { CodedProblem } from "./validation.js";
/** Roles of a user in an account, each with all rights of those before it. */
export declare const USER_ROLES: readonly ["viewer", "editor", "owner"];
/** viewer: reads. editor: also changes objects. owner: also manages people. */
export type UserRole = (typeof USER_ROLES)[number];
/** Whether a role has all rights of another. */
export declare function includesRole(role: UserRole, needed: UserRole): boolean;
export declare const USER_LANGUAGES: readonly ["en", "de"];
export type UserLanguage = (typeof USER_LANGUAGES)[number];
/** Response entry of `/v2/users`: a user of an account. */
export interface AccountUser {
    id: number;
    /** E-mail address in lower case, with which the user signs in. */
    email?: string;
    /** Name for signing in; present for users without an e-mail address. */
    username?: string;
    name: string;
    language?: UserLanguage | undefined;
    /** The user has opened a link that was mailed to the address. */
    emailConfirmed?: true | undefined;
    role: UserRole;
    /** The user is defined in the file of a declared catalogue and changed only there. Its id is negative. */
    declared?: true;
    hasPassword: boolean;
    /** Signing in also needs a code of an authenticator app. */
    second_factor?: true;
    /** Expiry of the user's link, ISO 8601; absent without a valid link. */
    link_expires_at?: string | undefined;
    /** Last sign-in to the account, ISO 8601, to a minute; absent if none is known. In lists only. */
    last_sign_in?: string | undefined;
}
/** Body of `POST /v2/users`: invites a person, or adds a user of another account that the caller manages. */
export type NewUser = ({
    email: string;
    name: string;
    language?: UserLanguage | undefined;
} | {
    user: number;
}) & {
    role: UserRole;
    /** Account that the user joins; by default the caller's own. */
    account?: number | undefined;
};
/** A link by which a user sets a password, shown once or mailed to the user. */
export interface UserLink {
    /** Absent if it was mailed. */
    link?: string | undefined;
    /** The mail with the link; absent if the link is here. */
    mail?: SentMail | undefined;
    /** ISO 8601 */
    expires_at: string;
}
/**
 * What became of a mail. sent: the mail server accepted it. waiting: the mail server has not answered yet. failed: it was
 * not sent.
 */
export declare const MAIL_STATES: readonly ["sent", "waiting", "failed"];
export interface SentMail {
    state: (typeof MAIL_STATES)[number];
    /** Why it is not certain that the mail was sent, and what to do. */
    message?: string | undefined;
    codes?: CodedProblem[] | undefined;
}
export interface SignedInUser {
    id: number;
    email?: string;
    /** Name for signing in; present for users without an e-mail address. */
    username?: string;
    name: string;
    language?: UserLanguage | undefined;
    /** The user has opened a link that was mailed to the address. */
    emailConfirmed?: true | undefined;
    /** The service mails a link for confirming the address on request. */
    canConfirmEmail?: true | undefined;
    /** The service mails what needs the user to the confirmed address, if that is switched on. */
    canReceiveAlerts?: true | undefined;
    /** The service mails reports to the confirmed address on request. */
    canReceiveReports?: true | undefined;
    /** Signing in also needs a code of an authenticator app. */
    second_factor?: true;
    /** Unused recovery codes; absent without a second factor. */
    recovery_codes_left?: number;
    /** Ids of accounts of which the user gets a mail when something needs attention; absent for none. */
    alerts?: readonly number[];
    accounts: {
        id: number;
        name: string;
        role: UserRole;
    }[];
}
/** Response of `POST /v2/user/second-factor`: what an authenticator app needs. */
export interface SecondFactorSetup {
    /** Secret in Base32, for typing. */
    secret: string;
    /** `otpauth:` address, for a QR code. */
    uri: string;
    /** Confirms the set-up together with a code. Valid for 15 minutes. */
    setup: string;
}
/** Recovery codes, shown once. Each signs in once instead of a code of the authenticator app. */
export interface RecoveryCodes {
    recovery_codes: string[];
}
/** Response of `POST /v2/session`, and of a changed password in a session. The secret is in the cookie. */
export interface StartedSession {
    id: string;
    /** Latest end of the session, ISO 8601. */
    expires_at: string;
}
/** Body of `POST /v2/session/account`. */
export interface AccountChoice {
    /** Id of one of the user's accounts. */
    account: number;
}
/** Response entry of `/v2/sessions`: a browser in which the user is signed in. */
export interface UserSession {
    id: string;
    /** ISO 8601 */
    created_at: string;
    /** Last request, ISO 8601, to five minutes. */
    last_use: string;
    /** Name as in reports; absent for an unknown browser. */
    browser?: string;
    /** Name as in reports; absent for an unknown operating system. */
    operating_system?: string;
    /** Country of the sign-in, ISO 3166-1 alpha-3; absent when the address has none. */
    country?: string;
    /** Whether it is the session of the request. */
    current: boolean;
}
/** Roles of API tokens. Tokens never manage people. */
export declare const TOKEN_ROLES: readonly ["viewer", "editor"];
type TokenRole = (typeof TOKEN_ROLES)[number];
/** Response entry of `/v2/tokens`: an API token of an account. */
export interface ApiToken {
    id: number;
    name: string;
    role: TokenRole;
    /** ISO 8601; absent for a token that came from the catalogue. */
    created_at?: string;
    /** User who created the token; absent if no user did. */
    created_by?: {
        id: number;
        name: string;
    };
    /** The token is defined in the file of a declared catalogue and revoked only there. Its id is negative. */
    declared?: true;
    /** ISO 8601; absent: the token does not expire. */
    expires_at?: string | undefined;
    /** Last request, ISO 8601, to a minute; absent before the first one. */
    last_use?: string | undefined;
}
/** Response of `POST /v2/tokens`. The token is shown once. */
export interface CreatedApiToken extends ApiToken {
    token: string;
}
/** Kinds of entries of the audit log, which `GET /v2/changes` lists beside changes of the catalogue. */
export declare const AUDIT_KINDS: readonly ["users", "tokens", "links", "shares", "sessions", "subscriptions"];
/**
 * users: memberships of users in an account. tokens: API tokens. links: links for setting a password. shares: links that
 * share reports. sessions: browser sessions. subscriptions: reports that users get by mail.
 */
export type AuditKind = (typeof AUDIT_KINDS)[number];
export declare const AUDIT_ACTIONS: readonly ["create", "change", "end", "refuse"];
/** Ways to make a change: signed in as a user, with an API token, by a catalogue file, by a command on the machine. */
export declare const AUDIT_WAYS: readonly ["interface", "token", "file", "command"];
export type AuditWay = (typeof AUDIT_WAYS)[number];
/** State of a user, API token, link, session or subscription in the audit log. */
export interface AuditState {
    /** Name at that time; of a subscription, the title of the report. */
    name?: string;
    /** E-mail address or user name of the user. */
    username?: string;
    /** User of a link or session. */
    user?: number;
    /** API token of a session. */
    token?: number;
    role?: string;
    password?: "changed" | "removed";
    /** All sessions of the user ended with this change. */
    sessions?: "ended";
    /** "missing": sign-ins with a right password that had no code. */
    second_factor?: "on" | "off" | "new recovery codes" | "recovery code used" | "missing";
    /** ISO 8601 */
    expires_at?: string;
    /** The link was asked for as a forgotten password, by anyone who knows the address. */
    forgotten?: true;
    /** The only days that a shared link opens. */
    period?: Days & {
        compared?: Days | undefined;
    };
    browser?: string;
    operating_system?: string;
    country?: string;
    /** When the mails of a subscription come. */
    every?: MailFrequency;
}
/** Response entry of `/v2/changes`: a change of who has access, or refused sign-ins. Kept for 90 days. */
export interface AuditEntry {
    /** ISO 8601, UTC. */
    time: string;
    /** Account of the author, as for changes of the catalogue; id 0 for files and commands. */
    account: {
        id: number;
        name: string;
    };
    user?: {
        id: number;
        name: string;
    };
    token?: {
        id: number;
        name: string;
    };
    way: AuditWay;
    /** Address of the client, cut to /24 (IPv4) or /48 (IPv6). */
    address?: string | undefined;
    /** refuse: sign-ins with a wrong password or code, or without a code. */
    action: (typeof AUDIT_ACTIONS)[number];
    kind: AuditKind;
    /** Id of the user, API token, shared link, session or subscription; for `links`, of the user. */
    id: number | string;
    /** Account to which the right belongs. */
    owner: number;
    /** Absent if the right is new. */
    before?: AuditState;
    /** Absent if the right has ended. */
    after?: AuditState;
    /** Refused sign-ins of the user within one hour. */
    count?: number;
}
export {};
