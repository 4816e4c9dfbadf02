/**
 * Distinguishes requests of the service's own pages from those that other sites' pages send with the session cookie.
 */
import type { MiddlewareHandler } from "hono";
import { type Call, type Env, refuse } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";
import { findSessionCookie } from "./identifyCaller.ts";

/** Methods that change nothing. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);

type OriginContext = Pick<InterfaceEnvironment, "listOrigins">;

/**
 * Refuses changes by cookie unless a page of the service itself sends them, because browsers add cookies to requests of
 * any page.
 */
export function refuseOtherPages(context: OriginContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || findSessionCookie(c) === undefined) return next();
    return refuseOtherPage(c, context) ?? next();
  };
}

/**
 * Whether a page of the service sends a request; undefined where no browser reports it.
 *
 * Sec-Fetch-Site decides if it is sent, because Origin may differ in the scheme alone, which a service behind a proxy
 * may not know: https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. Pages cannot set either header.
 */
function isFromOwnPage(c: Call, { listOrigins }: OriginContext): boolean | undefined {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("Origin");
  return origin === undefined ? undefined : listOrigins(c.env.incoming).includes(origin);
}

/**
 * Whether the type of a body may be omitted. Browsers send such a body to other sites without a preflight, so it is not
 * allowed if a page of another site may have sent it, or if a cookie identifies the caller.
 */
export function mayOmitType(c: Call, context: OriginContext): boolean {
  return findSessionCookie(c) === undefined && isFromOwnPage(c, context) !== false;
}

/** Returns the refusal of a request from another page; undefined for one of the service's own. */
export function refuseOtherPage(c: Call, context: OriginContext): Response | undefined {
  if (isFromOwnPage(c, context)) return undefined;
  return refuse(c, 403, { code: "other-page" });
}
