/** Tells requests of the service's own pages from those that pages of other sites send with the session's cookie. */
import type { MiddlewareHandler } from "hono";
import type { StatisticsContext } from "./context.ts";
import { readSessionCookie } from "./identifyCaller.ts";
import { type Env, type Request, refuse } from "./route.ts";

/** Methods that change nothing. */
const SAFE_METHODS = new Set(["GET", "HEAD"]);

type OriginContext = Pick<StatisticsContext, "listOrigins">;

/** Refuses changes by cookie unless a page of the service itself sends them: browsers add cookies to requests of any page. */
export function refuseOtherPages(context: OriginContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || readSessionCookie(c) === undefined) return next();
    return refuseOtherPage(c, context) ?? next();
  };
}

/**
 * Whether a page of the service sends a request; undefined where no browser says so.
 *
 * Sec-Fetch-Site decides where it is sent, since Origin may differ by the scheme alone, which a service behind a proxy may not
 * know: https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. Pages cannot set either header.
 */
function isFromOwnPage(c: Request, { listOrigins }: OriginContext): boolean | undefined {
  const site = c.req.header("Sec-Fetch-Site");
  if (site !== undefined) return site === "same-origin";
  const origin = c.req.header("Origin");
  return origin === undefined ? undefined : listOrigins(c.env.incoming).includes(origin);
}

/**
 * Whether the type of a body may be left out: browsers send such a body to other sites without asking them first, so not where a
 * page of another site may have sent it, nor where a cookie says who calls.
 */
export function mayOmitType(c: Request, context: OriginContext): boolean {
  return readSessionCookie(c) === undefined && isFromOwnPage(c, context) !== false;
}

/** The refusal of a request that no page of the service sends; undefined for one of its own. */
export function refuseOtherPage(c: Request, context: OriginContext): Response | undefined {
  if (isFromOwnPage(c, context)) return undefined;
  return refuse(
    c,
    403,
    "A session's cookie only works in pages of this service. Programs send a token in the Authorization header.",
  );
}
