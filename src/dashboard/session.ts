/**
 * Who is signed in. The token, never the password, is kept in the browser's storage until it ends, so that a reload and
 * a second tab need no second sign-in.
 */
import type { Role, Viewer } from "../protocol/statistics.ts";
import {
  type AccountDetails,
  createStatistics,
  type Session,
  StatisticsError,
  type Wait,
} from "../statistics/statistics.ts";

export interface Account extends Session {
  details: AccountDetails;
}

export type SignInWith = { username: string; password: string } | { apiToken: string };

const KEY = "zonetag.dashboard.account";

/** The service stands one folder above the dashboard. */
export const baseUrl = new URL("..", document.baseURI);

export function readAccount(): Account | undefined {
  try {
    const account: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isAccount(account) && account.expiresAt > Date.now() ? account : undefined;
  } catch {
    return undefined;
  }
}

function isAccount(value: unknown): value is Account {
  return typeof value === "object" && value !== null && "details" in value && "token" in value;
}

export function writeAccount(account: Account | undefined): void {
  try {
    if (account) localStorage.setItem(KEY, JSON.stringify(account));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage a reload asks to sign in again.
  }
}

/** Hears when another tab signs in or out. */
export function watchAccount(onChange: (account: Account | undefined) => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) onChange(readAccount());
  };
  addEventListener("storage", follow);
  return () => removeEventListener("storage", follow);
}

const SHARE_KEY = "#share=";
const YEAR_MS = 366 * 86_400_000;

/** The token stands in the address' fragment, which is not sent, and so in no log: https://www.rfc-editor.org/rfc/rfc3986#section-3.5 */
export function createSharedLink(token: string): string {
  return `${location.origin}${location.pathname}${SHARE_KEY}${token}`;
}

/** The token of the shared link that led here. */
export function readSharedToken(): string | undefined {
  return location.hash.startsWith(SHARE_KEY) ? location.hash.slice(SHARE_KEY.length) : undefined;
}

/** Opens a shared link: whose reports it reads, and the view to begin with. */
export async function openShare(token: string): Promise<Account> {
  const session = { token, expiresAt: Date.now() + YEAR_MS };
  const details = await createStatistics({ baseUrl, session }).account();
  if (!details.share) throw new StatisticsError("unauthorized", "The token is not that of a shared link.");
  if (!location.search) history.replaceState(null, "", details.share.view + location.hash);
  return { ...session, details };
}

/** The sides whose statistics an account has. */
export function listRoles({ details: { kind, share } }: Account): Role[] {
  if (share) return [share.role];
  return kind === "network" ? ["publisher", "advertiser"] : [kind];
}

export function createViewer({ details: { kind, goals } }: Account, role: Role): Viewer {
  return { kind, role, goals };
}

/** Signs in and reads whose account it is. */
export async function signIn(credentials: SignInWith, onWait: (wait: Wait) => void): Promise<Account> {
  let session: Session | undefined;
  const keep = (next: Session | undefined) => {
    session = next;
  };
  const client = createStatistics({ baseUrl, credentials, onSession: keep, retries: 0, onWait });
  await client.login();
  const details = await client.account();
  if (!session) throw new StatisticsError("unauthorized", "The service gave no token.");
  return { ...session, details };
}
