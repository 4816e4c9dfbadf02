/** What a route gives back, before it becomes bytes on a socket. */
import { EXPOSED_HEADERS } from "../net/rateLimiter.ts";

export interface Reply {
  status: number;
  headers: HeaderList;
  body: string | Buffer;
}

/** Names and values in turn: the form that Node writes in the least time. */
export type HeaderList = readonly string[];

/** On everything that the service answers. */
export const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Frame-Options": "DENY",
} as const;

/** For answers that are no documents: nothing in them may ever run. */
export const INERT_HEADERS = {
  ...SECURITY_HEADERS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
} as const;

/** For answers that any page may read. */
export const PUBLIC_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_HEADERS,
} as const;

/** A reply whose JSON says in a sentence what happened. */
export function createMessage(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: listHeaders({ ...INERT_HEADERS, "Content-Type": "application/json", ...headers }),
    body: JSON.stringify({ message: text }),
  };
}

export function listHeaders(headers: Record<string, string>): HeaderList {
  return Object.entries(headers).flat();
}
