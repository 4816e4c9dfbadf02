// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findMistakes } from "../../src/console/attributes.ts";
import * as texts from "../../src/console/texts.ts";

/** Returns the mistakes of the first element. `own`: values that the tag accepted. */
function findMistakesIn(markup: string, own: object) {
  document.body.innerHTML = markup;
  return findMistakes(document.body.firstElementChild as Element, own);
}

test("a number out of range is reported without technical limits", () => {
  const zone = `<ins data-zone-id="7" data-refresh="5" data-lazy="-1" data-sub="many"></ins>`;
  expect(findMistakesIn(zone, { zoneId: 7 }).map(([, expected]) => expected)).toEqual([
    "Expected: a whole number, 30 to 86400 seconds.",
    "Expected: a whole number, 0 or more pixels.",
    "Expected: a whole number.",
  ]);
});

test.each(["zone-id", "zoneid", "keywords", "sub"])("%s without data- is a mistake", (name) => {
  expect(findMistakesIn(`<ins ${name}="5"></ins>`, {})).toEqual([texts.unknown(name, `data-${name}`)]);
});

test.each(["id", "subject", "subscribe", "keywords-list", "mysub", "size", "label", "x-data-keywords"])(
  "%s, which pages use themselves, is not reported",
  (name) => {
    expect(findMistakesIn(`<ins ${name}="5"></ins>`, {})).toEqual([]);
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
  // Like the values of the script, this object inherits nothing.
  expect(findMistakesIn(`<ins ${name}="5"></ins>`, Object.create(null))).toEqual([
    texts.unknown(name, `data-${meant}`),
  ]);
});

test.each(["data\u2011keywords", "data\u2011\ufe0fkeywords"])(
  "for %s, which contains non-breaking hyphens, the name with plain hyphens is proposed",
  (name) => {
    const el = document.createElement("ins");
    // Browsers' parsers accept such a name, happy-dom's does not.
    el.setAttribute(name, "a");
    expect(findMistakes(el, {})).toEqual([texts.unknown(name, texts.plainly("data-keywords"))]);
  },
);

test.each(["data-testid", "data-v-7ba5bd90", "data-astro-cid"])(
  "%s, which belongs to a library or the page, is not reported",
  (name) => {
    for (const value of ["5", "undefined", "“5”"])
      expect(findMistakesIn(`<ins ${name}="${value}"></ins>`, {})).toEqual([]);
  },
);

test.each(["data-zone-id", "data-zoneid", "data-zone-state", "data-zone-collapsed", "data-target-plan"])(
  "the value of %s is not checked here: the tag sets it, accepts any text, or reports an error",
  (name) => {
    expect(findMistakesIn(`<ins ${name}="bad"></ins>`, {})).toEqual([]);
  },
);

test.each([
  ["data-keywords", "keywords"],
  ["data-keywords", " keywords "],
  ["data-sub", "123450000"],
])("%s=“%s” is reported as a sample value even if the tag accepts it", (name, value) => {
  const own = { keywords: value, sub: value };
  expect(findMistakesIn(`<ins ${name}="${value}"></ins>`, own)).toEqual([texts.sampleValue(name, value)]);
});

test.each([
  ["data-keywords", "123450000"],
  ["data-sub", "5"],
])("%s=“%s” is not reported as a sample value", (name, value) => {
  expect(findMistakesIn(`<ins ${name}="${value}"></ins>`, { keywords: value, sub: value })).toEqual([]);
});

test.each([
  ...["undefined", "a null", "NaN", "[object Object]", '["a"]', "['a']", '{"a":1}', "{'a':1}"],
  ...["{{ a }}", "{% a %}", `\${a}`, "#{a}", "%{a}", "<?php a ?>", "<%= a %>", "%%a%%"],
])("%j is reported as an unfilled template", (value) => {
  const text = value.replaceAll('"', "&quot;");
  expect(findMistakesIn(`<ins data-target-plan="${text}"></ins>`, {})).toEqual([
    texts.unfilled("data-target-plan", value),
  ]);
});

test.each(["undefine", "nullable", "[a]", "a{b}", "<b>", "100%"])(
  "%j is not reported as a template",
  (value) => {
    expect(findMistakesIn(`<ins data-target-plan="${value}"></ins>`, {})).toEqual([]);
  },
);

test.each([
  ["data-size", "300×250", "× (U+00D7)"],
  ["data-sub", "5\u{1f600}", "\u{1f600} (U+1F600)"],
  ["data-sub", "5\t5", `${texts.invisible} (U+0009)`],
  ["data-keywords", "“shoes", "“ (U+201C)"],
  ["data-target-plan", "free\u200b", `${texts.invisible} (U+200B)`],
])("%s=%j is reported for its character %s", (name, value, character) => {
  expect(findMistakesIn(`<ins ${name}="${value}"></ins>`, {})).toEqual([
    texts.untyped(name, value, character),
  ]);
});

test.each([
  ["ins", "data-size", " 300x250\n"],
  ["ins", "data-keywords", "größe"],
  ["ins", "data-target-plan", "größe"],
  ["ins", "data-label", "“Anzeige”"],
  ["script", "data-endpoint", "https://ads.test/größe"],
])("<%s %s=%j> has no unexpected character", (element, name, value) => {
  const own = { size: value, keywords: value, label: value, endpoint: value };
  expect(findMistakesIn(`<${element} ${name}="${value}"></${element}>`, own)).toEqual([]);
});

test("accepted values of attributes with names of several words are not reported", () => {
  const script = `<script data-consent-timeout="5" data-user-id="u"></script>`;
  expect(findMistakesIn(script, { consentTimeout: "5", userId: "u" })).toEqual([]);
});

test("mistakes are listed in the order of the attributes", () => {
  const zone = `<ins sub="1" data-size="wide" data-keyword="shoes"></ins>`;
  expect(findMistakesIn(zone, {})).toEqual([
    texts.unknown("sub", "data-sub"),
    texts.wrongValue("data-size", "wide", texts.expected.size),
    texts.unknown("data-keyword", "data-keywords"),
  ]);
});

test("a form whose field is named “attributes” is read without an error", () => {
  const form = `<form data-zone-id="7"><input name="attributes"></form>`;
  expect(findMistakesIn(form, { zoneId: 7 })).toEqual([]);
});
