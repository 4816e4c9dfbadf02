import { expect, test } from "vitest";
import { explainError } from "../../src/dashboard/errors.ts";
import { createLocale, ENGLISH } from "../../src/dashboard/locale.ts";
import { StatisticsError, type StatisticsErrorCode } from "../../src/statistics/errors.ts";

const EN = createLocale(ENGLISH, "EUR", ["en-US"]);
const { errors: words } = EN.texts;

test.each<[StatisticsErrorCode, string]>([
  ["network", words.network],
  ["timeout", words.timeout],
  ["server", words.server],
  ["rate-limited", words.limit],
  ["forbidden", words.forbidden],
  ["invalid-response", words.invalid],
])("a failure of the kind %s is said in the reader's own words", (code, said) => {
  expect(explainError(new StatisticsError(code, "from the service"), EN)).toBe(said);
});

test("what the service refused is said in its words", () => {
  for (const code of ["validation", "refused", "not-found"] as const)
    expect(explainError(new StatisticsError(code, "No such day."), EN)).toBe(words.refused("No such day."));
});

test("whatever else went wrong was an answer that cannot be read", () => {
  for (const error of [new TypeError("x"), "x", undefined])
    expect(explainError(error, EN)).toBe(words.invalid);
});
