// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { mistakesIn } from "../../src/console/attributes.ts";

/** What is said of the first element, of which the tag understood `own`. */
function told(markup: string, own: object) {
  document.body.innerHTML = markup;
  return mistakesIn(document.body.firstElementChild as Element, own);
}

test("data-media that is no media query: ignored, with what is expected", () => {
  const zone = `<ins data-zone-id="7" data-media="min-width: 9px"></ins>`;
  expect(told(zone, { zoneid: 7 })).toEqual([
    [`data-media="min-width: 9px" cannot be right, so it is ignored.`, "Expected: a media query."],
  ]);
  expect(told(`<ins data-zone-id="7" data-media="print"></ins>`, { zoneid: 7, media: "print" })).toEqual([]);
});
