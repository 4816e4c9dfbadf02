/**
 * Who is signed in. The token, never the password, is kept in the tab's session storage: a reload keeps a person signed
 * in, closing the tab does not.
 */
import type { Role } from "../protocol/statistics.ts";
import {
  createStatistics,
  type Session,
  type Statistics,
  StatisticsError,
  type Wait,
} from "../statistics/index.ts";
import { metricsIn, probeRequest, reportsOf } from "./reports.ts";

/** The metrics that each side of the account has; a side that it lacks is absent. */
export type Access = Partial<Record<Role, string[]>>;

export interface Account extends Session {
  /** As the person signed in. */
  name: string;
  access: Access;
}

export type SignInWith = { username: string; password: string } | { apiToken: string };

const KEY = "zonetag.dashboard";
const ROLES: readonly Role[] = ["publisher", "advertiser"];

/** The service stands one folder above the dashboard. */
export const baseUrl = new URL("..", document.baseURI);

export function readAccount(): Account | undefined {
  try {
    const account: Account | null = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return account && account.expiresAt > Date.now() ? account : undefined;
  } catch {
    return undefined;
  }
}

export function writeAccount(account: Account | undefined): void {
  try {
    if (account) sessionStorage.setItem(KEY, JSON.stringify(account));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload asks to sign in again.
  }
}

export function rolesOf({ access }: Account): Role[] {
  return ROLES.filter((role) => access[role]);
}

/** Signs in and finds out what the account may look at. */
export async function signIn(credentials: SignInWith, onWait: (wait: Wait) => void): Promise<Account> {
  let session: Session | undefined;
  const keep = (next: Session | undefined) => {
    session = next;
  };
  await createStatistics({ baseUrl, credentials, onSession: keep, retries: 0, onWait }).login();
  if (!session) throw new StatisticsError("unauthorized", "The service gave no token.");
  const client = createStatistics({ baseUrl, session, onWait });
  const name = "username" in credentials ? credentials.username : "API token";
  return { ...(session as Session), name, access: await accessOf(client) };
}

async function accessOf(client: Statistics): Promise<Access> {
  const sides = await Promise.all(ROLES.map(async (role) => [role, await metricsFor(client, role)] as const));
  const access = Object.fromEntries(sides.filter(([, metrics]) => metrics));
  if (Object.keys(access).length) return access;
  throw new StatisticsError("forbidden", "This account has no statistics.");
}

async function metricsFor(client: Statistics, role: Role): Promise<string[] | undefined> {
  try {
    const { result_total: total = {} } = await reportsOf(client, role).query(probeRequest(Date.now()));
    return metricsIn(total);
  } catch (error) {
    if (error instanceof StatisticsError && error.code === "forbidden") return undefined;
    throw error;
  }
}
