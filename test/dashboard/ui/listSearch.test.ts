import { expect, test } from "vitest";
import { createSearch, createSearchEntry } from "../../../src/dashboard/ui/listSearch.ts";

const ROWS = {
  socks: createSearchEntry(
    [24, 901],
    ["Trail socks", "Fellstride", "Running", "https://fellstride.example/socks?from=ads", "728x90"],
  ),
  boots: createSearchEntry(
    [124, 902],
    ["Boots 24", "Fellstride", "Paused", "https://boots.example/", "300x250"],
  ),
  almanac: createSearchEntry([3], ["The Almanac", "almanac.longshore.example", "Longshore Média"]),
  books: createSearchEntry([4], ["Bücher", "xn--bcher-kva.example", undefined]),
};

test.each([
  ["", ["socks", "boots", "almanac", "books"]],
  ["Fellstride", ["socks", "boots"]],
  ["FELL", ["socks", "boots"]],
  ["stride", ["socks", "boots"]],
  ["almanac.longshore", ["almanac"]],
  ["longshore media", ["almanac"]],
  ["média almanac", ["almanac"]],
  ["fell socks", ["socks"]],
  ["socks · Fellstride", ["socks"]],
  ["paused fellstride", ["boots"]],
  ["socks fellstride 901", ["socks"]],
  ["stride socks", []],
  ["socks Fellst(", []],
  ["#24", ["socks"]],
  ["24", ["socks", "boots"]],
  ["#902", ["boots"]],
  ["#9", []],
  ["90", ["socks"]],
  ["300x250", ["boots"]],
  ["300 × 250", ["boots"]],
  ["https://fellstride.example/socks", ["socks"]],
  ["https://www.almanac.longshore.example/", []],
  ["https://almanac.longshore.example/today#top", ["almanac"]],
  ["bücher.example", ["books"]],
  ["bucher", ["books"]],
  ["running https", ["socks"]],
  ["almanac\nlongshore", ["almanac"]],
  ["nothing", []],
])("the search for %j finds %j", (typed, found) => {
  const isFound = createSearch(typed);
  const names = Object.entries(ROWS).flatMap(([name, entry]) => (isFound(entry) ? [name] : []));
  expect(names).toEqual(found);
});
