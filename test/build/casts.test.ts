/** Casts disable checks of the compiler, so each folder of `src/` has a limit for them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

/** Maximum casts in 1,000 lines. The tag and the console read pages, where most values have no type. */
const LIMITS: Record<string, number> = {
  protocol: 5,
  tag: 14,
  console: 12,
  consent: 5,
  react: 5,
  statistics: 5,
  dashboard: 5,
  service: 5,
};

/** Counts `value as Type` and `<Type>value`, but not `as const`, which asserts nothing. */
function countCasts(node: unknown): number {
  if (typeof node !== "object" || node === null) return 0;
  const inside = Object.values(node).reduce<number>((sum, part) => sum + countCasts(part), 0);
  return inside + (isCast(node) ? 1 : 0);
}

function isCast(node: object): boolean {
  if (!("type" in node && "typeAnnotation" in node)) return false;
  if (node.type === "TSTypeAssertion") return true;
  return node.type === "TSAsExpression" && !isConst(node.typeAnnotation);
}

/** Whether a type is the `const` of `as const`, which parses as a reference to a type of that name. */
const isConst = (type: unknown): boolean => JSON.stringify(type).includes('"name":"const"');

function parse(text: string, lang: "ts" | "tsx" = "ts") {
  return parseAst(text, { lang });
}

test.each([
  ["const a = b as string;", 1],
  ["const a = <string>b;", 1],
  ["const a = b as object as string[];", 2],
  ["const a = [1] as const;", 0],
  ["const a = (b as number[]) satisfies number[];", 1],
  ["import { b as a } from './b.ts'; export { a as c };", 0],
])("%s has %d casts", (text, casts) => {
  expect(countCasts(parse(text))).toBe(casts);
});

test.each(readdirSync("src"))("src/%s does not exceed its limit of casts per 1,000 lines", (folder) => {
  const files = readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      text: readFileSync(join("src", folder, name), "utf8"),
      lang: name.endsWith("x") ? ("tsx" as const) : ("ts" as const),
    }));
  const casts = files.reduce((sum, { text, lang }) => sum + countCasts(parse(text, lang)), 0);
  const lines = files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  expect((casts / lines) * 1000).toBeLessThanOrEqual(LIMITS[folder] ?? 0);
});
