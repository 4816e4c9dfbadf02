/** Reads JSON bodies within their maximum size. */
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Problem } from "../../protocol/problems.ts";
import { formatPath } from "../../protocol/validation.ts";
import type { Route } from "../openapi/routeEntry.ts";
import { isNestedDeeper } from "../values/object.ts";
import type { FieldProblem } from "../values/problemList.ts";
import { type Call, type Env, refuse, refuseFields } from "./call.ts";
import type { InterfaceEnvironment } from "./environment.ts";

/** Maximum of bulk changes, which include the version of each entry. */
const MAX_BULK_BODY = 512 * 1024;

/** Returns a function that finds the limit for a route. */
export function limitedBody({ maxBody, maxImage }: Pick<InterfaceEnvironment, "maxBody" | "maxImage">) {
  const limit = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => refuseLarge(c, maxSize) });
  const limits: Record<NonNullable<Route["bodySize"]>, MiddlewareHandler<Env>> = {
    json: limit(maxBody),
    image: limit(maxImage),
    bulk: limit(Math.max(maxBody, MAX_BULK_BODY)),
    handler: (_c, next) => next(),
    ignored: (_c, next) => next(),
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

/**
 * Half of a character: as UTF-8, files, databases and other programs replace it or refuse it.
 * https://www.rfc-editor.org/rfc/rfc7493#section-2.1
 */
const LONE_SURROGATE = /\p{Cs}/u;

/** Parses a body as JSON in UTF-8, or returns the problem. */
export async function parseBody(c: Call): Promise<{ json: unknown } | { problem: FieldProblem }> {
  const refuseAt = (path: Path, problem: Problem) => ({ problem: { path: formatPath(path), problem } });
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer());
    const json = JSON.parse(text);
    if (isNestedDeeper(json, MAX_DEPTH)) return refuseAt([], { code: "body-depth", most: MAX_DEPTH });
    // UTF-8 has no surrogates, so they are only written as escapes.
    const path = /\\ud[89a-f]/i.test(text) ? findLoneSurrogate(json) : undefined;
    return path ? refuseAt(path, { code: "lone-surrogate" }) : { json };
  } catch {
    return refuseAt([], { code: "body-malformed" });
  }
}

type Path = readonly string[];

/** Returns the path of the first text or key with half a character. */
function findLoneSurrogate(value: unknown, path: Path = []): Path | undefined {
  if (typeof value === "string") return LONE_SURROGATE.test(value) ? path : undefined;
  for (const [key, inner] of Object.entries(value ?? {})) {
    const found = LONE_SURROGATE.test(key) ? path : findLoneSurrogate(inner, [...path, key]);
    if (found) return found;
  }
  return undefined;
}

/** Reads a body as JSON, or returns the refusal. */
export async function readJsonBody(c: Call): Promise<{ json: unknown } | Response> {
  const type = c.req.header("Content-Type") ?? (c.get("mayOmitType") ? "application/json" : "");
  if (!/^application\/json\s*(;|$)/i.test(type)) return refuse(c, 415, { code: "body-not-json" });
  if (isEncoded(c)) return refuse(c, 415, { code: "body-encoded" });
  const body = await parseBody(c);
  return "problem" in body ? refuseFields(c, [body.problem]) : body;
}
