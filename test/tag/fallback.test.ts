// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { addFiller, dropFiller, keepFallback, putBack, putLink } from "../../src/tag/fallback.ts";
import { createSlot } from "../../src/tag/slot.ts";

const create = () => {
  const element = document.createElement("ins");
  element.innerHTML = "<b>house</b> text<!-- kept -->";
  return { element, slot: createSlot(element, "1", () => {}) };
};

test("putBack() restores the same nodes of the fallback content", () => {
  const { element, slot } = create();
  const before = [...element.childNodes];
  keepFallback(slot);
  element.replaceChildren("ad");
  // A second call must not keep the ad as fallback content.
  keepFallback(slot);
  putBack(slot);
  expect([...element.childNodes]).toEqual(before);
  expect([slot._fallback, slot._ad]).toEqual([undefined, undefined]);
});

test("fallback content stays untouched when nothing replaced it", () => {
  const { element, slot } = create();
  element.append("more");
  putBack(slot);
  expect(element.textContent).toBe("house textmore");
});

test.each([
  [
    "an empty placeholder with a size gets an element that is not displayed",
    "300x250",
    "",
    `<template style="display: none !important;"></template>`,
  ],
  ["an empty placeholder without a size gets none", undefined, "", ""],
  ["a placeholder with content gets none", "300x250", "<b>house</b>", "<b>house</b>"],
])("%s until dropFiller()", (_, size, markup, expected) => {
  const { element, slot } = create();
  element.innerHTML = markup;
  slot.values = size ? { size } : {};
  addFiller(slot);
  expect(element.innerHTML).toBe(expected);
  dropFiller(slot);
  expect(element.innerHTML).toBe(markup);
});

test("an ad replaces the element of its request, which is no fallback content", () => {
  const { element, slot } = create();
  element.innerHTML = "";
  slot.values = { size: "300x250" };
  addFiller(slot);
  putLink(slot, document.createElement("a"));
  expect([element.innerHTML, slot._fallback]).toEqual(["<a></a>", []]);
});

test("data-zone-ad marks a placeholder while it contains a banner", () => {
  const { element, slot } = create();
  const link = document.createElement("a");
  putLink(slot, link);
  expect(element.hasAttribute("data-zone-ad")).toBe(true);
  putBack(slot);
  expect(element.hasAttribute("data-zone-ad")).toBe(false);
});

test("the element of a request is not kept as fallback content", () => {
  const element = document.createElement("ins");
  const slot = { ...createSlot(element, "1", () => {}), values: { size: "300x250" } };
  addFiller(slot);
  putLink(slot, document.createElement("a"));
  putBack(slot);
  expect(element.childNodes).toHaveLength(0);
});
