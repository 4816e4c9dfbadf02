/** Finds a request's sender and the origin it was sent to, from the connection or the headers of trusted proxies. */
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { type AddressMatcher, normalizeAddress, truncateAddress } from "../net/address.ts";

/** Returns the address of the connection, or the one that a trusted proxy reports. */
export function findClientAddress({ headers, socket }: IncomingMessage, trusted: AddressMatcher): string {
  return resolveClientAddress(socket.remoteAddress ?? "", joinHeader(headers["x-forwarded-for"]), trusted);
}

/** Whether X-Forwarded-For came from an address that is not trusted: it may be a proxy shared by many visitors. */
export function isForwardedByUnknown({ headers, socket }: IncomingMessage, trusted: AddressMatcher): boolean {
  if (headers["x-forwarded-for"] === undefined) return false;
  const peer = normalizeAddress(socket.remoteAddress ?? "");
  return peer !== undefined && !trusted(peer);
}

/** Logs once that a forwarding header is ignored: all visitors behind that proxy then count as one address. */
export function createProxyWarning(log: Logger, trusted: AddressMatcher): (request: IncomingMessage) => void {
  let isDone = false;
  return (request) => {
    if (isDone || !isForwardedByUnknown(request, trusted)) return;
    isDone = true;
    log.warn(
      { address: truncateAddress(normalizeAddress(request.socket.remoteAddress ?? "") ?? "0.0.0.0") },
      "Ignored X-Forwarded-For from an address that is not trusted: all visitors behind a proxy share its limits until --trusted-proxies names it",
    );
  };
}

/**
 * Finds the client's address. Reads X-Forwarded-For from the right while trusted proxies wrote it: everything left of
 * the first untrusted address may be forged. https://www.rfc-editor.org/rfc/rfc7239#section-8.1
 */
export function resolveClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: AddressMatcher,
): string {
  let address = normalizeAddress(peer) ?? "0.0.0.0";
  if (!forwardedFor || !trusted(address)) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    const next = normalizeAddress(withoutPort(hop.trim()));
    if (next === undefined) return address;
    address = next;
    if (!trusted(address)) return address;
  }
  return address;
}

/**
 * Removes a port: some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`, as in
 * https://www.rfc-editor.org/rfc/rfc7239#section-6.
 */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1] ?? hop;
  return hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
}

const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

/**
 * Returns the origin under which the client reached the service. A client that forges it only receives forged URLs
 * itself.
 */
export function findOrigin({ headers, socket }: IncomingMessage, trusted: AddressMatcher): string {
  const { host = "" } = headers;
  const authority = HOST.test(host) ? host : `${socket.localAddress}:${socket.localPort}`;
  const isTrusted = trusted(normalizeAddress(socket.remoteAddress ?? "") ?? "0.0.0.0");
  const [scheme] = joinHeader(headers["x-forwarded-proto"])?.split(",") ?? [];
  const isSecure = isTrusted && scheme?.trim().toLowerCase() === "https";
  return `${isSecure ? "https" : "http"}://${authority}`;
}

/** Joins the values of a header that was sent several times. */
export function joinHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}
