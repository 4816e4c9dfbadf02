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
