import { expect, it } from "vitest";
import { phraseOf, phrasesIn, phrasesInAddress, wordsOf } from "../../../src/service/placement/words.ts";

it.each([
  ["Running  Shoes", ["running", "shoes"]],
  ["ＲＵＮＮＩＮＧ", ["running"]],
  ["Straße, ÉTÉ", ["straße", "été"]],
  ["cafe\u0301", ["café"]],
  ["e-mail_x", ["e", "mail", "x"]],
  ["日本語 新聞", ["日本語", "新聞"]],
  [" , ", []],
])("%j has the words %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it("finds phrases inside one keyword, never across two", () => {
  const phrases = phrasesIn("Red Running-Shoes, bikes", 3);
  expect(phrases.has(phraseOf("running shoes"))).toBe(true);
  expect(phrases.has(phraseOf("SHOES"))).toBe(true);
  expect(phrases.has(phraseOf("red shoes"))).toBe(false);
  expect(phrases.has(phraseOf("shoes bikes"))).toBe(false);
  expect(phrases.has(phraseOf("shoe"))).toBe(false);
});

it.each([
  [
    "https://cars:boats@news.example/sport@home?q=a@b#trips#more",
    ["sport home", "a b"],
    ["cars", "boats", "trips", "more"],
  ],
  [
    "https://news.example/sport/running-shoes?q=winter+boots#x",
    ["news", "running shoes", "winter boots"],
    ["https"],
  ],
  ["https://example.org/caf%C3%A9", ["café"], []],
  ["https://example.org/100%/a%ZZb", ["100", "a"], []],
  ["not an address", ["not an"], []],
])("%s has the words of host, path and query", (address, has, lacks) => {
  const phrases = phrasesInAddress(address, 2);
  for (const phrase of has) expect(phrases).toContain(phrase);
  for (const phrase of lacks) expect(phrases).not.toContain(phrase);
});
