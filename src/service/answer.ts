/** What the routes on the hot path give back, before it becomes bytes on a socket. */
import type { OutgoingHttpHeaders } from "node:http";

export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string | Buffer;
}

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

export function message(status: number, text: string, headers: OutgoingHttpHeaders = {}): Answer {
  return {
    status,
    headers: { ...INERT_HEADERS, "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ message: text }),
  };
}
