// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { findObstacle, isBlank, judgeContent } from "../../src/tag/content.ts";
import { createSlot } from "../../src/tag/slot.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each<[what: string, expected: string | undefined, ...Parameters<typeof judgeContent>]>([
  ["a small link as fallback content", undefined, undefined, 300, 250, "300x250", 720],
  ["four times the declared area", undefined, undefined, 600, 500, "300x250", 720],
  ["more than four times the declared area", "601x500", undefined, 601, 500, "300x250", 720],
  ["the height of the screen", undefined, undefined, 1280, 720, undefined, 720],
  ["more than the height of the screen", "300x721", undefined, 300, 721, undefined, 720],
  ["a landmark", "article", "article", 10, 10, "300x250", 720],
  ["a screen of unknown height", undefined, undefined, 300, 9000, undefined, Number.NaN],
])("judgeContent() returns the obstacle for %s: %s", (_what, expected, ...measures) => {
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
  ["<br>", true],
  ["<style>p { color: red }</style><noscript>Text</noscript><script>let x</script>", true],
  ["text", false],
  ["<img>", false],
  ["<abbr></abbr>", false],
  ["<p><br></p>", false],
])("a placeholder with %j counts as blank: %s", (markup, expected) => {
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
])("the obstacle in a placeholder with %s is %s", (markup, expected) => {
  const element = document.createElement("ins");
  element.innerHTML = markup;
  expect(findObstacle(createSlot(element, "1", () => {}))).toBe(expected);
});

test("an empty placeholder is not measured, which would force a layout", () => {
  const measure = vi.spyOn(Object.getPrototypeOf(document), "createRange");
  const element = document.createElement("ins");
  element.innerHTML = "<!-- none --> <br>";
  expect(findObstacle(createSlot(element, "1", () => {}))).toBeUndefined();
  expect(measure).not.toHaveBeenCalled();
});

test.each([
  ["text for screen readers far above the page", 10_250, 250, undefined],
  ["a small link in a space higher than the screen", 250, 2_000, undefined],
  ["text of more than a screen", 2_000, 2_000, "300x2000"],
])(
  "the obstacle for %s (range height %d px, scroll height %d px) is %s",
  (_what, height, scrollHeight, expected) => {
    const range = { selectNodeContents: () => {}, getBoundingClientRect: () => ({ height }) };
    vi.spyOn(Object.getPrototypeOf(document), "createRange").mockReturnValue(range as unknown as Range);
    vi.stubGlobal("innerHeight", 720);
    const element = Object.assign(document.createElement("ins"), { textContent: "Text" });
    Object.defineProperties(element, { scrollHeight: { value: scrollHeight }, scrollWidth: { value: 300 } });
    expect(findObstacle(createSlot(element, "1", () => {}))).toBe(expected);
  },
);

test("the scroll height is judged where ranges cannot be measured, as in jsdom", () => {
  const range = { selectNodeContents: () => {} };
  vi.spyOn(Object.getPrototypeOf(document), "createRange").mockReturnValue(range as unknown as Range);
  vi.stubGlobal("innerHeight", 720);
  const find = (scrollHeight: number) => {
    const element = Object.assign(document.createElement("ins"), { textContent: "Text" });
    Object.defineProperties(element, { scrollHeight: { value: scrollHeight }, scrollWidth: { value: 300 } });
    return findObstacle(createSlot(element, "1", () => {}));
  };
  expect([find(0), find(2_000)]).toEqual([undefined, "300x2000"]);
});

test("content drawn by a renderer is not an obstacle", () => {
  const element = document.createElement("ins");
  element.innerHTML = "<article>An ad</article>";
  const slot = createSlot(element, "1", () => {});
  slot._ad = { _node: element, _entry: undefined, _impression: "", _viewable: () => {} };
  expect(findObstacle(slot)).toBeUndefined();
});

test("page content beside a banner is detected", () => {
  const element = document.createElement("ins");
  element.innerHTML = "<a><img></a>";
  const link = element.children[0] as Element;
  const slot = createSlot(element, "1", () => {});
  slot._ad = { _node: link, _link: link, _entry: undefined, _impression: "", _viewable: () => {} };
  expect(findObstacle(slot)).toBeUndefined();
  element.append(document.createElement("article"));
  expect(findObstacle(slot)).toBe("article");
});
