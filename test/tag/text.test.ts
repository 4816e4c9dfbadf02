import { afterEach, expect, test, vi } from "vitest";
import { isAddress } from "../../src/tag/text.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  "http://a.example",
  "https://a.example/",
  "HTTPS://A.EXAMPLE?x",
  "http://a#b",
  "http://[::1]:80/x@y",
])("%s is an address", (address) => expect(isAddress(address)).toBe(true));
const REFUSED: unknown[] = [
  ...[
    "",
    "https://",
    "https:///x",
    "https:a",
    "//a.example",
    "/a",
    "javascript:alert(1)",
    "data:,x",
    "ftp://a",
  ],
  ...[
    "https://a@b/",
    "https://a\\@b/",
    "https://a b/",
    " https://a/",
    "\thttps://a/",
    "https://a\n/",
    'https://a"@b/',
    "xhttps://a",
    "https://?a",
  ],
  ...[null, undefined, 5, {}, [], ["https://a.example/"], { toString: 1 }],
];
const UNREADABLE = [
  ...[
    "http://a%00b/",
    "http://a\0b/",
    "https://xn--/",
    "https://a:99999/",
    "http://[::1/",
    "https://a<b/",
    "https://1.2.3.4.5/",
  ],
];
test.each(UNREADABLE)("%j, which browsers cannot parse, is refused", (address) =>
  expect(isAddress(address)).toBe(false),
);

test.each([
  ["missing", undefined],
  [
    "one that throws",
    function Broken() {
      throw new Error("mine");
    },
  ],
  ["an object", {}],
  ["one that returns nothing", function Empty() {}],
])("addresses are accepted by their form where the page's URL is %s", (_, URL) => {
  vi.stubGlobal("URL", URL);
  expect(isAddress("https://a.example/x?y#z")).toBe(true);
  expect(isAddress("javascript:alert(1)")).toBe(false);
});

test("texts that are not addresses are refused", () => expect(REFUSED.filter(isAddress)).toEqual([]));
