/** Old names of interface paths. They are resolved before routing, so that every rule needs only the current path. */
import { Hono, type MiddlewareHandler } from "hono";
import { getPath } from "hono/utils/url";
import { ROLE_SEGMENTS } from "../../protocol/statistics.ts";
import type { Env } from "../interface/call.ts";

/** Paths without a version or below `/v1`, except placements and conversions, which have their own routes. */
const UNVERSIONED = /^\/(?:v1\/)?(login|statistics|collections)(?=\/|$)/;
const ROLE = /^(\/v2\/statistics\/)(advertiser|publisher)(?=\/|$)/;
/** Path of a collection, whose name may have hyphens for underscores: `/v2/collections/device-types`. */
const COLLECTION = /^(\/v2\/collections\/)([^/]+)$/;
/** Collections are not deprecated below these prefixes, whether their names have hyphens or underscores. */
const OWN_NAMES = ["/v2/collections/", "/collections/"];

/** Date of the deprecation: https://www.rfc-editor.org/rfc/rfc9745#name-the-deprecation-http-respon */
const DEPRECATED = `@${Date.UTC(2026, 10, 26) / 1000}`;

/**
 * Resolves `/statistics/publisher/date` to `/v2/statistics/p/date`, and `/collections/ad-types` to
 * `/v2/collections/ad_types`.
 */
const resolvePath = (path: string): string =>
  path
    .replace(UNVERSIONED, "/v2/$1")
    .replace(ROLE, (_, base: string, role: keyof typeof ROLE_SEGMENTS) => base + ROLE_SEGMENTS[role])
    .replace(COLLECTION, (_, base: string, name: string) => base + name.replaceAll("-", "_"));

/** Creates a Hono app that resolves old paths to the current ones before routing. */
export const createRouter = (): Hono<Env> =>
  new Hono<Env>({ getPath: (request) => resolvePath(getPath(request)) });

/** Marks the response of an old path as deprecated, and links the current path. */
export const announceNewPath: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const asked = getPath(c.req.raw);
  if (asked === c.req.path || OWN_NAMES.some((prefix) => asked.startsWith(prefix))) return;
  c.header("Deprecation", DEPRECATED);
  c.header("Link", `<${encodeURI(c.req.path)}>; rel="successor-version"`);
};
