/** Reads pages of a network's sites for "Try a page", but never from the operator's internal network. */
import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Readable } from "node:stream";
import ipaddr from "ipaddr.js";
import { parseUrl } from "../../protocol/addresses.ts";
import type { PageMarkup } from "../../protocol/management.ts";
import { isPublicAddress } from "../net/address.ts";
import { isObject } from "../values/object.ts";
import { refuseField } from "./refusal.ts";

/** Caller of a request. */
interface PageReader {
  /** Host names of the caller's sites. */
  hostnames: ReadonlySet<string>;
  /** Whether the caller may name sites. Others must not choose ports of this machine. */
  isEditor: boolean;
}

/** Reads the page at an address with one of the host names. Rejects with `ChangeRefused`. */
export type FetchMarkup = (input: unknown, reader: PageReader) => Promise<PageMarkup>;

const MAX_ADDRESS = 2048;
const MAX_BYTES = 1024 ** 2;
const MAX_REDIRECTS = 3;
/** Time limit for the page and its redirects, milliseconds. */
const TIMEOUT = 5000;

/** `mayReadLocal`: whether editors may read pages on this machine, as when testing the service on it. */
export function createMarkupFetcher({ mayReadLocal }: { mayReadLocal: boolean }): FetchMarkup {
  return async (input, { hostnames, isEditor }) => {
    const address = isObject(input) ? input.address : undefined;
    if (typeof address !== "string" || address.length > MAX_ADDRESS)
      throw refuseField("address", { code: "text-length", most: MAX_ADDRESS });
    const signal = AbortSignal.timeout(TIMEOUT);
    let url = checkAddress(address, hostnames);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const target = await within(signal, resolvePublic(url, mayReadLocal && isEditor));
      const response = await send(url, target, signal);
      const { location } = response.headers;
      if (location === undefined) return { address: url.href, html: await readHtml(response) };
      response.destroy();
      const next = parseUrl(location, url.href);
      if (!next) throw refuseField("address", { code: "page-redirect" });
      url = checkAddress(next.href, hostnames);
    }
    throw refuseField("address", { code: "page-redirects", most: MAX_REDIRECTS });
  };
}

function checkAddress(address: string, hostnames: ReadonlySet<string>): URL {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw refuseField("address", { code: "page-address" });
  if (!hostnames.has(url.hostname))
    throw refuseField("address", { code: "page-site-unknown", hostname: url.hostname });
  return url;
}

/**
 * Resolves the name to the address that is then connected to, because a second resolution could return another one.
 * https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
 */
async function resolvePublic({ hostname }: URL, mayReadLocal: boolean): Promise<string> {
  const { address } = await lookup(hostname.replace(/^\[|\]$/g, "")).catch(() => {
    throw refuseField("address", { code: "page-host-unknown", hostname });
  });
  const isLocal = ipaddr.process(address).range() === "loopback";
  if (isPublicAddress(address) || (mayReadLocal && isLocal)) return address;
  throw refuseField("address", { code: "page-host-private", hostname });
}

/** Rejects when the signal aborts. Resolving a name cannot be cancelled, so its result is ignored. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(refuseField("address", { code: "page-silent" })), {
      once: true,
    });
  });
  return Promise.race([work, late]);
}

function send(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { hostname, port, protocol, pathname, search } = url;
  const isSecure = protocol === "https:";
  return new Promise((resolve, reject) => {
    const sending = (isSecure ? requestHttps : requestHttp)({
      host: address,
      port: port || (isSecure ? 443 : 80),
      path: pathname + search,
      signal,
      ...(isSecure && { servername: hostname }),
      headers: { host: url.host, accept: "text/html", "accept-encoding": "identity" },
    });
    sending.once("response", resolve);
    sending.once("error", () => reject(refuseField("address", { code: "page-silent" })));
    sending.end();
  });
}

async function readHtml(response: IncomingMessage): Promise<string> {
  const { statusCode, headers } = response;
  const type = headers["content-type"] ?? "";
  if (statusCode !== 200 || !/^text\/html\b/i.test(type)) {
    response.destroy();
    throw refuseField("address", { code: "page-answer", status: statusCode, type });
  }
  const [, charset = "utf-8"] = /charset="?([\w-]+)/i.exec(type) ?? [];
  return decode(await readStart(response), charset);
}

/** Reads up to the maximum and ignores the remainder. */
async function readStart(response: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_BYTES) break;
    }
  } catch {
    throw refuseField("address", { code: "page-silent" });
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}
