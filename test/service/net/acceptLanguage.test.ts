import { expect, test } from "vitest";
import { parseAcceptLanguage } from "../../../src/service/net/acceptLanguage.ts";

test.each([
  ["de", ["de"]],
  ["de-CH", ["de"]],
  ["ZH-Hant-TW", ["zh"]],
  ["fil", ["fil"]],
  [" en ; q=0.8 , de ", ["de", "en"]],
  ["fr;q=0.1,en;q=0.2,de;q=1.000", ["de", "en", "fr"]],
  ["en;Q=0.5", ["en"]],
  // Languages of equal weight keep their order.
  ["es,it;q=1,pt;q=1.0", ["es", "it", "pt"]],
  ["en;q=0.5;level=1,de;q=0.6", ["de", "en"]],
  ["en;q=0.,de;q=0.001", ["de"]],
])("Accept-Language %j is read as %j in this order", (header, languages) => {
  expect(parseAcceptLanguage(header)).toEqual(languages);
});

test.each(["", "*", "*;q=0.5", "en;q=0", "en;q=0.000", "en;q=1.5", "en;q=1.001", "en;q=0.1234", "en;q=.5"])(
  "Accept-Language %j requests no language",
  (header) => {
    expect(parseAcceptLanguage(header)).toEqual([]);
  },
);

test.each([
  "en;q=0.5x",
  "en;xq=0.5",
  "en;q=0x5",
  "en;q=1x0",
  "en;q",
  "en;",
  "e1",
  "en_GB",
  "-en",
  "en-",
  "en-x%",
  "abcdefghi",
])("the malformed Accept-Language %j is ignored", (header) => {
  expect(parseAcceptLanguage(header)).toEqual([]);
});

test("malformed entries of Accept-Language do not affect valid ones", () => {
  expect(parseAcceptLanguage("en;q=2,de,?,fr;q=0.3")).toEqual(["de", "fr"]);
});

test("only the first twenty entries of Accept-Language are read", () => {
  const subtags = Array.from(
    { length: 30 },
    (_, at) => `a${String.fromCharCode(97 + (at % 26))}${at < 26 ? "" : "a"}`,
  );
  expect(parseAcceptLanguage(subtags.join(","))).toEqual(subtags.slice(0, 20));
});
