import { expect, test } from "vitest";
import { parseUrl } from "../../../src/service/net/parseUrl.ts";

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
