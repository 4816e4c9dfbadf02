/** Bodies of requests, as large as they may be. */
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MALFORMED_BODY } from "../../protocol/validation.ts";
import type { StatisticsContext } from "./context.ts";
import { type Env, type Request, refuse } from "./route.ts";

const IMAGES_PATH = "/v2/images";

export function limitedBody({ maxBody, maxImage }: StatisticsContext): MiddlewareHandler<Env> {
  const limit = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => refuseLarge(c, maxSize) });
  const [body, image] = [limit(maxBody), limit(maxImage)];
  return (c, next) => (c.req.path === IMAGES_PATH ? image : body)(c, next);
}

/** The rest of the body is not read, so that the connection is of no use for another request. */
function refuseLarge(c: Context, maxSize: number): Response {
  c.header("Connection", "close");
  return c.json({ message: `A body has at most ${maxSize} bytes.` }, 413);
}

/** Whether a body is compressed: nothing here undoes that. */
export function isEncoded(c: Request): boolean {
  return !/^(identity)?$/i.test(c.req.header("Content-Encoding") ?? "");
}

/** Rejects when a body is not JSON in UTF-8. */
export async function parseBody(c: Request): Promise<unknown> {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await c.req.arrayBuffer()));
}

/** The JSON of a body, or the refusal of what is none. */
export async function readBody(c: Request): Promise<{ json: unknown } | Response> {
  const type = c.req.header("Content-Type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(c, 415, "The body is to be JSON, sent as Content-Type: application/json.");
  if (isEncoded(c)) return refuse(c, 415, "The body is to be sent as it is, without Content-Encoding.");
  try {
    return { json: await parseBody(c) };
  } catch {
    return c.json({ errors: [{ "[body]": MALFORMED_BODY }] }, 400);
  }
}
