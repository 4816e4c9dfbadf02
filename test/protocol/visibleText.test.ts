import { expect, test } from "vitest";
import { isVisible } from "../../src/protocol/visibleText.ts";

test.each(["0", "é", "漢", "😀", "\u200bA", " b "])("%j is visible", (text) => {
  expect(isVisible(text)).toBe(true);
});

test.each([
  ["an empty text", ""],
  ["spaces", " \u00a0\u3000\t"],
  ["a zero-width space", "\u200b"],
  ["a word joiner and a byte order mark", "\u2060\ufeff"],
  ["a Hangul filler", "\u3164"],
  ["an empty braille pattern", "\u2800"],
  ["a control character", "\u0007"],
])("%s is not visible", (_name, text) => {
  expect(isVisible(text)).toBe(false);
});
