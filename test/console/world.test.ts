import { expect, test } from "vitest";
import { isMixed, originOf } from "../../src/console/world.ts";

test.each([
  ["http://ads.test/", "https://site.test/", true],
  ["https://ads.test/", "https://site.test/", false],
  ["http://ads.test/", "http://site.test/", false],
  ["http://127.0.0.1:8080/", "https://site.test/", false],
  ["http://localhost/", "https://site.test/", false],
  ["http://localhost:8080", "https://site.test/", false],
  ["http://ads.localhost/v1", "https://site.test/", false],
  ["http://[::1]:80/", "https://site.test/", false],
  ["http://127.0.0.1.evil.test/", "https://site.test/", true],
  ["http://localhost.evil.test/", "https://site.test/", true],
])("%s in %s: mixed %s", (address, page, mixed) => {
  expect(isMixed(address, page)).toBe(mixed);
});

test("what is no address has an origin too", () => {
  expect(originOf("https://ads.test:81/v1/placement?a=b")).toBe("https://ads.test:81");
  expect(originOf("https://ads test")).toBe("https://ads test");
});
