import { expect, it } from "vitest";
import { splitWords } from "../../../src/service/values/words.ts";

it.each([
  ["Running  Shoes", ["running", "shoes"]],
  ["ＲＵＮＮＩＮＧ", ["running"]],
  ["STRASSE, ÉTÉ", ["strasse", "été"]],
  ["Straße", ["strasse"]],
  ["ΟΔΟΣ οδος", ["οδοσ", "οδοσ"]],
  ["cafe\u0301", ["café"]],
  ["e-mail_x", ["e", "mail", "x"]],
  ["日本語 新聞", ["日本語", "新聞"]],
  ["C++, c#, C", ["c++", "c#", "c"]],
  ["1 + 1 #x", ["1", "1", "x"]],
  ["+++ !", []],
  [" , ", []],
])("%j has the words %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});
