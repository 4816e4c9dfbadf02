import fc from "fast-check";
import { expect, test } from "vitest";
import { formatProblemPath, splitProblem } from "../../../src/service/catalogue/problemPath.ts";

test.each<[(string | number)[], string]>([
  [[], "(root)"],
  [["campaigns", 3, "pricing", "price"], "campaigns[3].pricing.price"],
  [["custom", "a b"], 'custom["a b"]'],
  [["custom", "x".repeat(101)], `custom["${"x".repeat(99)}…"]`],
])("the path %j is written as %s", (keys, path) => {
  expect(formatProblemPath(keys)).toBe(path);
});

test("a formatted problem is parsed back to its keys and message", () => {
  const key = fc.oneof(fc.nat(), fc.string({ unit: "binary", maxLength: 20 }));
  fc.assert(
    fc.property(fc.array(key), fc.string({ maxLength: 20 }), (keys, message) => {
      const path = formatProblemPath(keys);
      expect(splitProblem(`${path}: ${message}`)).toEqual({
        keys,
        message,
        path: keys.length > 0 ? path : "",
      });
    }),
  );
});
