/** Reads the visitor's address and traits from a request. */
import type { IncomingMessage } from "node:http";
import { USER_FIELDS } from "../../protocol/placement.ts";
import type { AddressMatcher } from "../net/address.ts";
import type { Caller } from "../placement/placement.ts";
import { hasOptedOut } from "./browserHeaders.ts";
import { findOrigin } from "./proxies.ts";

interface CallerParts {
  trusted: AddressMatcher;
  /** Origin of impression and click URLs; by default that of the request. */
  origin?: string | undefined;
}

/** Maximum characters read of `Accept-Language`. */
const MAX_LANGUAGES = 1024;

/**
 * Reads the headers that describe the caller. Users do not write them, so long ones are truncated instead of refused.
 * `address`: address of the visitor, not of a proxy.
 */
export function describeCaller(
  request: IncomingMessage,
  address: string,
  { trusted, origin }: CallerParts,
): Caller {
  const { headers } = request;
  return {
    address,
    isBrowser: headers.origin !== undefined || headers["sec-fetch-site"] !== undefined,
    userAgent: headers["user-agent"]?.slice(0, USER_FIELDS.ua.maxLength),
    language: headers["accept-language"]?.slice(0, MAX_LANGUAGES),
    optsOut: hasOptedOut(request),
    origin: origin ?? findOrigin(request, trusted),
  };
}
