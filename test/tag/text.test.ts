import { expect, test } from "vitest";
import { isAddress } from "../../src/tag/text.ts";

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
test("texts that are not addresses are refused", () => expect(REFUSED.filter(isAddress)).toEqual([]));
