/** Users of an account, their roles and password links, and API tokens of the account. */
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
    role: UserRole;
    /** The user is defined in the file of a declared catalogue and changed only there. Its id is negative. */
    declared?: true;
    hasPassword: boolean;
    /** Expiry of the user's link, ISO 8601; absent without a valid link. */
    link_expires_at?: string | undefined;
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
/** A link by which a user sets a password, shown once. */
export interface UserLink {
    link: string;
    /** ISO 8601 */
    expires_at: string;
}
export interface SignedInUser {
    id: number;
    email?: string;
    /** Name for signing in; present for users without an e-mail address. */
    username?: string;
    name: string;
    language?: UserLanguage | undefined;
    accounts: {
        id: number;
        name: string;
        role: UserRole;
    }[];
}
/** Response of `POST /v2/session`, and of a changed password in a session. The secret is in the cookie. */
export interface StartedSession {
    id: string;
    /** Latest end of the session, ISO 8601. */
    expires_at: string;
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
export {};
