// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findMistakes } from "../../src/console/attributes.ts";
import { ATTRIBUTES } from "../../src/tag/attributes.ts";

/** The mistakes of the first element, of which the tag accepted the values `own`. */
function findMistakesIn(markup: string, own: object) {
  document.body.innerHTML = markup;
  return findMistakes(document.body.firstElementChild as Element, own, ATTRIBUTES);
}

test("data-media that is not a media query is a mistake, and what is expected is said", () => {
  const zone = `<ins data-zone-id="7" data-media="min-width: 9px"></ins>`;
  expect(findMistakesIn(zone, { "zone-id": 7 })).toEqual([
    [`data-media="min-width: 9px" is not valid, so it is ignored.`, "Expected: a media query."],
  ]);
  expect(
    findMistakesIn(`<ins data-zone-id="7" data-media="print"></ins>`, { "zone-id": 7, media: "print" }),
  ).toEqual([]);
});

test("a number that is out of range is a mistake, and limits that nobody has to know are not said", () => {
  const zone = `<ins data-zone-id="7" data-refresh="5" data-lazy="-1" data-sub="many"></ins>`;
  expect(findMistakesIn(zone, { "zone-id": 7 }).map(([, expected]) => expected)).toEqual([
    "Expected: a whole number, 30 to 86400 seconds.",
    "Expected: a whole number, 0 or more pixels.",
    "Expected: a whole number.",
  ]);
});
