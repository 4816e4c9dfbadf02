/** Reads JSON bodies within their maximum size. */
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { formatPath, MALFORMED_BODY } from "../../protocol/validation.ts";
import type { Route } from "../openapi/routeEntry.ts";
import { isNestedDeeper } from "../values/object.ts";
import type { StatisticsContext } from "./context.ts";
import { type Env, type Request, refuse } from "./route.ts";

/** Maximum of bulk changes, which include the version of each entry. */
const MAX_BULK_BODY = 512 * 1024;

/** Returns a function that finds the limit for a route. */
export function limitedBody({ maxBody, maxImage }: StatisticsContext) {
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
  return c.json({ message: `A body has at most ${maxSize} bytes.` }, 413);
}

/** Whether a body is compressed, which is not supported. */
export function isEncoded(c: Request): boolean {
  return !/^(identity)?$/i.test(c.req.header("Content-Encoding") ?? "");
}

/** Maximum nesting, because code that reads a body may be recursive. */
const MAX_DEPTH = 32;

/** Parses a body as JSON in UTF-8, or returns the problem. */
export async function parseBody(c: Request): Promise<{ json: unknown } | { problem: string }> {
  try {
    const json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer()));
    if (!isNestedDeeper(json, MAX_DEPTH)) return { json };
    return { problem: `Expected at most ${MAX_DEPTH} levels of lists and objects.` };
  } catch {
    return { problem: MALFORMED_BODY };
  }
}

/** Reads a body as JSON, or returns the refusal. */
export async function readBody(c: Request): Promise<{ json: unknown } | Response> {
  const type = c.req.header("Content-Type") ?? (c.get("mayOmitType") ? "application/json" : "");
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(c, 415, "Send the body as JSON, with Content-Type: application/json.");
  if (isEncoded(c)) return refuse(c, 415, "Send the body without Content-Encoding.");
  const body = await parseBody(c);
  return "problem" in body ? c.json({ errors: [{ [formatPath([])]: body.problem }] }, 400) : body;
}
