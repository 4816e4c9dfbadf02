// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findObstacle, isBlank, judgeContent } from "../../src/tag/content.ts";
import { createSlot } from "../../src/tag/slot.ts";

test.each<[what: string, expected: string | undefined, ...Parameters<typeof judgeContent>]>([
  ["an empty placeholder", undefined, "ins", undefined, 0, 0, "300x250", 720],
  ["a small link as fallback content", undefined, "div", undefined, 300, 250, "300x250", 720],
  ["four times the declared area", undefined, "div", undefined, 600, 500, "300x250", 720],
  ["more than four times the declared area", "601x500", "div", undefined, 601, 500, "300x250", 720],
  ["the height of the screen", undefined, "div", undefined, 1280, 720, undefined, 720],
  ["more than the height of the screen", "300x721", "div", undefined, 300, 721, undefined, 720],
  ["a landmark", "article", "div", "article", 10, 10, "300x250", 720],
  ["a table row", "tr", "tr", undefined, 0, 0, undefined, 720],
  ["a custom element that is named like a table", undefined, "table-ad", undefined, 0, 0, undefined, 720],
  ["an unknown height of the screen", undefined, "div", undefined, 300, 9000, undefined, Number.NaN],
])("%s yields %s", (_what, expected, ...measures) => {
  expect(judgeContent(...measures)).toBe(expected);
});

const NAMES =
  "a button iframe img input option select svg table tbody td textarea tfoot thead tr th video ins div p li section aside".split(
    " ",
  );

test("an ad is kept out of elements that cannot show or may not contain a link with an image", () => {
  expect(NAMES.filter((name) => judgeContent(name, undefined, 0, 0, undefined, 1) === undefined)).toEqual(
    "td th ins div p li section aside".split(" "),
  );
});

test.each([
  ["", true],
  [" \n ", true],
  ["<!-- comment -->", true],
  ["text", false],
  ["<br>", false],
])("a placeholder with %j shows nothing: %s", (markup, expected) => {
  const element = document.createElement("ins");
  element.innerHTML = markup;
  expect(isBlank(element)).toBe(expected);
});

test.each([
  ["<a href=/shop>Shop</a>", undefined],
  ["<form><h2>News</h2><input></form>", undefined],
  ["<p>Text</p><footer>End</footer>", "footer"],
  ["<p>Text</p><div><main>Text</main></div>", "main"],
  ["<h1>Title</h1>", "h1"],
  ["<ins data-zone-id=2></ins>", "ins"],
  ["<ins data-zoneid=2></ins>", "ins"],
  ["<td data-zoneid=2>Text</td>", undefined],
])("a placeholder that contains %s yields %s", (markup, expected) => {
  const element = document.createElement("ins");
  element.innerHTML = markup;
  expect(findObstacle(createSlot(element, "1", () => {}))).toBe(expected);
});

test("what a renderer has drawn is no content of the page", () => {
  const element = document.createElement("ins");
  element.innerHTML = "<article>An ad</article>";
  const slot = createSlot(element, "1", () => {});
  slot._ad = { _node: element, _entry: undefined, _impression: "", _viewable: () => {} };
  expect(findObstacle(slot)).toBeUndefined();
});

test("beside a banner, content of the page is found", () => {
  const element = document.createElement("ins");
  element.innerHTML = "<a><img></a>";
  const link = element.children[0] as Element;
  const slot = createSlot(element, "1", () => {});
  slot._ad = { _node: link, _link: link, _entry: undefined, _impression: "", _viewable: () => {} };
  expect(findObstacle(slot)).toBeUndefined();
  element.append(document.createElement("article"));
  expect(findObstacle(slot)).toBe("article");
});
