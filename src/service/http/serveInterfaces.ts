/** Statistics and management over HTTP: rate limits, CORS and error responses around their handlers. */
import type { Hono, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { Refusal, ValidationFailure } from "../../protocol/statistics.ts";
import { asStoreError } from "../facts/storeErrors.ts";
import { type Call, type Env, refuse } from "../interface/call.ts";
import type { InterfaceEnvironment } from "../interface/environment.ts";
import { limitCallers } from "../interface/limitCallers.ts";
import { refuseOtherPages } from "../interface/ownPage.ts";
import { EXPOSED_HEADERS } from "../net/rateLimiter.ts";
import { CancelledError } from "../reports/answerStream.ts";
import { BusyError } from "../runtime/gate.ts";
import { getRequestId, REQUEST_ID } from "../telemetry/requestId.ts";
import { announceNewPath, createRouter } from "./oldPaths.ts";
import { INTERFACE_PATHS } from "./routes.ts";
import { type Declared, type InterfaceHandlers, serveRoutes } from "./serveRoutes.ts";

/** Serves these handlers, and responds 404 to all other paths that match `INTERFACE_PATHS`. */
export function interfaceRoutes<H extends Partial<InterfaceHandlers>>(
  context: InterfaceEnvironment,
  handlers: Declared<H>,
): Hono<Env> {
  const app = createRouter();
  for (const path of INTERFACE_PATHS)
    app.use(
      path,
      describeError,
      announceNewPath,
      allowPages,
      refuseOtherPages(context),
      limitCallers(context),
    );
  serveRoutes(app, handlers, context);
  for (const path of INTERFACE_PATHS) app.all(path, (c) => refuse(c, 404, { code: "address-unknown" }));
  app.onError((error, c) => answerError(c, error, context));
  return app;
}

function answerError(c: Call, error: Error, { reportException }: InterfaceEnvironment): Response {
  if (error instanceof BusyError) {
    c.header("Retry-After", "5");
    return refuse(c, 503, { code: "busy", reason: error.reason });
  }
  // The client has disconnected.
  if (error instanceof CancelledError) return refuse(c, 503, { code: "cancelled" });
  if (hasLeft(c)) return refuse(c, 400, { code: "body-cut-off" });
  const { code } = asStoreError(error);
  if (code === "away") c.header("Retry-After", "5");
  else reportException(error, c.env.outgoing);
  return refuse(c, 503, { code: code === "full" ? "disk-full" : "statistics-unavailable" });
}

/** Whether the connection ended before the body was complete. */
function hasLeft({ env: { incoming } }: Call): boolean {
  return incoming.destroyed && !incoming.complete;
}

/**
 * Adds the request's id, as in the log, and a `message` to the body of an error. Many programs print only `message`;
 * with several problems, it describes the first one.
 */
const describeError: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const id = getRequestId(c.env.outgoing);
  const isJson = c.res.headers.get("Content-Type")?.startsWith("application/json");
  if (c.res.status < 400 || !isJson || id === undefined) return;
  const error = (await c.res.json()) as Partial<Refusal & ValidationFailure>;
  const body = { message: describeFirst(error.errors), ...error, request_id: id };
  c.res = new Response(JSON.stringify(body), c.res);
};

const describeFirst = ([problem = {}]: ValidationFailure["errors"] = []): string | undefined =>
  Object.entries(problem).map(([path, text]) => (path ? `${path}: ${text}` : text))[0];

/**
 * Pages of any origin may send requests, because tokens are in a header that browsers never add by themselves. Requests
 * with cookies are not allowed: browsers withhold the response from such a page.
 */
const setCors = cors({
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match"],
  exposeHeaders: [...EXPOSED_HEADERS.split(", "), "ETag", "Location", "Content-Disposition", REQUEST_ID],
  maxAge: 86_400,
});

/** Sets the CORS headers after the handler. Set earlier, they would make Hono copy each response through a stream. */
const allowPages: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.method === "OPTIONS") return setCors(c, next);
  await next();
  return setCors(c, async () => {});
};
