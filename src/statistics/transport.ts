/** The only file that touches the network. */
import { StatisticsError } from "./errors.ts";
import type { RateHeaders } from "./rateLimits.ts";

export interface Outgoing {
  url: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Sent as JSON, or a file as it is. */
  body?: unknown;
  /** For `If-Match`: what the caller saw. */
  version?: string | undefined;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  /** The body, read as JSON; undefined when it is none. */
  body: unknown;
  rate: RateHeaders;
  /** Seconds, as `Retry-After` says. */
  retryAfter: number | undefined;
}

export type Send = (outgoing: Outgoing) => Promise<Answer>;

export function createTransport(fetcher: typeof fetch, timeoutMs: number): Send {
  return async ({ url, method, body, version, token, signal }) => {
    const headers: Record<string, string> = { accept: "application/json" };
    const isFile = body instanceof Blob;
    if (body !== undefined && !isFile) headers["content-type"] = "application/json";
    if (version !== undefined) headers["if-match"] = version === "*" ? version : `"${version}"`;
    if (token) headers.authorization = `Bearer ${token}`;
    const watch = watchTime(timeoutMs, signal);
    try {
      const init: RequestInit = { method, headers, credentials: "omit", signal: watch.signal };
      if (body !== undefined) init.body = isFile ? body : JSON.stringify(body);
      return await read(await fetcher(url, init));
    } catch (cause) {
      signal?.throwIfAborted();
      if (watch.late) throw new StatisticsError("timeout", "The service did not answer in time.", { cause });
      throw new StatisticsError("network", "The service cannot be reached.", { cause });
    } finally {
      watch.stop();
    }
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    body: parse(text),
    rate: readRate(response.headers),
    retryAfter: secondsUntil(response.headers.get("retry-after")),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRate(headers: Headers): RateHeaders {
  const rate: RateHeaders = {};
  for (const name of ["limit", "remaining", "reset"] as const) {
    const value = readNumber(headers.get(`x-rate-limit-${name}`));
    if (value !== undefined) rate[name] = value;
  }
  return rate;
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text.trim()) ? Number(text) : undefined;
}

/** `Retry-After` holds seconds or a date. */
function secondsUntil(text: string | null): number | undefined {
  const seconds = readNumber(text);
  if (seconds !== undefined || text === null) return seconds;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

/** A signal that follows the caller's and ends by itself when the time is over. */
function watchTime(timeoutMs: number, outer?: AbortSignal) {
  const controller = new AbortController();
  const watch = { signal: controller.signal, late: false, stop };
  const timer = setTimeout(() => {
    watch.late = true;
    controller.abort();
  }, timeoutMs);
  function follow(this: AbortSignal): void {
    controller.abort(this.reason);
  }
  if (outer?.aborted) follow.call(outer);
  outer?.addEventListener("abort", follow, { once: true });
  function stop(): void {
    clearTimeout(timer);
    outer?.removeEventListener("abort", follow);
  }
  return watch;
}
