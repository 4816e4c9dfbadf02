import { expect, expectTypeOf, test } from "vitest";
import { hasKey, isOneOf, listKeys } from "../../src/protocol/tables.ts";

const TABLE = { banner: 1, video: 2 };

test("a table has its own entries and inherits nothing", () => {
  expect(["banner", "native", "toString", "__proto__"].filter((name) => hasKey(TABLE, name))).toEqual([
    "banner",
  ]);
});

test("the names of a table are listed in its order, with their type", () => {
  expect(listKeys(TABLE)).toEqual(["banner", "video"]);
  expectTypeOf(listKeys(TABLE)).toEqualTypeOf<("banner" | "video")[]>();
});

test("a value is one of a list's when it equals an entry", () => {
  const sizes = ["300x250", "728x90"] as const;
  expect(["300x250", "", undefined, 300].filter((value) => isOneOf(sizes, value))).toEqual(["300x250"]);
});
