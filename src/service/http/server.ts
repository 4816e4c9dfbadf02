/**
 * HTTP server: request limits, and the choice between direct routes and the application.
 *
 * Placement and tracking bypass the router, whose request and response objects add 7 µs to the 20 µs of a bare server.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { parseUrl } from "../../protocol/addresses.ts";
import { listKeys } from "../../protocol/tables.ts";
import { createHourly } from "../telemetry/hourly.ts";
import { computeMaxConnections, isTimeout, Pipelines, refuseBroken } from "./connections.ts";
import { createMessage, PUBLIC_HEADERS, type Reply } from "./reply.ts";
import { delegate, type ResponderParts, respond } from "./respond.ts";
import type { DirectPath } from "./routes.ts";

interface ServerParts extends ResponderParts {
  /** Time limit for a whole request, milliseconds. */
  requestTimeout: number;
  /** Whether a connection is exempt from `requestTimeout`, because the handler of its request limits the time. */
  hasMoreTime?: (socket: Duplex) => boolean;
  /** Time that a connection without a request is kept, milliseconds. */
  keepAlive: number;
  /** Time without a byte in either direction after which a connection is closed, milliseconds. */
  idleTimeout: number;
  /** Maximum connections; by default what the process's limit of open files allows. */
  maxConnections?: number;
  /** Handlers by path in the table of routes. */
  direct: Record<DirectPath, DirectHandler>;
  /** Answers all other requests. */
  handleOther: (request: IncomingMessage, response: ServerResponse) => unknown;
}

interface DirectHandler {
  /** Label in logs, metrics and traces. */
  label: string;
  /** `token`: last segment of the path, for routes with a parameter. */
  handle: (request: IncomingMessage, token: string) => Promise<Reply>;
}

const BAD_TARGET = createMessage(
  400,
  "Request a path, or an http address without a user name.",
  PUBLIC_HEADERS,
);
export const MAX_HEADER_BYTES = 16 * 1024;

export function createHttpServer(parts: ServerParts): Server {
  const { requestTimeout, keepAlive } = parts;
  const routes = listKeys(parts.direct).map((path) => {
    const [start = ""] = path.split(":");
    return { start, hasToken: start !== path, ...parts.direct[path] };
  });
  const options = {
    requestTimeout,
    headersTimeout: requestTimeout,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: Math.min(1000, requestTimeout),
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  const answer: RequestListener = (request, response) => {
    const path = findPath(request.url ?? "/");
    if (path === undefined) return respond(parts, "other", request, response, () => BAD_TARGET);
    for (const { start, hasToken, label, handle } of routes) {
      if (hasToken ? !path.startsWith(start) : path !== start) continue;
      const token = path.slice(start.length);
      return respond(parts, label, request, response, () => handle(request, token));
    }
    return delegate(parts, "other", request, response, () => parts.handleOther(request, response));
  };
  const pipelines = new Pipelines();
  const listener = pipelines.limit(answer);
  const server = createServer(options, listener);
  server.on("connection", pipelines.parseInSlices);
  // Without a listener, Node answers 417 by itself, past the limit of unanswered requests.
  server.on("checkExpectation", listener);
  server.on("clientError", (error, socket) => {
    // Node reports a request once.
    if (isTimeout(error) && parts.hasMoreTime?.(socket)) return;
    refuseBroken(error, socket, pipelines.mayWrite(socket));
  });
  limitConnections(server, parts);
  // Without this timeout, a client that never reads its response would hold the connection forever.
  server.timeout = parts.idleTimeout;
  return server;
}

function limitConnections(
  server: Server,
  { maxConnections = computeMaxConnections(), log }: ServerParts,
): void {
  const warn = createHourly();
  server.maxConnections = maxConnections;
  server.on("drop", () =>
    warn(() =>
      log.warn(
        `refused connections beyond ${maxConnections}: the other open files are for the journal and the database; raise the process's limit of open files (ulimit -n, LimitNOFILE)`,
      ),
    ),
  );
}

/**
 * Returns the path of a request target, which may be an absolute URL as sent to proxies. Undefined for a malformed URL,
 * or one with user information.
 */
function findPath(url: string): string | undefined {
  if (!url.startsWith("/")) {
    const { protocol, username, password, pathname } = parseUrl(url) ?? {};
    return /^https?:$/.test(protocol ?? "") && !username && !password ? pathname : undefined;
  }
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}
