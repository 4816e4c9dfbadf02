/**
 * Session of the signed-in account. Its secret is in an HttpOnly cookie; local storage has the account's details, so
 * that a reload and a second tab show the account at once.
 */
import type { Role, Viewer } from "../../protocol/statistics.ts";
import { expectObject } from "../../statistics/body.ts";
import {
  type AccountDetails,
  createStatistics,
  type Session,
  type Statistics,
  StatisticsError,
  type Wait,
} from "../../statistics/statistics.ts";
import { switchAccount } from "../../statistics/switchAccount.ts";
import { isKnown } from "../texts/isKnown.ts";
import { openTabStorage } from "./tabStorage.ts";

export interface Account extends Session {
  details: AccountDetails;
}

export type SignInWith = { username: string; password: string; otp?: string } | { apiToken: string };

const KEY = "zonetag.dashboard.account";
/** Value by which other tabs learn of a sign-out. */
const SIGNED_OUT = "null";

/** The service is one folder above the dashboard. */
export const baseUrl = new URL("..", document.baseURI);

export function getAccount(): Account | undefined {
  try {
    const account: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isAccount(account) && account.expiresAt > Date.now() ? account : undefined;
  } catch {
    return undefined;
  }
}

function isAccount(value: unknown): value is Account {
  return typeof value === "object" && value !== null && "details" in value && "sessionId" in value;
}

export function writeAccount(account: Account | undefined): void {
  try {
    if (account) localStorage.setItem(KEY, JSON.stringify(account));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage a reload asks to sign in again.
  }
}

/** Forgets the account, and what this tab and all others keep for its user. */
export function forgetAccount(): void {
  openTabStorage("");
  try {
    localStorage.setItem(KEY, SIGNED_OUT);
  } catch {
    // Without storage there is nothing to forget.
  }
  writeAccount(undefined);
}

/** Listens for other tabs signing in, out or switching the account. */
export function watchAccount(onChange: (account: Account | undefined) => void): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === KEY && newValue === SIGNED_OUT) openTabStorage("");
    if (key === KEY || key === null) onChange(getAccount());
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}

/** Paths under `/v2`, the path of the session cookie. */
export const PATHS = {
  countries: "/v2/collections/countries",
  timezones: "/v2/collections/timezones",
  collections: "/v2/collections",
};

const SHARE_KEY = "#share=";
const YEAR_MS = 366 * 86_400_000;

/**
 * The token is in the fragment, which is not sent and therefore in no log:
 * https://www.rfc-editor.org/rfc/rfc3986#section-3.5
 */
export function createSharedLink(token: string): string {
  return `${location.origin}${location.pathname}${SHARE_KEY}${token}`;
}

/** Reads the token of the shared link that was opened. */
export function findSharedToken(): string | undefined {
  return location.hash.startsWith(SHARE_KEY) ? location.hash.slice(SHARE_KEY.length) : undefined;
}

/** Opens a shared link: reads its account and first view. */
export async function openShare(token: string): Promise<Account> {
  const session = { token, expiresAt: Date.now() + YEAR_MS };
  const details = await createStatistics({ baseUrl, session, paths: PATHS }).account();
  if (!details.share) throw new StatisticsError("unauthorized", "The token is not that of a shared link.");
  if (!location.search) history.replaceState(null, "", details.share.view + location.hash);
  return openAccount(session, details);
}

/** Falls back to UTC when the browser does not know the time zone; reports are then requested in UTC. */
export function openAccount(session: Session, details: AccountDetails): Account {
  const timezone = isKnown("en", details.timezone) ? details.timezone : "UTC";
  return { ...session, details: { ...details, timezone } };
}

/** Name of the account; for a shared link, the link's title. */
export function nameAccount({ details: { name, share } }: Account): string {
  return name ?? share?.title ?? share?.name ?? "";
}

/** Identifies the user of the account, or the shared link. An API token has no user. */
export function nameUser({ details: { id, user, share } }: Account): string {
  return [id, user?.id, share?.id].join();
}

/** Whether two sessions of one user are of different accounts. */
export function isOtherAccount({ details: a }: Account, { details: b }: Account): boolean {
  return a.user !== undefined && a.user.id === b.user?.id && a.id !== b.id;
}

/** Lists the sides whose statistics an account may see. */
export function listRoles({ details: { kind, share } }: Account): Role[] {
  if (share) return [share.role];
  return kind === "network" ? ["publisher", "advertiser"] : [kind];
}

export function createViewer({ details }: Account, role: Role): Viewer {
  const { kind, goals, goal_names: goalNames } = details;
  return { kind, role, goals, ...(goalNames && { goalNames }) };
}

/** Signs in and reads the account. */
export async function signIn(credentials: SignInWith, onWait: (wait: Wait) => void): Promise<Account> {
  const body = "apiToken" in credentials ? { api_token: credentials.apiToken } : credentials;
  const answer = await createCookieClient({}, onWait).request({ method: "POST", path: SESSION, body });
  return openSession(answer, onWait);
}

/** Switches the session to another account of the user, without the password. */
export async function switchTo(account: number, from: Account): Promise<Account> {
  return openSession(await switchAccount(createCookieClient(from), account));
}

/** Reads the account of a session that has just started. */
async function openSession(answer: unknown, onWait?: (wait: Wait) => void): Promise<Account> {
  const session = readSession(answer);
  return openAccount(session, await createCookieClient(session, onWait).account());
}

export function readSession(answer: unknown): Session {
  const { id, expires_at } = expectObject(answer);
  return { sessionId: String(id), expiresAt: Date.parse(String(expires_at)) };
}

/** Ends the session of the cookie, which only the service can remove. Rejects when that fails. */
export async function signOut(account: Account): Promise<void> {
  // Before the request, so that a reload in between is signed out, too.
  writeAccount(undefined);
  try {
    await createCookieClient(account).request({ method: "DELETE", path: SESSION });
  } catch (error) {
    if (error instanceof StatisticsError && error.code === "unauthorized") return;
    // A page that is being unloaded fails its requests. It stops before the next task, and stays signed out.
    await new Promise((resolve) => setTimeout(resolve));
    writeAccount(account);
    throw error;
  }
}

export const SESSION = "/v2/session";

/** Creates a client that authenticates with the browser's cookie. */
export function createCookieClient(
  { sessionId }: Partial<Session>,
  onWait?: (wait: Wait) => void,
): Statistics {
  const session = { ...(sessionId && { sessionId }), expiresAt: Number.POSITIVE_INFINITY };
  return createStatistics({ baseUrl, session, retries: 0, ...(onWait && { onWait }) });
}
