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

/** The refusal of a request that no page of the service sends; undefined for one of its own. */
export function refuseOtherPage(c: Request, { listOrigins }: OriginContext): Response | undefined {
  const site = c.req.header("Sec-Fetch-Site");
  const origin = c.req.header("Origin") ?? "";
  // Sec-Fetch-Site decides where it is sent, since Origin may differ by the scheme alone, which a service behind a proxy may not
  // know: https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header. Pages cannot set either header.
  if (site === undefined ? listOrigins(c.env.incoming).includes(origin) : site === "same-origin")
    return undefined;
  return refuse(
    c,
    403,
    "A session's cookie only works in pages of this service. Programs send a token in the Authorization header.",
  );
}
