/** HTTP requests of the client; the only file here that uses the network. */
import type { RateHeaders } from "./rateWindow.ts";
import { type RequestTimer, startRequestTimer } from "./requestTimer.ts";

export interface Outgoing {
  url: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Body, sent as JSON; a `Blob` is sent unchanged. */
  body?: unknown;
  /** Value of `If-Match`: the version that the caller read. */
  version?: string | undefined;
  /** Value of `Idempotency-Key`. */
  idempotencyKey?: string | undefined;
  token?: string | undefined;
  /** Id of the cookie's session. */
  sessionId?: string | undefined;
  /** Whether the browser's cookie authenticates the request. */
  withCookie?: boolean;
  signal?: AbortSignal | undefined;
  /** Timeout that replaces the client's, milliseconds. */
  timeout?: number | undefined;
  /** Media type of a successful answer that is streamed instead of read. */
  accept?: string | undefined;
}

export interface Answer {
  status: number;
  /** Parsed JSON body, undefined when it is not JSON; or an `UnreadBody`. */
  body: unknown;
  rate: RateHeaders;
  /** `Retry-After` in seconds. */
  retryAfter: number | undefined;
}

/** Response whose body the caller streams. The timer runs until the body is read. */
export interface UnreadBody {
  response: Response;
  timer: RequestTimer;
}

export type Send = (outgoing: Outgoing) => Promise<Answer>;

export function createTransport(fetcher: typeof fetch, timeoutMs: number): Send {
  return async (outgoing) => {
    const { url, method, body, version, idempotencyKey, token, sessionId, signal, accept } = outgoing;
    const { timeout = timeoutMs, withCookie } = outgoing;
    const headers: Record<string, string> = { accept: accept ?? "application/json" };
    const isFile = body instanceof Blob;
    if (body !== undefined && !isFile) headers["content-type"] = "application/json";
    if (version !== undefined) headers["if-match"] = version === "*" ? version : `"${version}"`;
    if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
    if (token) headers.authorization = `Bearer ${token}`;
    if (sessionId) headers["x-zonetag-session"] = sessionId;
    const timer = startRequestTimer(timeout, signal);
    const credentials = withCookie ? "same-origin" : "omit";
    // A sign-out must end the session even if the user leaves the page meanwhile.
    const keepalive = method === "DELETE";
    const init: RequestInit = { method, headers, credentials, keepalive, signal: timer.signal };
    if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
    let isUnread = false;
    let response: Response | undefined;
    try {
      response = await fetcher(url, init);
      isUnread = accept !== undefined && response.ok;
      const unread: UnreadBody = { response, timer };
      return {
        status: response.status,
        body: isUnread ? unread : parse(await response.text()),
        rate: parseRateHeaders(response.headers),
        retryAfter: secondsUntil(response.headers.get("retry-after")),
      };
    } catch (cause) {
      throw timer.explain(cause, response);
    } finally {
      if (!isUnread) timer.stop();
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the rate limit. A response from the browser's cache has the headers of an earlier request. */
function parseRateHeaders(headers: Headers): RateHeaders {
  const rate: RateHeaders = {};
  if (/max-age=[1-9]/.test(headers.get("cache-control") ?? "")) return rate;
  for (const name of ["limit", "remaining", "reset"] as const) {
    const value = parseNumber(headers.get(`x-rate-limit-${name}`));
    if (value !== undefined) rate[name] = value;
  }
  return rate;
}

function parseNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** Reads `Retry-After`: seconds or a date. */
function secondsUntil(text: string | null): number | undefined {
  const seconds = parseNumber(text);
  if (seconds !== undefined || text === null) return seconds;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
