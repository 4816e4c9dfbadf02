/**
 * Client of users, API tokens and sessions. It shares the login and the limits of a statistics client. API tokens may not
 * call any of it.
 */
import type { MadeAccess } from "../protocol/account.ts";
import type {
  AccountUser,
  ApiToken,
  CreatedApiToken,
  NewUser,
  SentMail,
  StartedSession,
  UserLink,
  UserRole,
  UserSession,
} from "../protocol/people.ts";
import type { ReportNowRequest } from "../protocol/reportMails.ts";
import { createUnreadable, expectObject } from "./body.ts";
import type { ServiceRequest, Statistics } from "./client.ts";
import { switchAccount } from "./switchAccount.ts";
import type { CallOptions } from "./types.ts";
import { writeQuery } from "./writeQuery.ts";

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
  changeRole(
    user: number,
    change: { role: UserRole } & OfAccount & EndedWithUser,
    call?: CallOptions,
  ): Promise<AccountUser>;
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

export function createPeople({ request }: Pick<Statistics, "request">): People {
  const send = async <T>(sent: ServiceRequest, call: CallOptions | undefined): Promise<T> =>
    expectObject(await request(sent, call)).result as T;
  const list = async <T>(path: string, call: CallOptions | undefined): Promise<T[]> => {
    const result = await send({ method: "GET", path }, call);
    if (!Array.isArray(result)) throw createUnreadable("a list");
    return result;
  };
  const end = async (path: string, call: CallOptions | undefined) =>
    void (await request({ method: "DELETE", path }, call));
  return {
    users: (of, call) => list(`/v2/users${writeQuery(of)}`, call),
    invite: (body, call) => send({ method: "POST", path: "/v2/users", body }, call),
    changeRole: (user, { tokens, shares, ...body }, call) =>
      send({ method: "PATCH", path: `/v2/users/${user}${writeQuery({ tokens, shares })}`, body }, call),
    remove: (user, options, call) => end(`/v2/users/${user}${writeQuery(options)}`, call),
    made: (user, of, call) => send({ method: "GET", path: `/v2/users/${user}/made${writeQuery(of)}` }, call),
    createLink: (user, call) => send({ method: "POST", path: `/v2/users/${user}/link` }, call),
    requestPassword: async (email, call) =>
      void (await request({ method: "POST", path: "/v2/password/forgotten", body: { email } }, call)),
    sendConfirmation: (call) => send({ method: "POST", path: "/v2/user/confirmation" }, call),
    mailReport: (body, call) => send({ method: "POST", path: "/v2/user/report", body }, call),
    confirmAddress: async (token, call) =>
      String(
        expectObject(await request({ method: "POST", path: "/v2/confirmation", body: { token } }, call))
          .username,
      ),
    resetSecondFactor: (user, call) => end(`/v2/users/${user}/second-factor`, call),
    tokens: (of, call) => list(`/v2/tokens${writeQuery(of)}`, call),
    createToken: (body, call) => send({ method: "POST", path: "/v2/tokens", body }, call),
    revokeToken: (token, of, call) => end(`/v2/tokens/${token}${writeQuery(of)}`, call),
    sessions: (call) => list("/v2/sessions", call),
    endSession: (id, call) => end(`/v2/sessions/${id}`, call),
    endOtherSessions: (call) => end("/v2/sessions", call),
    switchAccount: (account, call) => switchAccount({ request }, account, call),
  };
}
