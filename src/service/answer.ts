/** What the routes on the hot path give back, before it becomes bytes on a socket. */
import { EXPOSED_HEADERS } from "./limits.ts";

export interface Answer {
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

export function message(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: headerList({ ...INERT_HEADERS, "Content-Type": "application/json", ...headers }),
    body: JSON.stringify({ message: text }),
  };
}

export function headerList(headers: Record<string, string>): HeaderList {
  return Object.entries(headers).flat();
}
