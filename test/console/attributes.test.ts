// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { explainWrong, findMistakes, type Judge } from "../../src/console/attributes.ts";
import type { Note } from "../../src/console/slots.ts";
import * as texts from "../../src/console/texts.ts";

/** Returns the mistakes of the first element, whose values the tag accepted. */
function findMistakesIn(markup: string, judge: Judge = () => undefined) {
  document.body.innerHTML = markup;
  return findMistakes(document.body.firstElementChild as Element, judge);
}

const report = (detail: string): Note[] => [{ type: "wrong", at: 1, detail, key: undefined }];

test("an invalid value is explained by the words of the tag's message", () => {
  const notes = report('data-refresh="5": expected a whole number from 30');
  const words = texts.wrongValue("data-refresh", "5", "a whole number from 30");
  expect(explainWrong(notes, "data-refresh", "5")).toEqual(words);
  expect(words).toEqual([
    'data-refresh="5" is not valid, so it is ignored.',
    "Expected: a whole number from 30.",
  ]);
});

test("a long invalid value is recognized by its first 60 characters", () => {
  const value = "9".repeat(80);
  const notes = report(`data-sub="${value.slice(0, 60)}": expected a whole number`);
  expect(explainWrong(notes, "data-sub", value)).toEqual(
    texts.wrongValue("data-sub", value, "a whole number"),
  );
});

test("a value that the tag did not report is not explained as invalid", () => {
  const notes = report('data-sub="x": expected a whole number');
  expect(explainWrong(notes, "data-sub", "y")).toBeUndefined();
  expect(explainWrong(notes, "data-lazy", "x")).toBeUndefined();
});

test.each(["zone-id", "zoneid", "keywords", "sub"])("%s without data- is a mistake", (name) => {
  expect(findMistakesIn(`<ins ${name}="5"></ins>`)).toEqual([texts.unknown(name, `data-${name}`)]);
});

test.each(["id", "subject", "subscribe", "keywords-list", "mysub", "size", "label", "x-data-keywords"])(
  "%s, which pages use themselves, is not reported",
  (name) => {
    expect(findMistakesIn(`<ins ${name}="5"></ins>`)).toEqual([]);
  },
);

test.each([
  ["data-keyword", "keywords"],
  ["data-keywrods", "keywords"],
  ["data-zone-idx", "zone-id"],
  ["data-zones-id", "zone-id"],
  ["data-sizes", "size"],
  ["data-consent-time", "consent"],
  ["data-targeting-plan", "target-…"],
  ["data-target-", "target-…"],
  ["data-lazy-data-target-plan", "lazy"],
  // Every object inherits a property of this name.
  ["data-constructor", "consent"],
])("for %s the attribute data-%s is proposed", (name, meant) => {
  expect(findMistakesIn(`<ins ${name}="5"></ins>`)).toEqual([texts.unknown(name, `data-${meant}`)]);
});

test.each(["data\u2011keywords", "data\u2011\ufe0fkeywords"])(
  "for %s, which contains non-breaking hyphens, the name with plain hyphens is proposed",
  (name) => {
    const el = document.createElement("ins");
    // Browsers' parsers accept such a name, happy-dom's does not.
    el.setAttribute(name, "a");
    expect(findMistakes(el, () => undefined)).toEqual([texts.unknown(name, texts.plainly("data-keywords"))]);
  },
);

test.each(["data-testid", "data-v-7ba5bd90", "data-astro-cid"])(
  "%s, which belongs to a library or the page, is not reported",
  (name) => {
    for (const value of ["5", "undefined", "“5”"])
      expect(findMistakesIn(`<ins ${name}="${value}"></ins>`)).toEqual([]);
  },
);

test.each(["data-zone-id", "data-zoneid", "data-zone-state", "data-zone-collapsed", "data-target-plan"])(
  "the value of %s is not checked here: the tag sets it, accepts any text, or reports an error",
  (name) => {
    expect(findMistakesIn(`<ins ${name}="bad"></ins>`)).toEqual([]);
  },
);

test.each([
  ["data-keywords", "keywords"],
  ["data-keywords", " keywords "],
  ["data-sub", "123450000"],
])("%s=“%s” is reported as a sample value even if the tag accepts it", (name, value) => {
  expect(findMistakesIn(`<ins ${name}="${value}"></ins>`)).toEqual([texts.sampleValue(name, value)]);
});

test.each([
  ["data-keywords", "123450000"],
  ["data-sub", "5"],
])("%s=“%s” is not reported as a sample value", (name, value) => {
  expect(findMistakesIn(`<ins ${name}="${value}"></ins>`)).toEqual([]);
});

test.each([
  ...["undefined", "a null", "NaN", "[object Object]", '["a"]', "['a']", '{"a":1}', "{'a':1}"],
  ...["{{ a }}", "{% a %}", `\${a}`, "#{a}", "%{a}", "<?php a ?>", "<%= a %>", "%%a%%"],
])("%j is reported as an unfilled template", (value) => {
  const text = value.replaceAll('"', "&quot;");
  expect(findMistakesIn(`<ins data-target-plan="${text}"></ins>`)).toEqual([
    texts.unfilled("data-target-plan", value),
  ]);
});

test.each(["undefine", "nullable", "[a]", "a{b}", "<b>", "100%"])(
  "%j is not reported as a template",
  (value) => {
    expect(findMistakesIn(`<ins data-target-plan="${value}"></ins>`)).toEqual([]);
  },
);

test.each([
  ["data-size", "300×250", "× (U+00D7)"],
  ["data-sub", "5\u{1f600}", "\u{1f600} (U+1F600)"],
  ["data-sub", "5\t5", `${texts.invisible} (U+0009)`],
  ["data-keywords", "“shoes", "“ (U+201C)"],
  ["data-target-plan", "free\u200b", `${texts.invisible} (U+200B)`],
])("%s=%j is reported for its character %s", (name, value, character) => {
  expect(findMistakesIn(`<ins ${name}="${value}"></ins>`)).toEqual([texts.untyped(name, value, character)]);
});

test.each([
  ["ins", "data-size", " 300x250\n"],
  ["ins", "data-keywords", "größe"],
  ["ins", "data-target-plan", "größe"],
  ["ins", "data-label", "“Anzeige”"],
  ["script", "data-endpoint", "https://ads.test/größe"],
])("<%s %s=%j> has no unexpected character", (element, name, value) => {
  expect(findMistakesIn(`<${element} ${name}="${value}"></${element}>`)).toEqual([]);
});

test("accepted values of attributes with names of several words are not reported", () => {
  const script = `<script data-consent-timeout="5" data-user-id="u"></script>`;
  expect(findMistakesIn(script)).toEqual([]);
});

test("mistakes are listed in the order of the attributes", () => {
  const zone = `<ins sub="1" data-size="wide" data-keyword="shoes"></ins>`;
  const judge: Judge = (_, name, value) => texts.wrongValue(name, value, "width x height");
  expect(findMistakesIn(zone, judge)).toEqual([
    texts.unknown("sub", "data-sub"),
    texts.wrongValue("data-size", "wide", "width x height"),
    texts.unknown("data-keyword", "data-keywords"),
  ]);
});

test("mistakes are found on a page whose library replaced Array.from", () => {
  const { from } = Array;
  // As in Prototype.js and MooTools, which take no second argument.
  Array.from = (list: ArrayLike<unknown>) => [].slice.call(list);
  const mistakes = findMistakesIn(`<ins keywords="5"></ins>`);
  Array.from = from;
  expect(mistakes).toEqual([texts.unknown("keywords", "data-keywords")]);
});

test("a form whose field is named “attributes” is read without an error", () => {
  const form = `<form data-zone-id="7"><input name="attributes"></form>`;
  expect(findMistakesIn(form)).toEqual([]);
});
