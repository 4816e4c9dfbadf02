// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { findObstacle, isBlank, isFit, judgeContent } from "../../src/tag/content.ts";
import { createSlot } from "../../src/tag/slot.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Gives the content of every element this box, or none. */
const mockRange = (box?: { height: number }) => {
  const range = document.createRange();
  Object.defineProperty(range, "getBoundingClientRect", { value: box && (() => box) });
  vi.spyOn(Object.getPrototypeOf(document), "createRange").mockReturnValue(range);
};

test.each<[what: string, expected: string | undefined, ...Parameters<typeof judgeContent>]>([
  ["a small link as fallback content", undefined, 30, 300, 250, "300x250", 720],
  ["300 characters", undefined, 300, 300, 250, "300x250", 720],
  ["more than 300 characters", "text", 301, 300, 250, "300x250", 720],
  ["four times the declared area", undefined, 0, 600, 500, "300x250", 720],
  ["more than four times the declared area", "601x500", 0, 601, 500, "300x250", 720],
  ["the height of the screen", undefined, 0, 1280, 720, undefined, 720],
  ["more than the height of the screen", "300x721", 0, 300, 721, undefined, 720],
  ["the declared size on a screen that is lower", undefined, 0, 300, 600, "300x600", 360],
  ["more than the declared height on a screen that is lower", "300x601", 0, 300, 601, "300x600", 360],
  ["a screen of unknown height", undefined, 0, 300, 9000, undefined, Number.NaN],
])("judgeContent() returns the obstacle for %s: %s", (_what, expected, ...measures) => {
  expect(judgeContent(...measures)).toBe(expected);
});

test.each([
  [
    true,
    "td th ins div p li section aside article figure dd h2 form dialog details blockquote pre span table-ad",
  ],
  [false, "a area button embed fieldset iframe img input label object option output select textarea"],
  [false, "audio canvas picture source svg video"],
  [false, "table tbody tr ul ol dl menu"],
  [false, "base body br head hr html link meta script style template title"],
])("an element can contain a link with an image: %s for %s", (expected, names) => {
  const svg = "http://www.w3.org/2000/svg";
  const make = (name: string) =>
    name === "svg" ? document.createElementNS(svg, name) : document.createElement(name);
  const all = names.split(" ");
  expect(all.filter((name) => isFit(make(name)))).toEqual(expected ? all : []);
});

test("SVG and MathML elements cannot contain an ad, whatever their name", () => {
  for (const name of ["g", "path", "text", "a", "title", "image"])
    expect(isFit(document.createElementNS("http://www.w3.org/2000/svg", name))).toBe(false);
  expect(isFit(document.createElementNS("http://www.w3.org/1998/Math/MathML", "mtext"))).toBe(false);
});

test("a custom element with properties of links and images can contain an ad", () => {
  customElements.define(
    "media-ad",
    class MediaAd extends HTMLElement {
      src = "";
      href = "";
    },
  );
  expect(isFit(document.createElement("media-ad"))).toBe(true);
});

test("an element that cannot contain an ad is an obstacle itself", () => {
  expect(findObstacle(createSlot(document.createElement("tr"), "1", () => {}))).toBe("tr");
});

test("fields with the names of properties do not hide what a form is", () => {
  const form = document.createElement("form");
  form.innerHTML = `<input name="innerText"><input name="childNodes"><p>House</p>`;
  document.body.append(form);
  expect(isFit(form)).toBe(true);
  expect(isBlank(form)).toBe(false);
  expect(findObstacle(createSlot(form, "1", () => {}))).toBeUndefined();
});

/** Puts markup in a placeholder of the page. */
const place = (markup: string) => {
  document.body.innerHTML = `<ins></ins>`;
  const element = document.body.firstChild as HTMLElement;
  element.innerHTML = markup;
  return element;
};

test.each([
  ["", true],
  [" \n ", true],
  ["<!-- comment -->", true],
  ["<br>", true],
  ["<style>p { color: red }</style><script>let x</script><template>text</template>", true],
  ["<abbr></abbr>", true],
  ["<p><br></p>", true],
  ["<p>&nbsp;</p>", true],
  ["<p><span> </span><!-- comment --></p><div><script>let x</script></div>", true],
  ["<div style='display:none'>text</div>", true],
  ["text", false],
  ["<p><br></p>text", false],
  ["<div><p><b>text</b></p></div>", false],
  ["<img>", false],
  ["<p><a><img></a></p>", false],
  ["<a><svg><rect/></svg></a>", false],
  ["<table-ad></table-ad>", false],
])("a placeholder with %j counts as blank: %s", (markup, expected) => {
  expect(isBlank(place(markup))).toBe(expected);
});

test.each([
  ["a line of text", 18, 18, true],
  ["a line of text with space above", 30, 18, true],
  ["nothing", 250, 0, false],
  ["an invisible line", 250, 18, false],
])(
  "a box with %s (client height %d px, content %d px) counts as blank: %s",
  (_what, height, content, expected) => {
    const element = place("<p>&nbsp;</p>");
    Object.defineProperty(element.children[0], "clientHeight", { value: height });
    mockRange({ height: content });
    expect(isBlank(element)).toBe(expected);
  },
);

test("a line break with a height, as in Firefox, counts as blank", () => {
  const element = place("<p><br></p>");
  Object.defineProperty(element.querySelector("br"), "clientHeight", { value: 18 });
  mockRange({ height: 0 });
  expect(isBlank(element)).toBe(true);
});

test("an image that is not displayed counts as blank, but not in a placeholder that is not displayed", () => {
  const element = place("<p><img></p>");
  const displayed = new Set<Element>([element]);
  vi.spyOn(Object.getPrototypeOf(Object.getPrototypeOf(element)), "getClientRects").mockImplementation(
    function (this: unknown) {
      return displayed.has(this as Element) ? [{}] : [];
    },
  );
  expect(isBlank(element)).toBe(true);
  displayed.clear();
  expect(isBlank(element)).toBe(false);
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
  ["<form><input name=user><input type=password></form>", "input"],
  [`<p>${"x".repeat(300)}</p>`, undefined],
  [`<p>${"x".repeat(300)} x</p>`, "text"],
  [`<p>${"x ".repeat(100)}${" ".repeat(300)}</p>`, undefined],
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
    mockRange({ height });
    vi.stubGlobal("innerHeight", 720);
    const element = Object.assign(document.createElement("ins"), { textContent: "Text" });
    Object.defineProperties(element, { scrollHeight: { value: scrollHeight }, scrollWidth: { value: 300 } });
    expect(findObstacle(createSlot(element, "1", () => {}))).toBe(expected);
  },
);

test("the scroll height is judged where ranges cannot be measured, as in jsdom", () => {
  mockRange();
  vi.stubGlobal("innerHeight", 720);
  const find = (scrollHeight: number) => {
    const element = Object.assign(document.createElement("ins"), { textContent: "Text" });
    Object.defineProperties(element, { scrollHeight: { value: scrollHeight }, scrollWidth: { value: 300 } });
    return findObstacle(createSlot(element, "1", () => {}));
  };
  expect([find(0), find(2_000)]).toEqual([undefined, "300x2000"]);
});

test("content whose text cannot be read, as in jsdom, is judged by its size", () => {
  const element = place("x".repeat(400));
  // A property without a getter.
  vi.spyOn(HTMLElement.prototype, "innerText", "get");
  Object.defineProperty(HTMLElement.prototype, "innerText", { value: "", configurable: true });
  expect(findObstacle(createSlot(element, "1", () => {}))).toBeUndefined();
});

test("content drawn by a renderer is not an obstacle", () => {
  const element = document.createElement("ins");
  element.innerHTML = "<article>An ad</article>";
  const slot = createSlot(element, "1", () => {});
  slot._ad = { _node: element, _entry: undefined, _impression: "", _removals: 0, _viewable: () => {} };
  expect(findObstacle(slot)).toBeUndefined();
});

test("page content beside a banner is detected", () => {
  const element = document.createElement("ins");
  element.innerHTML = "<a><img></a>";
  const link = element.children[0] as HTMLAnchorElement;
  const slot = createSlot(element, "1", () => {});
  slot._ad = {
    _node: link,
    _link: link,
    _entry: undefined,
    _impression: "",
    _removals: 0,
    _viewable: () => {},
  };
  expect(findObstacle(slot)).toBeUndefined();
  element.append(document.createElement("article"));
  expect(findObstacle(slot)).toBe("article");
});
