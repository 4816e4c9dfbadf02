/**
 * Other names of interface paths. They are resolved before a route is chosen, so that a route has one path in every rule
 * about it, whatever the caller wrote.
 */
import { Hono, type MiddlewareHandler } from "hono";
import { getPath } from "hono/utils/url";
import { ROLE_SEGMENTS } from "../../protocol/statistics.ts";
import type { Env } from "../statistics/route.ts";

/** Without a version or below `/v1`; `/v1/placement` has a route of its own. */
const UNVERSIONED = /^\/(?:v1\/)?(login|statistics|collections)(?=\/|$)/;
const ROLE = /^(\/v2\/statistics\/)(advertiser|publisher)(?=\/|$)/;

/** When the old paths got their present names: https://www.rfc-editor.org/rfc/rfc9745#name-the-deprecation-http-respon */
const DEPRECATED = `@${Date.UTC(2026, 10, 26) / 1000}`;

/** `/statistics/publisher/date` → `/v2/statistics/p/date`; any other path as it is. */
export const resolvePath = (path: string): string =>
  path
    .replace(UNVERSIONED, "/v2/$1")
    .replace(ROLE, (_, base: string, role: keyof typeof ROLE_SEGMENTS) => base + ROLE_SEGMENTS[role]);

/** An application that chooses routes and middleware by the present paths. */
export const createRouter = (): Hono<Env> =>
  new Hono<Env>({ getPath: (request) => resolvePath(getPath(request)) });

/** Says of an old path that it is one, and which one to use. `/collections/…` is one of the interface's own names. */
export const announceNewPath: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const asked = getPath(c.req.raw);
  if (asked === c.req.path || asked.startsWith("/collections/")) return;
  c.header("Deprecation", DEPRECATED);
  c.header("Link", `<${encodeURI(c.req.path)}>; rel="successor-version"`);
};
