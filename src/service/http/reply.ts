/** Response of a route, before it is written to the socket. */
import { EXPOSED_HEADERS } from "../net/rateLimiter.ts";

export interface Reply {
  status: number;
  headers: HeaderList;
  body: string | Buffer;
}

/** Alternating names and values: the form that Node writes fastest. */
export type HeaderList = readonly string[];

/** Headers of every response. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Frame-Options": "DENY",
} as const;

/** Headers of responses that are not pages; they forbid all active content. */
export const INERT_HEADERS = {
  ...SECURITY_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
} as const;

/** Address of the dashboard, sent with placement responses for the tag's console. */
export const DASHBOARD_HEADER = "X-Zonetag-Dashboard";

/** Headers of responses that any page may read. */
export const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": `${EXPOSED_HEADERS}, ${DASHBOARD_HEADER}`,
} as const;

/** Creates a JSON reply with one sentence in `message`. */
export function createMessage(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: listHeaders({ ...INERT_HEADERS, "Content-Type": "application/json", ...headers }),
    body: createBody(text),
  };
}

/** Writes JSON with one sentence in `message`. */
export function createBody(text: string): string {
  return JSON.stringify({ message: text });
}

export function listHeaders(headers: Record<string, string>): HeaderList {
  return Object.entries(headers).flat();
}
