/** Reads headers by which browsers say why they fetch an address, and what their users want. */
import type { IncomingMessage } from "node:http";
import { joinHeader } from "./proxies.ts";

const PURPOSE_HEADERS = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Whether a browser fetches an address before the user has asked for it. */
export function isSpeculative({ headers }: IncomingMessage): boolean {
  if (headers["sec-fetch-user"] === "?1") return false;
  return PURPOSE_HEADERS.some((name) => /prefetch|prerender|preview/i.test(joinHeader(headers[name]) ?? ""));
}

/** Values of Sec-Fetch-Dest for a document inside another one. */
const EMBEDDED: readonly unknown[] = ["iframe", "frame", "embed", "object"];

/**
 * Whether a user may have opened an address: true unless the browser says that a script or an element fetched it, or
 * that it loads inside another document without a user's action. https://www.w3.org/TR/fetch-metadata/
 */
export function isNavigation({ headers }: IncomingMessage): boolean {
  if ((headers["sec-fetch-mode"] || "navigate") !== "navigate") return false;
  return headers["sec-fetch-user"] === "?1" || !EMBEDDED.includes(headers["sec-fetch-dest"]);
}

/** Whether Global Privacy Control is on: https://www.w3.org/TR/gpc/#the-sec-gpc-header-field-for-http-requests */
export function hasOptedOut({ headers }: IncomingMessage): boolean {
  return headers["sec-gpc"] === "1";
}
