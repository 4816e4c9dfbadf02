/** Comments and trailing commas are read without the slow parser that reports positions. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { parseJsonText } from "../../../src/service/catalogue/jsonText.ts";

vi.mock("@humanwhocodes/momoa", async (load) => ({
  ...(await load<typeof import("@humanwhocodes/momoa")>()),
  parse: () => {
    throw new Error("The slow parser was used.");
  },
}));
const { parse, evaluate } =
  await vi.importActual<typeof import("@humanwhocodes/momoa")>("@humanwhocodes/momoa");

const gap = fc.constantFrom(
  "",
  "",
  " ",
  "\n",
  '// "a": [\n',
  "// \u2028 }\r\n",
  "// x\r",
  '/* , " // */',
  "/**/",
  "/*/*/",
);
const leaf = fc.oneof(
  fc.constantFrom('"//"', '"/*"', '"\\\\"', '"\\"// "', '",]"', "1", "null"),
  fc.string().map((text) => JSON.stringify(text)),
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(fc.array(tie("value"), { maxLength: 3 }), gap, fc.boolean())
      .map(([items, space, trails]) =>
        items.length > 0
          ? `[${space}${items.join(`${space},${space}`)}${trails ? `${space},` : ""}${space}]`
          : `[${space}]`,
      ),
    fc
      .tuple(tie("value"), gap, fc.boolean())
      .map(
        ([inner, space, trails]) =>
          `{${space}"a//"${space}:${space}${inner}${space}${trails ? `,${space}` : ""}}`,
      ),
  ),
}));

test("any text with comments and trailing commas has the value that the slow parser reads", () => {
  fc.assert(
    fc.property(value, gap, (text, space) => {
      const document = `${space}${text}${space}`;
      const expected = evaluate(parse(document, { mode: "jsonc", allowTrailingCommas: true }));
      expect(parseJsonText(document)).toEqual(expected);
    }),
  );
});

test.each([
  "[,]",
  "{,}",
  "[1,,]",
  '{"a":,}',
  "{} /* x",
  "{} /",
  "[1/**/2]",
  "tr/**/ue",
  "/*/ {}",
  '["a]',
  "[1] ,",
  '"\\"',
  "//",
])("%s is left to the parser that reports positions", (text) => {
  expect(() => parseJsonText(text)).toThrow("The slow parser was used.");
  expect(() => parse(text, { mode: "jsonc", allowTrailingCommas: true })).toThrow();
});
