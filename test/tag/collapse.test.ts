// @vitest-environment happy-dom
/** Collapsing of placeholders without an ad. */
import { expect, test, vi } from "vitest";
import { at, listWatchers, load, open, openFilled, pass, see, usePage, world } from "./page.ts";

usePage();

const slot = (more: string, inside = "") => `<ins id="a" data-zone-id="7" ${more}>${inside}</ins>`;
const isCollapsed = () => at("a").hasAttribute("data-zone-collapsed");
const below = { ratio: 0, top: 900, bottom: 800 };
const none = async (markup: string) => {
  const z = await open(markup);
  await world.asked.at(-1)?.fill([null]);
  return z;
};

test("data-collapse hides an unfilled slot only below the viewport", async () => {
  await none(slot("data-collapse"));
  expect(isCollapsed()).toBe(false);
  await see(at("a"));
  expect(isCollapsed()).toBe(false);
  await see(at("a"), { ratio: 0, top: -900 });
  expect(isCollapsed()).toBe(false);
  await see(at("a"), { ...below, bottom: null });
  expect(isCollapsed()).toBe(false);
  await see(at("a"), { ...below, top: 800 });
  expect(isCollapsed()).toBe(true);
});

test.each([
  ["fixed", true],
  ["absolute", true],
  ["relative", false],
  ["sticky", false],
])("data-collapse hides an unfilled slot of position %s in view: %s", async (position, expected) => {
  await none(slot(`data-collapse style="position:${position}"`));
  await see(at("a"));
  expect(isCollapsed()).toBe(expected);
});

test("a filled slot of position fixed is not hidden", async () => {
  await openFilled(slot(`data-collapse style="position:fixed"`));
  await see(at("a"));
  expect(isCollapsed()).toBe(false);
});

test("a slot whose position cannot be read is hidden only below the viewport", async () => {
  vi.stubGlobal("getComputedStyle", undefined);
  await none(slot(`data-collapse style="position:fixed"`));
  await see(at("a"));
  expect(isCollapsed()).toBe(false);
  await see(at("a"), below);
  expect(isCollapsed()).toBe(true);
});

test("a slot destroyed by a zonetag:empty listener is not collapsed", async () => {
  const z = await open(slot(`data-collapse="always"`));
  at("a").addEventListener("zonetag:empty", () => z.destroy(at("a")));
  await world.asked[0]?.fill([null]);
  expect(isCollapsed()).toBe(false);
  expect(listWatchers(at("a"))).toEqual([]);
});

test('data-collapse="always" hides an unfilled slot at once', async () => {
  await none(slot(`data-collapse="always"`));
  expect(isCollapsed()).toBe(true);
});

test("data-collapse does not hide a slot before its answer arrives", async () => {
  await open(slot("data-collapse"));
  await see(at("a"), below);
  expect(isCollapsed()).toBe(false);
});

test("a slot with fallback content, with a banner, or without data-collapse is not hidden", async () => {
  for (const house of ["<b>house</b>", "house", "<img>"]) {
    await none(slot(`data-collapse="always"`, house));
    await see(at("a"), below);
    expect(isCollapsed()).toBe(false);
  }
  await none(slot(`data-collapse="always"`, " <!-- none -->\n"));
  expect(isCollapsed()).toBe(true);
  await none(slot(""));
  await see(at("a"), below);
  expect(isCollapsed()).toBe(false);
  await openFilled(slot(`data-collapse="always"`));
  await see(at("a"), below);
  expect(isCollapsed()).toBe(false);
});

test("a collapsed slot is shown again by a later ad or destroy()", async () => {
  const z = await none(slot("data-collapse"));
  await see(at("a"), below);
  expect(isCollapsed()).toBe(true);
  z.refresh();
  await pass(0);
  await world.asked[1]?.fill();
  await load();
  expect(isCollapsed()).toBe(false);
  const again = await none(slot(`data-collapse="always"`));
  again.destroy();
  expect(isCollapsed()).toBe(false);
});

test("a collapsed slot with the hidden attribute stays hidden after destroy()", async () => {
  const z = await none(slot(`data-collapse="always" hidden`));
  expect(at("a").hidden).toBe(true);
  z.destroy();
  expect(at("a").hidden).toBe(true);
});

const collapsed = async (inside = "", more = `data-collapse="always"`) => {
  const z = await none(slot(more, inside));
  if (more === "data-collapse") await see(at("a"), below);
  expect(isCollapsed()).toBe(true);
  return z;
};

test.each<[what: string, inside: string, more: string, change: (el: HTMLElement) => unknown]>([
  ["an element", "", `data-collapse="always"`, (el) => el.append(document.createElement("img"))],
  ["an element", "", "data-collapse", (el) => el.append(document.createElement("img"))],
  ["text alone", "<!-- none -->", "data-collapse", (el) => el.append("House")],
  [
    "text in a deeper element",
    "<p><b></b></p>",
    "data-collapse",
    (el) => el.querySelector("b")?.append("House"),
  ],
  [
    "the text of a node",
    "<p> </p>",
    "data-collapse",
    (el) => Object.assign(el.firstChild?.firstChild ?? {}, { data: "House" }),
  ],
  [
    "a revealed element",
    `<p style="display:none">House</p>`,
    "data-collapse",
    (el) => el.querySelector("p")?.removeAttribute("style"),
  ],
])("%s that appears in a collapsed slot (%j, %s) expands it", async (_what, inside, more, change) => {
  await collapsed(inside, more);
  change(at("a"));
  await pass(0);
  expect(isCollapsed()).toBe(false);
});

test("a collapsed slot stays collapsed while what it gets shows nothing", async () => {
  await collapsed();
  for (const markup of ["<p></p>", "<script></script>", "<p><br></p>"]) {
    at("a").innerHTML = markup;
    await pass(0);
    expect(isCollapsed()).toBe(true);
  }
  at("a").append("House");
  await pass(0);
  expect(isCollapsed()).toBe(false);
});

test("a page that marks a collapsed slot in reaction to the collapse does not cause a loop", async () => {
  await open(slot(`data-collapse="always"`, "<p></p>"));
  let reactions = 0;
  const observer = new MutationObserver(() => {
    if (++reactions < 100) at("a").className = "empty";
  });
  observer.observe(at("a"), { attributeFilter: ["data-zone-collapsed"] });
  await world.asked[0]?.fill([null]);
  await pass(0);
  expect(reactions).toBe(1);
  expect(isCollapsed()).toBe(true);
});

test("content that a destroyed slot gets later does not collapse it again", async () => {
  const z = await collapsed();
  z.destroy();
  at("a").innerHTML = "<p></p>";
  await pass(0);
  expect(isCollapsed()).toBe(false);
});

test("an element that cannot hold an ad is not collapsed", async () => {
  await open(`<canvas id="a" data-zone-id="7"></canvas>`, { collapse: "always" });
  await pass(0);
  expect(at("a").dataset.zoneState).toBe("error");
  expect(isCollapsed()).toBe(false);
});
