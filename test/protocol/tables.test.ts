import { expect, expectTypeOf, test } from "vitest";
import { hasKey, isOneOf, listKeys } from "../../src/protocol/tables.ts";

const TABLE = { banner: 1, video: 2 };

test("hasKey() ignores inherited properties", () => {
  expect(["banner", "native", "toString", "__proto__"].filter((name) => hasKey(TABLE, name))).toEqual([
    "banner",
  ]);
});

test("listKeys() returns typed names in the order of the table", () => {
  expect(listKeys(TABLE)).toEqual(["banner", "video"]);
  expectTypeOf(listKeys(TABLE)).toEqualTypeOf<("banner" | "video")[]>();
});

test("isOneOf() is true for values that equal an entry of the list", () => {
  const sizes = ["300x250", "728x90"] as const;
  expect(["300x250", "", undefined, 300].filter((value) => isOneOf(sizes, value))).toEqual(["300x250"]);
});
