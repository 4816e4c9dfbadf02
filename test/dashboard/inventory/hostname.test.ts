import { expect, test } from "vitest";
import { isHost, parseHost } from "../../../src/dashboard/inventory/hostname.ts";

test.each([
  ["news.example", "news.example"],
  ["https://news.example", "news.example"],
  [" HTTP://News.example:8080/today?a=1#b ", "news.example"],
  ["news.example/today", "news.example"],
  ["zeitung-süd.example", "xn--zeitung-sd-ieb.example"],
])("the host name of %j is %s", (text, host) => {
  expect(parseHost(text)).toBe(host);
  expect(isHost(parseHost(text))).toBe(true);
});

test.each(["", "news example", "https://", "a_b"])("%j is not a valid host name", (text) => {
  expect(isHost(parseHost(text))).toBe(false);
});
