import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { hasOptedOut, isNavigation, isSpeculative } from "../../../src/service/http/browserHeaders.ts";

const createRequest = (headers: IncomingMessage["headers"]): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers });

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

test("Global Privacy Control is on for the value 1 alone", () => {
  const values = ["1", "0", "true", undefined].map((value) =>
    hasOptedOut(createRequest(value === undefined ? {} : { "sec-gpc": value })),
  );
  expect(values).toEqual([true, false, false, false]);
});

/** Creates fetch metadata. */
function metadata(mode?: string, dest?: string, user?: string): IncomingMessage["headers"] {
  return {
    ...(mode !== undefined && { "sec-fetch-mode": mode }),
    ...(dest !== undefined && { "sec-fetch-dest": dest }),
    ...(user !== undefined && { "sec-fetch-user": user }),
  };
}
