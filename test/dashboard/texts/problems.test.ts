/** The service's problems in all languages of the dashboard. */
import { expect, test } from "vitest";
import { explainError, explainRefusal, translate } from "../../../src/dashboard/texts/errors.ts";
import { createLocale, LANGUAGES, type Language, loadWords } from "../../../src/dashboard/texts/locale.ts";
import { loadManagementTexts } from "../../../src/dashboard/texts/management.ts";
import { ENGLISH } from "../../../src/protocol/problems.ts";
import { writeSentence } from "../../../src/protocol/sentences.ts";
import { createRefusal } from "../../../src/statistics/errors.ts";
import { sampleParameters } from "../../support/sampleProblems.ts";

async function loadLocale(language: Language) {
  const words = await loadWords(language);
  const { problems } = await loadManagementTexts(language);
  const texts = { ...words.texts, problems: { ...words.texts.problems, ...problems } };
  return createLocale({ language, texts }, "EUR", [language]);
}

const TRANSLATED = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== "en");

test.each(TRANSLATED)("every problem of the service has a sentence of its own in %s", async (language) => {
  const locale = await loadLocale(language);
  expect(Object.keys(locale.texts.problems).sort()).toEqual(Object.keys(ENGLISH).sort());
  for (const [code, sentence] of Object.entries(ENGLISH)) {
    const parameters = sampleParameters(code);
    const message = writeSentence(sentence, parameters);
    const own = translate({ message, code, parameters }, locale);
    expect(own).not.toMatch(/undefined|NaN|\[object|[{}]/);
    expect([code, own]).toEqual([code, expect.stringMatching(/[.!]$/)]);
    if (code !== "import-unreadable") expect([code, own]).not.toEqual([code, message]);
  }
});

test("a problem without a translated code keeps the service's sentence", async () => {
  const [english, german] = await Promise.all([loadLocale("en"), loadLocale("de")]);
  const message = "There is no such day.";
  const known = { message, code: "day-unknown", parameters: {} };
  expect(translate(known, english)).toBe(message);
  expect(translate(known, german)).toBe("Diesen Tag gibt es nicht.");
  for (const code of [undefined, "code-of-a-later-version", "toString"])
    expect(translate({ message, ...(code && { code }) }, german)).toBe(message);
});

test.each([
  ["a value that it does not know", "list-of", { what: "postal codes" }],
  ["a value in a sentence of its own", "busy", { reason: "weather" }],
  ["a parameter that is missing", "views-full", {}],
  ["a list that is missing", "one-of", {}],
  ["a list that is a text", "either", { values: "a or b" }],
  ["null in place of a list", "either", { values: null }],
])("a known problem with %s keeps the service's sentence", async (_, code, parameters) => {
  const message = "The service's own sentence.";
  expect(translate({ message, code, parameters }, await loadLocale("de"))).toBe(message);
});

test("a refusal is explained by its fields' problems, or else by its own code", async () => {
  const german = await loadLocale("de");
  const fields = createRefusal(400, {
    errors: [{ "[limit]": "Expected a whole number from 1 to 9." }, { "[page]": "It is new." }],
    codes: [{ code: "whole-number-range", least: 1, most: 9 }, { code: "code-of-a-later-version" }],
  });
  expect(explainRefusal(fields, german)).toBe("Erwartet wird eine ganze Zahl von 1 bis 9. It is new.");
  const whole = createRefusal(403, {
    message: "This account has 100 views already.",
    codes: [{ code: "views-full", most: 100 }],
  });
  expect(explainError(whole, german)).toBe("Dieses Konto hat schon 100 Ansichten.");
});

test("a problem of an entry's field names the field in every language", async () => {
  const german = await loadLocale("de");
  const parameters = { field: "[to]" };
  const message = "[to] The last day is before the first.";
  expect(translate({ message, code: "days-order", parameters }, german)).toBe(
    "[to] Der letzte Tag liegt vor dem ersten.",
  );
});
