/** Caller data read from a request. */
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { describeCaller } from "../../../src/service/http/caller.ts";
import { createRequest } from "./support.ts";

const trusted = () => false;
const read = (headers: IncomingMessage["headers"], origin?: string) =>
  describeCaller(createRequest({ headers: { host: "ads.example", ...headers } }), "203.0.113.9", {
    trusted,
    origin,
  });

test("a caller contains address, user agent, language and the origin of the Host header", () => {
  expect(read({ "user-agent": "Agent", "accept-language": "de" })).toEqual({
    address: "203.0.113.9",
    userAgent: "Agent",
    language: "de",
    isBrowser: false,
    optsOut: false,
    origin: "http://ads.example",
  });
});

test("a caller's user agent is cut to 2,048 characters and its languages to 1,024", () => {
  const { userAgent, language } = read({
    "user-agent": "a".repeat(9000),
    "accept-language": "b".repeat(9000),
  });
  expect([userAgent, language]).toEqual(["a".repeat(2048), "b".repeat(1024)]);
});

test("a configured origin takes precedence over the Host header", () => {
  expect(read({}, "https://set.example").origin).toBe("https://set.example");
});

test("a caller is a browser if it sends Origin or Sec-Fetch-Site, which pages cannot forge", () => {
  expect(read({ origin: "https://page.example" }).isBrowser).toBe(true);
  for (const site of ["cross-site", "same-origin"])
    expect(read({ "sec-fetch-site": site }).isBrowser).toBe(true);
  expect(read({ "sec-fetch-mode": "cors", referer: "https://page.example/" }).isBrowser).toBe(false);
});

test.each([
  ["1", true],
  ["0", false],
  ["", false],
])("a caller with Sec-GPC: %s opts out: %s", (value, optsOut) => {
  expect(read({ "sec-gpc": value }).optsOut).toBe(optsOut);
});
