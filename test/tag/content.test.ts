// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { findObstacle, isBlank, judgeContent } from "../../src/tag/content.ts";
import { createSlot } from "../../src/tag/slot.ts";

/** A box around the content, and one of the placeholder with what overflows it. */
const boxes = (width: number, height: number, whole = { width, height }) => [{ width, height }, whole];

test.each<[what: string, expected: string | undefined, ...Parameters<typeof judgeContent>]>([
  ["an empty placeholder", undefined, undefined, [], "300x250", 720],
  ["a small link as fallback content", undefined, undefined, boxes(300, 250), "300x250", 720],
  ["four times the declared area", undefined, undefined, boxes(600, 500), "300x250", 720],
  ["more than four times the declared area", "601x500", undefined, boxes(601, 500), "300x250", 720],
  ["the height of the screen", undefined, undefined, boxes(1280, 720), undefined, 720],
  ["more than the height of the screen", "300x721", undefined, boxes(300, 721), undefined, 720],
  [
    "text for screen readers far above the page",
    ...([undefined, undefined, boxes(300, 10_250, { width: 300, height: 250 }), "300x250", 720] as const),
  ],
  [
    "a small link in a space higher than the screen",
    ...([undefined, undefined, boxes(300, 250, { width: 300, height: 1050 }), "300x1050", 720] as const),
  ],
  ["a landmark", "article", "article", boxes(10, 10), "300x250", 720],
  ["an unknown height of the screen", undefined, undefined, boxes(300, 9000), undefined, undefined],
])("%s yields %s", (_what, expected, ...measures) => {
  expect(judgeContent(...measures)).toBe(expected);
});

const NAMES =
  "a button embed iframe img input option select table textarea tr video td th ins div p li section aside table-ad".split(
    " ",
  );

test("an ad is kept out of elements that cannot show or may not contain a link with an image", () => {
  const find = (name: string) => findObstacle(createSlot(document.createElement(name), "1", () => {}));
  expect(NAMES.filter((name) => !find(name))).toEqual("td th ins div p li section aside table-ad".split(" "));
  expect(find("tr")).toBe("tr");
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
