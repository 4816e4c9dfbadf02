import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import pino from "pino";
import { expect, test } from "vitest";
import {
  createProxyWarning,
  findClientAddress,
  findOrigin,
  isForwardedByUnknown,
  resolveClientAddress,
} from "../../../src/service/http/proxies.ts";
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

const manyTrusted = matchNetworks(["10.0.0.0/8", "::1", "2001:db8::/32"]);
test.each<[string, string | undefined, string]>([
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["203.0.113.9", "192.0.2.1", "203.0.113.9"],
  ["10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["::ffff:10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["10.0.0.1", "1.1.1.1, 192.0.2.1", "192.0.2.1"],
  ["10.0.0.1", "1.1.1.1, 192.0.2.1, 10.9.9.9", "192.0.2.1"],
  ["10.0.0.1", "10.2.2.2", "10.2.2.2"],
  ["10.0.0.1", "192.0.2.1:4711", "192.0.2.1"],
  ["2001:db8::7", "[2001:db9::1]:443", "2001:db9::1"],
  ["10.0.0.1", "unknown, 10.3.3.3", "10.3.3.3"],
  ["10.0.0.1", "", "10.0.0.1"],
  ["10.0.0.1", "192.0.2.1,10.2.2.2:80", "192.0.2.1"],
  ["10.0.0.1", "192.0.200.100:4711 , 10.2.2.2", "192.0.200.100"],
  ["10.0.0.1", "192.168.200.100:4711", "192.168.200.100"],
  ["10.0.0.1", "[2001:db9::1]", "2001:db9::1"],
  ["10.0.0.1", "2001:db9::1", "2001:db9::1"],
  // Malformed ports are not from a proxy.
  ["10.0.0.1", "192.0.2.1:", "10.0.0.1"],
  ["10.0.0.1", "192.0.2.1:80x", "10.0.0.1"],
  ["10.0.0.1", "x192.0.2.1:80", "10.0.0.1"],
  // Without brackets, a port is ambiguous in an IPv6 address.
  ["10.0.0.1", "::ffff:192.0.2.1:80", "10.0.0.1"],
  ["10.0.0.1", "[2001:db9::1]x", "10.0.0.1"],
  ["10.0.0.1", "[2001:db9::1]:80x", "10.0.0.1"],
  ["10.0.0.1", "[2001:db9::1]:", "10.0.0.1"],
  ["10.0.0.1", "x[2001:db9::1]:80", "10.0.0.1"],
  ["10.0.0.1", "[]", "10.0.0.1"],
  // A closed socket has no peer address.
  ["", "192.0.2.1", "0.0.0.0"],
])("a request from %s with X-Forwarded-For %j has the client address %s", (peer, forwarded, expected) => {
  expect(resolveClientAddress(peer, forwarded, manyTrusted)).toBe(expected);
});

test("without trusted proxies the client address is the connecting one", () => {
  expect(resolveClientAddress("10.0.0.1", "192.0.2.1", matchNetworks([]))).toBe("10.0.0.1");
});
