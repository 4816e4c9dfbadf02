/**
 * Client of users, API tokens and sessions. It shares the login and the limits of a statistics client. API tokens may not
 * call any of it.
 */
import type { MadeAccess } from "../protocol/account.js";
import type { AccountUser, ApiToken, CreatedApiToken, NewUser, SentMail, StartedSession, UserLink, UserRole, UserSession } from "../protocol/people.js";
import type { ReportNowRequest } from "../protocol/reportMails.js";
import type { Statistics } from "./client.js";
import type { CallOptions } from "./types.js";
/** Account of a call: one that the caller manages; by default its own. */
export interface OfAccount {
    account?: number | undefined;
}
/** Whether API tokens and shared links that the user made by the membership end, too. */
export interface EndedWithUser {
    tokens?: boolean;
    shares?: boolean;
}
export interface NewApiToken extends OfAccount {
    name: string;
    role: ApiToken["role"];
    /** Days of validity: 1 to 3650; without it, the token does not expire. */
    days?: number | undefined;
}
/** Every call rejects with a `StatisticsError`. */
export interface People {
    users(of?: OfAccount, call?: CallOptions): Promise<AccountUser[]>;
    /** Resolves with the user, and with the link for setting a password unless the user has one. */
    invite(user: NewUser, call?: CallOptions): Promise<AccountUser & Partial<UserLink>>;
    changeRole(user: number, change: {
        role: UserRole;
    } & OfAccount & EndedWithUser, call?: CallOptions): Promise<AccountUser>;
    remove(user: number, options?: OfAccount & EndedWithUser, call?: CallOptions): Promise<void>;
    /** Lists the valid API tokens and shared links that a user made by the membership. */
    made(user: number, of?: OfAccount, call?: CallOptions): Promise<MadeAccess>;
    /** Makes another link for setting a password; the earlier one ends. */
    createLink(user: number, call?: CallOptions): Promise<UserLink>;
    /** Mails a link for a new password to the user with the address. Resolves alike without such a user. */
    requestPassword(email: string, call?: CallOptions): Promise<void>;
    /** Mails the signed-in user a link for confirming the address. */
    sendConfirmation(call?: CallOptions): Promise<SentMail>;
    /** Mails a report to the signed-in user, whose e-mail address is confirmed. */
    mailReport(report: ReportNowRequest, call?: CallOptions): Promise<SentMail>;
    /** Confirms an address with the token of the mailed link. Resolves with the user's name for signing in. */
    confirmAddress(token: string, call?: CallOptions): Promise<string>;
    /** Switches the second factor of a user off, who lost it. */
    resetSecondFactor(user: number, call?: CallOptions): Promise<void>;
    tokens(of?: OfAccount, call?: CallOptions): Promise<ApiToken[]>;
    createToken(token: NewApiToken, call?: CallOptions): Promise<CreatedApiToken>;
    revokeToken(token: number, of?: OfAccount, call?: CallOptions): Promise<void>;
    sessions(call?: CallOptions): Promise<UserSession[]>;
    endSession(id: string, call?: CallOptions): Promise<void>;
    endOtherSessions(call?: CallOptions): Promise<void>;
    /** Switches a session, not a token, to another account of its user; in pages of the service. */
    switchAccount(account: number, call?: CallOptions): Promise<StartedSession>;
}
export declare function createPeople({ request }: Pick<Statistics, "request">): People;
