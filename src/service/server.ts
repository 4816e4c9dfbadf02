/**
 * The socket: reads requests within bounds, hands the hot paths to their handlers and the rest to the routes.
 *
 * Placement and tracking are served without the routing library, whose request and response objects took 7 µs of each
 * request where a bare server takes 20.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Answer, headerList, message, PUBLIC_HEADERS, SECURITY_HEADERS } from "./answer.ts";
import { Exchange, type ExchangeParts } from "./exchange.ts";
import { rateHeaders } from "./limits.ts";
import type { Caller, Placement } from "./placement/place.ts";
import type { Settings } from "./settings.ts";
import type { Tracking } from "./tracking/track.ts";

export interface ServerParts extends ExchangeParts {
  settings: Settings;
  placement: Placement;
  tracking: Tracking;
  addressOf: (request: IncomingMessage) => string;
  /** Everything else. */
  other: (request: IncomingMessage, response: ServerResponse) => void;
}

const PLACEMENT_PATH = "/v1/placement";
const KEEP_ALIVE = 30_000;
const MAX_HEADERS = 16 * 1024;
const PREFLIGHT = headerList({
  ...SECURITY_HEADERS,
  ...PUBLIC_HEADERS,
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": "86400",
});

export function createHttpServer(parts: ServerParts): Server {
  const options = {
    requestTimeout: parts.settings.requestTimeout,
    headersTimeout: parts.settings.requestTimeout,
    keepAliveTimeout: KEEP_ALIVE,
    connectionsCheckingInterval: Math.min(1000, parts.settings.requestTimeout),
    maxHeaderSize: MAX_HEADERS,
  };
  return createServer(options, (request, response) => {
    const path = pathOf(request.url ?? "/");
    const route = routeOf(path);
    const exchange = new Exchange(parts, route, request, response);
    if (route === "other") return exchange.leaveTo(parts.other);
    exchange.respond(() =>
      route === "placement" ? place(parts, request, exchange) : track(parts, route, path, request),
    );
  });
}

type Route = "placement" | "impression" | "click" | "other";

/** Requests may name the whole address, as they do to a proxy. */
function pathOf(url: string): string {
  if (!url.startsWith("/")) return URL.canParse(url) ? new URL(url).pathname : url;
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

function routeOf(path: string): Route {
  if (path === PLACEMENT_PATH) return "placement";
  if (path.startsWith("/i/")) return "impression";
  return path.startsWith("/c/") ? "click" : "other";
}

/** Gives an answer, or nothing: that comes once the body is there. */
function place(parts: ServerParts, request: IncomingMessage, exchange: Exchange): Answer | undefined {
  const { placement } = parts;
  if (request.method === "OPTIONS") return { ...message(204, ""), headers: PREFLIGHT, body: "" };
  if (parts.stopping())
    return placement.refuse("stopping", 503, "The service is stopping.", { "Retry-After": "1" });
  const caller = callerOf(parts, request);
  const verdict = placement.admit(caller);
  const refusal = placement.turnAway(verdict);
  if (refusal) return refusal;
  if (request.method !== "POST") {
    const headers = { ...rateHeaders(verdict), Allow: "POST, OPTIONS" };
    return placement.refuse("method", 405, "Placements are asked for by POST.", headers);
  }
  const { maxBody } = parts.settings;
  readBody(request, maxBody, (body) =>
    exchange.respond(() => {
      if (body) return placement.answer(body, caller, verdict, exchange);
      const text = `A body has at most ${maxBody} bytes.`;
      return placement.refuse("large", 413, text, { ...rateHeaders(verdict), Connection: "close" });
    }),
  );
  return undefined;
}

async function track(
  parts: ServerParts,
  kind: "impression" | "click",
  path: string,
  request: IncomingMessage,
): Promise<Answer> {
  const { method, headers } = request;
  // Beacons come by POST; what they carry does not matter.
  request.resume();
  const fetches = method === "GET" || (method === "POST" && kind === "impression");
  if (!fetches && method !== "HEAD")
    return message(405, "This address is fetched by GET.", {
      Allow: kind === "impression" ? "GET, HEAD, POST" : "GET, HEAD",
    });
  const ahead = /prefetch|prerender/.test(String(headers["sec-purpose"] ?? headers.purpose ?? ""));
  return parts.tracking[kind](path.slice(3), {
    address: parts.addressOf(request),
    counts: fetches && !ahead,
  });
}

function callerOf({ settings, addressOf }: ServerParts, request: IncomingMessage): Caller {
  const { headers } = request;
  return {
    address: addressOf(request),
    isBrowser: headers.origin !== undefined || headers["sec-fetch-site"] !== undefined,
    userAgent: headers["user-agent"],
    language: headers["accept-language"],
    origin: settings.origin ?? originOf(request),
  };
}

/** The address that the caller reached the service by. Whoever forges it gets forged addresses back, and nobody else. */
function originOf({ headers, socket }: IncomingMessage): string {
  const host = headers.host ?? "";
  const safe = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host);
  return `http://${safe ? host : `${socket.localAddress}:${socket.localPort}`}`;
}

/** Gives the whole body, or undefined as soon as it is past the bound; nothing when its sender leaves before. */
function readBody(request: IncomingMessage, most: number, done: (body: Buffer | undefined) => void): void {
  if (Number(request.headers["content-length"]) > most) return void done(undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    if (size > most) return;
    size += chunk.length;
    if (size <= most) return void chunks.push(chunk);
    request.pause();
    done(undefined);
  });
  request.on("end", () => {
    if (size <= most) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
}
