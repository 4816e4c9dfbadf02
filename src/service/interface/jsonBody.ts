/** Reads JSON bodies within their maximum size. */
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Problem } from "../../protocol/problems.ts";
import { formatPath } from "../../protocol/validation.ts";
import type { Route } from "../openapi/routeEntry.ts";
import { isNestedDeeper } from "../values/object.ts";
import { type Call, type Env, refuse, refuseFields } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";

/** Maximum of bulk changes, which include the version of each entry. */
const MAX_BULK_BODY = 512 * 1024;

/** Returns a function that finds the limit for a route. */
export function limitedBody({ maxBody, maxImage }: InterfaceEnvironment) {
  const limit = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => refuseLarge(c, maxSize) });
  const limits: Record<NonNullable<Route["bodySize"]>, MiddlewareHandler<Env>> = {
    json: limit(maxBody),
    image: limit(maxImage),
    bulk: limit(Math.max(maxBody, MAX_BULK_BODY)),
    handler: (_c, next) => next(),
  };
  return ({ bodySize = "json" }: Route): MiddlewareHandler<Env> => limits[bodySize];
}

/** Refuses a body that is too large. Its remainder is not read, so the connection cannot be reused. */
function refuseLarge(c: Context, maxSize: number): Response {
  c.header("Connection", "close");
  return refuse(c, 413, { code: "body-size", most: maxSize });
}

/** Whether a body is compressed, which is not supported. */
export function isEncoded(c: Call): boolean {
  return !/^(identity)?$/i.test(c.req.header("Content-Encoding") ?? "");
}

/** Maximum nesting, because code that reads a body may be recursive. */
const MAX_DEPTH = 32;

/** Parses a body as JSON in UTF-8, or returns the problem. */
export async function parseBody(c: Call): Promise<{ json: unknown } | { problem: Problem }> {
  try {
    const json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer()));
    if (!isNestedDeeper(json, MAX_DEPTH)) return { json };
    return { problem: { code: "body-depth", most: MAX_DEPTH } };
  } catch {
    return { problem: { code: "body-malformed" } };
  }
}

/** Reads a body as JSON, or returns the refusal. */
export async function readJsonBody(c: Call): Promise<{ json: unknown } | Response> {
  const type = c.req.header("Content-Type") ?? (c.get("mayOmitType") ? "application/json" : "");
  if (!/^application\/json\s*(;|$)/i.test(type)) return refuse(c, 415, { code: "body-not-json" });
  if (isEncoded(c)) return refuse(c, 415, { code: "body-encoded" });
  const body = await parseBody(c);
  return "problem" in body ? refuseFields(c, [{ path: formatPath([]), problem: body.problem }]) : body;
}
