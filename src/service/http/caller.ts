/** What a request says of the visitor that it comes from. */
import type { IncomingMessage } from "node:http";
import type { AddressMatcher } from "../net/address.ts";
import type { Caller } from "../placement/placement.ts";
import { findOrigin } from "./client.ts";

export interface CallerParts {
  trusted: AddressMatcher;
  /** Origin of impression and click addresses; by default the one that the request came by. */
  origin?: string | undefined;
}

/** `address`: the visitor's, behind all proxies. */
export function readCaller(
  request: IncomingMessage,
  address: string,
  { trusted, origin }: CallerParts,
): Caller {
  const { headers } = request;
  return {
    address,
    isBrowser: headers.origin !== undefined || headers["sec-fetch-site"] !== undefined,
    userAgent: headers["user-agent"],
    language: headers["accept-language"],
    optsOut: headers["sec-gpc"] === "1",
    origin: origin ?? findOrigin(request, trusted),
  };
}
