/**
 * Identifies the sender of a request: by the bearer token of its `Authorization` header, or else by its session cookie.
 */
import { getCookie } from "hono/cookie";
import { authenticateBearer, type TokenHolder } from "../accounts/login.ts";
import type { ShareRecord } from "../accounts/shareStore.ts";
import type { Shares } from "../accounts/shares.ts";
import type { Call } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";

export const SESSION_COOKIE = "zonetag_session";
/**
 * Header with the id of the session that a page shows. Tabs share the cookie, and another tab may have signed in as
 * another user.
 */
export const SESSION_HEADER = "X-Zonetag-Session";

interface Caller {
  holder?: TokenHolder | undefined;
  /** Shared link that the request uses. */
  share?: ShareRecord | undefined;
}

/**
 * Reads the session cookie. Any `Authorization` header takes precedence, so that a shared link works in a signed-in
 * browser.
 */
export function findSessionCookie(c: Call): string | undefined {
  return c.req.header("Authorization") === undefined ? getCookie(c, SESSION_COOKIE) : undefined;
}

export async function identifyCaller(
  c: Call,
  shares: Shares,
  context: InterfaceEnvironment,
): Promise<Caller> {
  const secret = findSessionCookie(c);
  if (secret !== undefined) {
    const holder = await context.sessions.read(secret);
    const shown = c.req.header(SESSION_HEADER) ?? holder?.session;
    return { holder: shown === holder?.session ? holder : undefined };
  }
  const header = c.req.header("Authorization");
  const share = await shares.read(header);
  if (share) return { share };
  const holder = await authenticateBearer(header, context);
  // Another node may have created the session.
  if (header && !holder) context.sessions.requireReachable();
  return { holder };
}
