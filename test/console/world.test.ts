import { expect, test } from "vitest";
import { isMixed } from "../../src/console/world.ts";

test.each([
  ["http://ads.test/", "https://site.test/", true],
  ["https://ads.test/", "https://site.test/", false],
  ["http://ads.test/", "http://site.test/", false],
  ["http://127.0.0.1:8080/", "https://site.test/", false],
  ["http://localhost/", "https://site.test/", false],
  ["http://127.0.0.1.evil.test/", "https://site.test/", true],
])("%s in %s: mixed %s", (address, page, mixed) => {
  expect(isMixed(address, page)).toBe(mixed);
});
