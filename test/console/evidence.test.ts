import { expect, test } from "vitest";
import { isMixed, readOrigin } from "../../src/console/evidence.ts";

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
])("%s in a page at %s is mixed content: %s", (address, page, mixed) => {
  expect(isMixed(address, page)).toBe(mixed);
});

test("the origin of an address is read also where the address is not valid", () => {
  expect(readOrigin("https://ads.test:81/v1/placement?a=b")).toBe("https://ads.test:81");
  expect(readOrigin("https://ads test")).toBe("https://ads test");
});
