import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import pino from "pino";
import { expect, test } from "vitest";
import {
  createProxyWarning,
  findClientAddress,
  findOrigin,
  isForwardedByUnknown,
  isNavigation,
  isSpeculative,
} from "../../../src/service/http/client.ts";
import { matchNetworks } from "../../../src/service/net/address.ts";

const trusted = matchNetworks(["10.0.0.0/8"]);

/** Creates a request with the given headers and remote address. */
function createRequest(
  headers: IncomingMessage["headers"],
  remoteAddress: string | undefined = "10.0.0.1",
): IncomingMessage {
  const socket = new Socket();
  const address = { remoteAddress, localAddress: "192.0.2.80", localPort: 8080 };
  for (const [name, value] of Object.entries(address)) Object.defineProperty(socket, name, { value });
  return Object.assign(new IncomingMessage(socket), { headers });
}

test("a client's address is the connection's, or the one in X-Forwarded-For of a trusted proxy", () => {
  const find = (peer: string | undefined, forwarded?: string | string[]) => {
    const headers = { ...(forwarded !== undefined && { "x-forwarded-for": forwarded }) };
    return findClientAddress(createRequest(Object.assign({}, headers), peer), trusted);
  };
  expect(find("203.0.113.9", "192.0.2.1")).toBe("203.0.113.9");
  expect(find("10.0.0.1")).toBe("10.0.0.1");
  expect(find("10.0.0.1", "192.0.2.1")).toBe("192.0.2.1");
  expect(find("10.0.0.1", ["192.0.2.7", "192.0.2.1, 10.9.9.9"])).toBe("192.0.2.1");
});

test("an untrusted address that sends X-Forwarded-For counts as shared", () => {
  const isShared = (headers: IncomingMessage["headers"], peer?: string) =>
    isForwardedByUnknown(createRequest(headers, peer), trusted);
  const forwarded = { "x-forwarded-for": "192.0.2.1" };
  expect([isShared(forwarded, "203.0.113.9"), isShared(forwarded, "10.0.0.1")]).toEqual([true, false]);
  expect([isShared({}, "203.0.113.9"), isShared(forwarded, "")]).toEqual([false, false]);
});

test("an untrusted proxy is reported once, with a truncated address", () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const warn = createProxyWarning(log, trusted);
  const forwarded = { "x-forwarded-for": "192.0.2.1" };
  warn(createRequest({}, "203.0.113.9"));
  warn(createRequest(forwarded, "10.0.0.1"));
  warn(createRequest(forwarded, ""));
  expect(lines).toEqual([]);
  warn(createRequest(forwarded, "203.0.113.9"));
  warn(createRequest(forwarded, "203.0.113.9"));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 40, address: "203.0.113.0", msg: expect.stringContaining("--trusted-proxies") },
  ]);
});

test.each([
  ["ads.example", "http://ads.example"],
  ["ads.example:8080", "http://ads.example:8080"],
  ["192.0.2.1", "http://192.0.2.1"],
  ["[2001:db8::1]", "http://[2001:db8::1]"],
  ["[2001:DB8::1]:443", "http://[2001:DB8::1]:443"],
])("the origin of a request for the host %s is %s", (host, origin) => {
  expect(findOrigin(createRequest({ host }), trusted)).toBe(origin);
});

test.each([
  ...["", "ads.example/path", "user@ads.example", "ads.example:", "ads.example:80x", "ads example"],
  ...["[2001:db8::1", "2001:db8::1]", "[]", "[x]", "x[2001:db8::1]", "[2001:db8::1]x", "[2001:db8::1]:"],
  ...["[2001:db8::1]:80x", 'ads.example"onload='],
])("for the invalid host %j the origin of a request is the address of the socket", (host) => {
  expect(findOrigin(createRequest({ host }), trusted)).toBe("http://192.0.2.80:8080");
  expect(findOrigin(createRequest({}), trusted)).toBe("http://192.0.2.80:8080");
});

test.each([
  ["10.0.0.1", "https", "https"],
  ["10.0.0.1", " HTTPS , http", "https"],
  ["10.0.0.1", "http, https", "http"],
  ["10.0.0.1", ["https", "http"], "https"],
  ["10.0.0.1", "", "http"],
  ["10.0.0.1", "ftp", "http"],
  ["203.0.113.9", "https", "http"],
  ["", "https", "http"],
])("a request from %s with X-Forwarded-Proto %j has the scheme %s", (peer, scheme, expected) => {
  const headers = Object.assign({ host: "ads.example" }, { "x-forwarded-proto": scheme });
  expect(findOrigin(createRequest(headers, peer), trusted)).toBe(`${expected}://ads.example`);
});

test("a prefetch is recognized by any of its headers, in any letter case", () => {
  const isAhead = (headers: IncomingMessage["headers"]) => isSpeculative(createRequest(headers));
  for (const name of ["sec-purpose", "purpose", "x-purpose", "x-moz"])
    for (const purpose of ["prefetch", "Prerender", "PREVIEW", "prefetch;prerender"])
      expect([name, purpose, isAhead(Object.fromEntries([[name, purpose]]))]).toEqual([name, purpose, true]);
  expect(isAhead({ purpose: ["x", "prefetch"] })).toBe(true);
  for (const headers of [{}, { purpose: "" }, { purpose: "view" }, { "x-other": "prefetch" }])
    expect(isAhead(headers)).toBe(false);
});

test("a request by a user's action is no prefetch", () => {
  const isAhead = (user: string) =>
    isSpeculative(createRequest({ "sec-purpose": "prefetch", "sec-fetch-user": user }));
  expect([isAhead("?1"), isAhead("?0"), isAhead("")]).toEqual([false, true, true]);
});

type NavigationCase = [what: string, expected: boolean, headers: IncomingMessage["headers"]];

test.each<NavigationCase>([
  ["a browser that does not say", true, {}],
  ["a link in Chromium and Firefox", true, metadata("navigate", "document", "?1")],
  ["a link in Safari, a script or a redirect that opens a page", true, metadata("navigate", "document")],
  ["a service worker that forwards the navigation", true, metadata("navigate", "empty")],
  ["a browser that names the mode alone", true, metadata("navigate")],
  ["a browser that names the destination alone", true, metadata(undefined, "document")],
  ["a proxy that empties the headers", true, metadata("", "", "")],
  ["a kind of document that is not known", true, metadata("navigate", "fencedframe")],
  ...["iframe", "frame", "embed", "object"].flatMap((dest): NavigationCase[] => [
    [`a link within a document in ${dest}`, true, metadata("navigate", dest, "?1")],
    [`a document loaded into ${dest}`, false, metadata("navigate", dest)],
    [`a document in ${dest} without a mode`, false, metadata(undefined, dest)],
  ]),
  ["an image", false, metadata("no-cors", "image")],
  ["fetch without CORS", false, metadata("no-cors", "empty")],
  ["fetch with CORS", false, metadata("cors", "empty")],
  ["fetch on the own site", false, metadata("same-origin", "empty")],
  ["a preloaded document", false, metadata("no-cors", "document")],
  ["a WebSocket", false, metadata("websocket", "websocket")],
  ["a program that names its mode alone, such as Node's fetch", false, metadata("cors")],
  ["an image that claims a user", false, metadata("no-cors", "image", "?1")],
])("a fetch by %s counts as a navigation: %s", (_what, expected, headers) => {
  expect(isNavigation(createRequest(headers))).toBe(expected);
});

/** Creates fetch metadata. */
function metadata(mode?: string, dest?: string, user?: string): IncomingMessage["headers"] {
  return {
    ...(mode !== undefined && { "sec-fetch-mode": mode }),
    ...(dest !== undefined && { "sec-fetch-dest": dest }),
    ...(user !== undefined && { "sec-fetch-user": user }),
  };
}
