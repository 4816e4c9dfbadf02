import { expect, test } from "vitest";
import { isSafeAddress, isWebAddress, parseUrl } from "../../src/protocol/addresses.ts";

test("100,000 URLs with non-ASCII host names are parsed alike", () => {
  const hosts = Array.from({ length: 100_000 }, () => parseUrl("https://müller.example/größe")?.host);
  expect(new Set(hosts)).toEqual(new Set(["xn--mller-kva.example"]));
});

test.each([
  ["/a", undefined, undefined],
  ["/a", "https://site.example/b", "https://site.example/a"],
  ["https://", undefined, undefined],
])("%j with the base %j is parsed as %j", (text, base, expected) => {
  expect(parseUrl(text, base)?.href).toBe(expected);
});

test.each([
  ["https://shop.example/a", true, true],
  ["HTTP://shop.example", true, true],
  ["https://user@shop.example/", true, false],
  ["https://:password@shop.example/", true, false],
  ['https://shop"x.example/', true, false],
  ["/image.png", false, true],
  ["shop.example", false, false],
  ["https://", false, false],
])("%j is a web address: %s, and the tag accepts it: %s", (address, isWeb, isSafe) => {
  expect([isWebAddress(address), isSafeAddress(address)]).toEqual([isWeb, isSafe]);
});
