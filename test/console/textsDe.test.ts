import { expect, test } from "vitest";
import { prefersGerman } from "../../src/console/language.ts";
import * as en from "../../src/console/texts.ts";
import * as de from "../../src/console/textsDe.ts";
import { RULES } from "../../src/tag/attributes.ts";

/** Names of all texts, with the numbers of their parts. */
function listTexts(texts: object, path = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text === "function") return [`${path}${name}(${text.length})`];
    return typeof text === "object" ? listTexts(text, `${path}${name}.`) : [`${path}${name}`];
  });
}

test("German has the texts of English, each with as many parts", () => {
  // Which trailing parts a text uses may differ.
  const name = (text: string) => text.replace(/\(\d\)/, "()");
  expect(listTexts(de).map(name).sort()).toEqual(listTexts(en).map(name).sort());
});

test("German names the rule of every attribute, and keeps words that it does not know", () => {
  for (const [name, rule] of Object.entries(RULES)) {
    const [, expected = ""] = de.wrongValue(name, "?", rule?.[0] ?? "");
    expect(expected).toMatch(/^Erwartet: /);
    expect(expected).not.toMatch(/\b(an?|or|from|to|nothing|width|number)\b/);
  }
  expect(de.wrongValue("data-x", "?", "something new")[1]).toBe("Erwartet: something new.");
});

test.each([
  [["de-AT", "en"], true],
  [["fr", "de", "en"], true],
  [["en-US", "de"], false],
  [["fr"], false],
  [["den"], false],
])("a reader of %j gets the German console: %s", (languages, isGerman) => {
  expect(prefersGerman(languages)).toBe(isGerman);
});
