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
/** `/v2/collections/device-types` is as good a name as `device_types`. */
const COLLECTION = /^(\/v2\/collections\/)([^/]+)$/;
/** Prefixes under which every name is one of the interface's own. */
const OWN_NAMES = ["/v2/collections/", "/collections/"];

/** When the old paths got their present names: https://www.rfc-editor.org/rfc/rfc9745#name-the-deprecation-http-respon */
const DEPRECATED = `@${Date.UTC(2026, 10, 26) / 1000}`;

/** `/statistics/publisher/date` → `/v2/statistics/p/date`, `/collections/ad-types` → `/v2/collections/ad_types`. */
export const resolvePath = (path: string): string =>
  path
    .replace(UNVERSIONED, "/v2/$1")
    .replace(ROLE, (_, base: string, role: keyof typeof ROLE_SEGMENTS) => base + ROLE_SEGMENTS[role])
    .replace(COLLECTION, (_, base: string, name: string) => base + name.replaceAll("-", "_"));

/** An application that chooses routes and middleware by the present paths. */
export const createRouter = (): Hono<Env> =>
  new Hono<Env>({ getPath: (request) => resolvePath(getPath(request)) });

/** Marks the answer of an old path as deprecated and names the present path. */
export const announceNewPath: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const asked = getPath(c.req.raw);
  if (asked === c.req.path || OWN_NAMES.some((prefix) => asked.startsWith(prefix))) return;
  c.header("Deprecation", DEPRECATED);
  c.header("Link", `<${encodeURI(c.req.path)}>; rel="successor-version"`);
};
